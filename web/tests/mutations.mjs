// Requests to `saccade serve` with bytes changed, cut or doubled, the same for the same seed: in the
// head, in the parameters and in photos of all kinds.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Mostly the beginning: there is most to understand.
function changed(bytes, random, most) {
  const out = Buffer.from(bytes);
  for (let i = random(most) + 1; i > 0; --i) out[random(random(2) ? Math.min(400, out.length) : out.length)] = random(256);
  return random(4) === 0 ? out.subarray(0, random(out.length)) : out;
}

const kTypes = ["jpeg", "png", "webp", "octet-stream"];
const kQueries = [
  "target=cup,microwave&samples=2&seed=1&as=json",
  "target=toaster&samples=1&as=picture&without=stuff,sink",
  "target=cup&samples=1&as=play&max_fixations=3",
  "target=microwave&samples=1&as=animation&name=%F0%9F%98%80.jpg",
];

/** A request as it should be, then spoiled: its head, its photo, or what its head says of it. */
function request(port, photos, random) {
  const photo = photos[random(photos.length)];
  const kind = random(3);
  const body = kind === 0 ? photo : changed(photo, random, 12);
  const length = random(8) === 0 ? random(2 * body.length) : body.length;
  const query = kQueries[random(kQueries.length)];
  const head = Buffer.from(
    `POST /api/predict?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Origin: http://127.0.0.1:${port}\r\nContent-Type: image/${kTypes[random(kTypes.length)]}\r\n` +
      `Content-Length: ${length}\r\nConnection: close\r\n\r\n`,
  );
  return Buffer.concat([kind === 0 ? changed(head, random, 6) : head, body]);
}

function exchange(port, bytes) {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on("data", (text) => (answer += text.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/** How many were answered with which status, and answers that must not be. */
export async function sendMutations(port, { count, seed, atOnce = 20 }) {
  const photos = [readFileSync(join(root, "samples/kitchen.jpg"))];
  for (const view of ["sharp", "blurred"]) photos.push(readFileSync(join(root, `samples/panoptic_${view}/kitchen.png`)));
  photos.push(readFileSync(join(root, "docs/images/search.webp")));
  const random = randomFrom(seed);
  const statuses = {};
  const wrong = [];
  for (let done = 0; done < count; done += atOnce) {
    const now = Math.min(atOnce, count - done);
    const answers = await Promise.all(
      Array.from({ length: now }, () => exchange(port, request(port, photos, random))),
    );
    for (const answer of answers) {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "closed";
      statuses[status] = (statuses[status] ?? 0) + 1;
      const hasReason = /\r\n\r\n\{"error":"[^"]+/.test(answer);
      if (status === "500" || (status.startsWith("5") && !hasReason)) wrong.push(answer.slice(0, 500));
    }
  }
  return { statuses, wrong };
}
