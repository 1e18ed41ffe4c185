import type { SearchData } from "./data";

/** What /api/models says. */
export interface Models {
  model: { name: string };
  parser: { description: string } | null;
  targets: { name: string; learned: boolean }[];
  sample: boolean;
  searches: number; // of the data set that is served; 0: none
}

/** What is played: an answer of /api/predict?as=play, or of /api/search. */
export interface Play {
  palette: string[];
  searches: SearchData[];
  classes: string[]; // that the parser saw, for hiding
}

// A page that was opened with its token hands it on; nothing else may ask from outside.
const token = new URLSearchParams(location.hash.slice(1)).get("token");

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const answer = await fetch(path, { ...init, headers });
  if (answer.ok) return answer;
  const text = await answer.text();
  let error = text;
  try {
    error = (JSON.parse(text) as { error: string }).error;
  } catch {
    // Not ours: as it is.
  }
  throw new Error(error || `${answer.status} ${answer.statusText}`);
}

export async function models(): Promise<Models> {
  return (await ask("/api/models")).json() as Promise<Models>;
}

export async function sample(): Promise<Blob> {
  return (await ask("/api/sample")).blob();
}

export async function search(place: number): Promise<Play> {
  return (await ask(`/api/search?place=${place}`)).json() as Promise<Play>;
}

export async function picture(place: number): Promise<Blob> {
  return (await ask(`/api/picture?place=${place}`)).blob();
}

/** What to search a photo for, and how. */
export interface Question {
  name: string;
  targets: string[];
  without: string[];
  as: "play" | "json" | "picture" | "animation";
}

export async function predict(photo: Blob, question: Question): Promise<Response> {
  const query = new URLSearchParams({ name: question.name, as: question.as });
  query.set("target", question.targets.join());
  if (question.without.length > 0) query.set("without", question.without.join());
  return ask(`/api/predict?${query}`, {
    method: "POST",
    body: photo,
    headers: { "Content-Type": photo.type || "application/octet-stream" },
  });
}
