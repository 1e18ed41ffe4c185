import "./report.css";
import "./serve.css";
import * as api from "./api";
import { choice, html } from "./dom";
import { type Layer, LayerPainter, kLayerNames } from "./layers";
import { Player } from "./player";

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const status = find("status");

let photo: { blob: Blob; name: string; address: string } | null = null;
const wanted = { target: "", second: "", without: "" };
let asked = 0; // questions so far: only the newest one's answer counts

function say(text: string): void {
  status.textContent = text;
}

/** Plays searches in `place`, with what chooses the layer and the speed. */
function play(place: HTMLElement, answer: api.Play): void {
  const painter = new LayerPainter(answer.palette);
  place.style.setProperty("--heat", `linear-gradient(90deg, ${answer.palette.join()})`);
  const player = new Player(answer.searches, painter, true);
  const layers = (Object.keys(kLayerNames) as Layer[]).filter((layer) => player.layers.has(layer));
  const tools = html("div", { class: "tools" });
  if (layers.length > 1) {
    const options = layers.map((layer): [string, string] => [layer, kLayerNames[layer]]);
    tools.append(choice("Show", options, (layer) => player.setLayer(layer as Layer)));
  }
  const speeds: [string, string][] = [["0.5", "half speed"], ["1", "as it happened"], ["0.25", "a quarter"]];
  tools.append(choice("Speed", speeds, (speed) => (player.speed = Number(speed))));
  place.replaceChildren(tools, player.element);
  player.play();
}

function targets(): string[] {
  return [wanted.target, wanted.second].filter((name, i, all) => name && all.indexOf(name) === i);
}

function download(name: string, content: Blob): void {
  const link = html("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function save(as: "json" | "picture" | "animation", ending: string): Promise<void> {
  if (!photo) return;
  const without = wanted.without ? [wanted.without] : [];
  const answer = await api.predict(photo.blob, { name: photo.name, targets: targets(), without, as });
  download(`${photo.name.replace(/\.\w+$/, "")}-${targets().join("-")}.${ending}`, await answer.blob());
}

// Classes that can be hidden: those that the parser saw.
function offerClasses(classes: string[]): void {
  const select = find("choices").querySelector<HTMLSelectElement>("[aria-label='Hide']");
  if (!select) return;
  const chosen = select.value;
  select.replaceChildren(
    html("option", { value: "" }, "nothing"),
    ...classes.map((name) => html("option", { value: name }, name)),
  );
  if (classes.includes(chosen)) select.value = chosen;
}

async function searchPhoto(): Promise<void> {
  if (!photo || !wanted.target) return;
  const { blob, name, address } = photo;
  const number = ++asked;
  say("Searching …");
  const ask = async (names: string[], without: string[]) => {
    const answer = await api.predict(blob, { name, targets: names, without, as: "play" });
    return (await answer.json()) as api.Play;
  };
  try {
    const whole = await ask(targets(), []);
    if (wanted.without) {
      const hidden = await ask(targets(), [wanted.without]);
      for (const search of hidden.searches) {
        for (const row of search.rows) row.name += `, ${wanted.without} hidden`;
      }
      whole.searches.push(...hidden.searches);
    }
    if (number !== asked) return;
    for (const search of whole.searches) search.picture = address;
    offerClasses(whole.classes);
    play(find("result"), whole);
    find("downloads").hidden = false;
    const outcomes = whole.searches.map(({ task, rows, unsure }) => {
      const all = rows.flatMap((row) => row.tracks);
      const found = `${all.filter((track) => track.found).length} of ${all.length} found it`;
      return `${task}: ${unsure ? "none was seen in the photo, so these are guesses" : found}`;
    });
    say(outcomes.join("; "));
  } catch (error) {
    if (number === asked) say((error as Error).message);
  }
}

function take(blob: Blob, name: string): void {
  if (photo) URL.revokeObjectURL(photo.address);
  photo = { blob, name, address: URL.createObjectURL(blob) };
  find("drop-text").textContent = name;
  wanted.without = "";
  offerClasses([]);
  void searchPhoto();
}

function receivePhotos(): void {
  const file = find<HTMLInputElement>("file");
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) take(chosen, chosen.name);
  });
  const drop = find("drop");
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped) take(dropped, dropped.name);
  });
  find("ask").addEventListener("submit", (event) => event.preventDefault());
}

function offerChoices(known: api.Models): void {
  const names = known.targets.map(({ name, learned }): [string, string] => [
    name,
    learned ? name : `${name} (not learned from people)`,
  ]);
  const pick = (label: string, key: keyof typeof wanted, options: [string, string][]) =>
    choice(label, options, (value) => {
      wanted[key] = value;
      void searchPhoto();
    });
  wanted.target = names.some(([name]) => name === "microwave") ? "microwave" : (names[0]?.[0] ?? "");
  const target = pick("Target", "target", names);
  target.querySelector("select")!.value = wanted.target;
  const choices = find("choices");
  choices.append(
    target,
    pick("Beside it", "second", [["", "nothing"], ...names]),
    pick("Hide", "without", [["", "nothing"]]),
  );
  if (known.sample) {
    const button = html("button", { type: "button" }, "Take the sample");
    button.addEventListener("click", async () => take(await api.sample(), "kitchen.jpg"));
    choices.prepend(button);
  }
}

function offerDownloads(): void {
  const kinds: ["json" | "picture" | "animation", string, string][] = [
    ["json", "json", "Scanpaths (JSON)"],
    ["picture", "png", "Picture"],
    ["animation", "webp", "Animation"],
  ];
  for (const [as, ending, label] of kinds) {
    const button = html("button", { type: "button", class: "wide" }, label);
    button.addEventListener("click", () => {
      save(as, ending).catch((error: Error) => say(error.message));
    });
    find("downloads").append(button);
  }
}

/** A data set's searches, one by one. */
function offerData(count: number): void {
  if (count === 0) return;
  find("data").hidden = false;
  let place = 0;
  let address = "";
  const number = html("input", { type: "number", min: 1, max: count, value: 1, "aria-label": "Search" });
  const show = async (next: number) => {
    place = Math.max(0, Math.min(count - 1, next));
    number.value = String(place + 1);
    try {
      const [answer, blob] = await Promise.all([api.search(place), api.picture(place)]);
      if (address) URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      for (const search of answer.searches) search.picture = address;
      play(find("data-result"), answer);
      const { task, name } = answer.searches[0]!;
      find("data-title").textContent = `People's searches: ${task} in ${name}`;
    } catch (error) {
      find("data-result").textContent = (error as Error).message;
    }
  };
  number.addEventListener("change", () => void show(Number(number.value) - 1));
  const go = (label: string, by: number) => {
    const button = html("button", { type: "button" }, label);
    button.addEventListener("click", () => void show(place + by));
    return button;
  };
  find("data-choices").append(go("Previous", -1), number, html("span", {}, `of ${count}`), go("Next", 1));
  void show(0);
}

async function start(): Promise<void> {
  receivePhotos();
  offerDownloads();
  try {
    const known = await api.models();
    offerChoices(known);
    offerData(known.searches);
    if (!known.parser) {
      say("No parser is installed, so only photos with a stored segmentation can be searched: take the sample.");
    }
  } catch (error) {
    say((error as Error).message);
  }
}

void start();
