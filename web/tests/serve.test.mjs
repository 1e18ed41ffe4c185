import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, openBrowser, openPage, scrollsSideways } from "./browser.mjs";
import { sendMutations } from "./mutations.mjs";
import { startServer } from "./server.mjs";

const program = process.env.SACCADE_PROGRAM;
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const samplePath = join(root, "samples/kitchen.jpg");
const sample = readFileSync(samplePath);

let server, browser, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "saccade-data-"));
  execFileSync(program, ["dataset", "synthesize", "--out", join(folder, "data"), "--pictures", "1", "--quiet"]);
  server = await startServer(program, "--data", join(folder, "data"));
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const get = (path, headers = {}) => fetch(server.origin + path, { headers });
const post = (query, body = sample, headers = {}) =>
  fetch(`${server.origin}/api/predict?${query}`, {
    method: "POST",
    body,
    headers: { "Content-Type": "image/jpeg", ...headers },
  });

// fetch sets Host itself.
function rawGet(path, headers) {
  return new Promise((resolve, reject) => {
    request({ port: server.port, path, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    })
      .on("error", reject)
      .end();
  });
}

test("/api/predict answers what predict --json prints", async () => {
  const printed = JSON.parse(
    execFileSync(program, ["predict", "--image", samplePath, "--target", "microwave", "--json", "--quiet"]),
  );
  const answer = await post("target=microwave&name=kitchen.jpg");
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "application/json");
  const answered = await answer.json();
  delete printed.seconds;
  assert.deepEqual(answered, printed);
});

test("pictures and animations come with their types", async () => {
  const starts = { picture: ["image/png", "\x89PNG"], animation: ["image/webp", "RIFF"] };
  for (const [as, [type, start]] of Object.entries(starts)) {
    const answer = await post(`target=microwave&as=${as}`);
    assert.equal(answer.headers.get("content-type"), type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.toString("latin1", 0, start.length), start);
  }
});

test("every path of the OpenAPI description is answered, and nothing else", async () => {
  const { paths } = await (await get("/api/openapi.json")).json();
  for (const [path, methods] of Object.entries(paths)) {
    const answer = methods.get ? await get(path) : await post("target=microwave");
    assert.equal(answer.status, 200, path);
  }
  for (const path of ["/etc/passwd", "/../../etc/passwd", "/api/picture/../../x", "/web", "/api/"]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test("answers carry what keeps a browser safe", async () => {
  const { headers } = await get("/");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(headers.get("content-security-policy"), /default-src 'none'; script-src 'self'/);
  assert.doesNotMatch(headers.get("content-security-policy"), /unsafe/);
});

test("another site, and a name that points here, get nothing", async () => {
  assert.equal((await post("target=microwave", sample, { Origin: "http://evil.example" })).status, 403);
  assert.equal(await rawGet("/api/models", { Host: "evil.example" }), 421);
  assert.equal(await rawGet("/api/models", { Host: `127.0.0.1:${server.port}` }), 200);
});

test("what is wrong is said in one line, and with the right status", async () => {
  const cases = [
    ["target=microwav", sample, 400, /microwave/],
    ["", sample, 400, /target/],
    ["target=microwave&samples=1000000", sample, 400, /1 to 100/],
    ["target=microwave&colour=red", sample, 400, /colour/],
    ["target=microwave", Buffer.from("no picture"), 400, /photo/],
    ["target=microwave", Buffer.alloc(0), 400, /empty/],
    ["target=microwave", Buffer.alloc(65 << 20), 413, /large/],
  ];
  for (const [query, body, status, message] of cases) {
    const answer = await post(query, body);
    assert.equal(answer.status, status, query);
    const { error } = await answer.json();
    assert.match(error, message);
    assert.ok(!error.includes("\n"));
  }
  // By the head alone: nobody need send the body.
  const status = await new Promise((resolve, reject) => {
    const headers = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": 1 << 20 };
    const asked = request({ port: server.port, path: "/api/predict?target=cup", method: "POST", headers });
    asked.on("response", ({ statusCode }) => {
      resolve(statusCode);
      asked.destroy();
    });
    asked.on("error", reject).flushHeaders();
  });
  assert.equal(status, 415);
});

test("a picture that claims over 100 megapixels is refused unread", async () => {
  const jpeg = Buffer.from(sample);
  // The frame header (FFC0 or FFC2) holds height and width; both become 60,000.
  for (let at = 0; at + 9 < jpeg.length; ++at) {
    if (jpeg[at] !== 0xff || (jpeg[at + 1] !== 0xc0 && jpeg[at + 1] !== 0xc2)) continue;
    jpeg.writeUInt16BE(60000, at + 5);
    jpeg.writeUInt16BE(60000, at + 7);
    break;
  }
  const answer = await post("target=microwave", jpeg);
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).error, /100/);
});

test("who sends a byte a second holds up nobody", async () => {
  const slow = Array.from({ length: 60 }, () => connect(server.port, "127.0.0.1"));
  const head = "POST /api/predict?target=cup HTTP/1.1\r\nHost: localhost:" + server.port +
    "\r\nContent-Type: image/jpeg\r\nContent-Length: 100000\r\n\r\n";
  for (const socket of slow) socket.on("error", () => {}).write(head);
  const ticking = setInterval(() => slow.forEach((socket) => socket.write("x")), 1000);
  const begin = performance.now();
  for (let i = 0; i < 3; ++i) assert.equal((await post("target=microwave&samples=1")).status, 200);
  assert.ok(performance.now() - begin < 20_000);
  clearInterval(ticking);
  slow.forEach((socket) => socket.destroy());
});

test("mutated requests and photos bring no crash, and no 5xx without a reason", async () => {
  // A thousand, with any seed: scripts/serve-mutations.mjs.
  const { statuses, wrong } = await sendMutations(server.port, { count: 120, seed: 7 });
  console.log(`mutated requests by status: ${JSON.stringify(statuses)}`);
  assert.deepEqual(wrong, []);
  assert.ok(server.alive());
  assert.equal((await get("/health")).status, 200);
});

test("when it is killed in the middle of a question nothing is left", async () => {
  const other = await startServer(program);
  const asked = fetch(`${other.origin}/api/predict?target=cup&samples=100`, {
    method: "POST",
    body: sample,
    headers: { "Content-Type": "image/jpeg" },
  }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  other.kill("SIGKILL");
  await Promise.all([asked, other.ended]);
  assert.deepEqual(other.left(), []);
});

test("it ends when told to, and other hosts need a flag", async () => {
  const other = await startServer(program);
  assert.deepEqual(await other.stop(), { code: 0, signal: null });
  assert.throws(
    () => execFileSync(program, ["serve", "--host", "0.0.0.0"], { stdio: "pipe" }),
    (error) => error.status === 2 && /--others/.test(error.stderr),
  );
});

test("with --others questions need the token that is printed", async () => {
  const other = await startServer(program, "--host", "0.0.0.0", "--others");
  try {
    const token = new URL(other.address).hash.replace("#token=", "");
    const at = `http://127.0.0.1:${other.port}`;
    assert.equal((await fetch(`${at}/`)).status, 200);
    assert.equal((await fetch(`${at}/api/models`)).status, 401);
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${at}/api/models`, { headers })).status, 200);
    assert.match(other.log(), /AGPL/);
  } finally {
    await other.stop();
  }
});

async function openPageOfServer(options) {
  return openPage(browser, server.address, options);
}

const choose = (page, name) => page.getByRole("combobox", { name, exact: true });

async function searched(page) {
  await page.locator("#status", { hasText: "found it" }).waitFor();
}

test("the sample is searched and plays; layers, a second target and a hidden class change it", async () => {
  const { page, errors, requests, close } = await openPageOfServer();
  await page.getByRole("button", { name: "Take the sample" }).click();
  await searched(page);
  assert.equal(await page.locator("#result .panel").count(), 1);
  assert.equal(await page.locator("#result .gaze").count(), 10);
  await page.getByRole("combobox", { name: "Which of microwave" }).selectOption("0");
  await choose(page, "Show").first().selectOption("reward");
  assert.match(await page.locator("#result .overlay").first().getAttribute("href"), /^data:image/);
  await choose(page, "Beside it").selectOption("sink");
  await page.waitForFunction(() => document.querySelectorAll("#result .panel").length === 2);
  await choose(page, "Hide").selectOption({ index: 1 });
  await page.waitForFunction(() => document.querySelectorAll("#result .panel").length === 4);
  assert.deepEqual(errors, []);
  assert.ok(requests.every((address) => address.startsWith(server.origin)));
  await close();
});

test("a photo of one's own is dropped", async () => {
  const { page, close } = await openPageOfServer();
  await page.evaluate(async () => {
    const blob = await (await fetch("/api/sample")).blob();
    const data = new DataTransfer();
    data.items.add(new File([blob], "mine.jpg", { type: "image/jpeg" }));
    const drop = document.getElementById("drop");
    drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await searched(page);
  assert.equal(await page.locator("#drop-text").textContent(), "mine.jpg");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Animation" }).click();
  assert.equal((await saved).suggestedFilename(), "mine-microwave.webp");
  await close();
});

test("a file that is no photo is named, and the page lives", async () => {
  const { page, errors, close } = await openPageOfServer();
  const file = join(folder, "notes.jpg");
  writeFileSync(file, "not a picture");
  await page.locator("#file").setInputFiles(file);
  await page.locator("#status", { hasText: "notes.jpg" }).waitFor();
  await page.getByRole("button", { name: "Take the sample" }).click();
  await searched(page);
  assert.ok(errors.every((error) => /400/.test(error)), errors.join());
  await close();
});

test("people's searches of a data set can be looked through by keyboard", async () => {
  const { page, close } = await openPageOfServer();
  const title = page.locator("#data-title");
  await page.locator("#data-result .panel").first().waitFor();
  const first = await title.textContent();
  await page.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.getElementById("data-title").textContent !== old, first);
  await close();
});

for (const [name, options] of Object.entries({
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 375, height: 700 } },
})) {
  test(`axe finds nothing and nothing is too wide: ${name}`, async () => {
    const { page, close } = await openPageOfServer({ bypassCSP: true, ...options });
    await page.getByRole("button", { name: "Take the sample" }).click();
    await searched(page);
    assert.equal(await scrollsSideways(page), false);
    await assertAccessible(page);
    await close();
  });
}
