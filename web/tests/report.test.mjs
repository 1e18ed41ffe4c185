import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assertAccessible, openBrowser, openPage, scrollsSideways } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const model = join(root, "models/coco-search18-irl");

let folder, browser, report;

function saccade(...args) {
  execFileSync(process.env.SACCADE_PROGRAM, [...args, "--quiet"], { stdio: ["ignore", "ignore", "inherit"] });
}

// The page as `make demo` makes it, with 40 searches and a run's curves.
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "saccade-report-"));
  const at = (name) => join(folder, name);
  saccade("dataset", "synthesize", "--out", at("data"), "--pictures", "4", "--shares", "0.2,0.8,0");
  saccade("beliefs", "build", "--sharp", at("data/panoptic_sharp.json"), "--blurred",
    at("data/panoptic_blurred.json"), "--out", at("s.beliefs"));
  // Warm enough to miss some of these easy targets.
  saccade("predict", "--model", model, "--beliefs", at("s.beliefs"), "--pairs",
    at("data/fixations_valid.json"), "--samples", "3", "--temperature", "4", "--out", at("irl.json"));
  mkdirSync(at("run"));
  const line = (step) =>
    JSON.stringify({ step, "validation/tfp_auc": 4 + 0.1 * step, "discriminator/real_loss": 1 / step });
  writeFileSync(at("run/metrics.jsonl"), [1, 2, 3].map((step) => `${line(step)}\n`).join(""));
  report = at("report.html");
  saccade("report", "--data", at("data"), "--predictions", `IRL=${at("irl.json")}`, "--run", at("run"),
    "--model", model, "--beliefs", at("s.beliefs"), "--examples", "40", "--bootstrap", "50", "--out", report);
  if (process.env.SACCADE_KEEP) console.log(`kept: ${folder}`);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  if (folder && !process.env.SACCADE_KEEP) rmSync(folder, { recursive: true });
});

async function open(options) {
  return openPage(browser, pathToFileURL(report).href, options);
}

const pick = (page, name) => page.getByRole("combobox", { name, exact: true });

// The first search on the page as it was given.
const firstSearch = (page) =>
  page.evaluate(() => JSON.parse(document.querySelector(".search > script").textContent));

test("a page with 40 searches is under 3 MB, opens without an error and asks no network", async () => {
  assert.ok(statSync(report).size < 3e6, `${statSync(report).size} bytes`);
  const { page, errors, requests, close } = await open();
  assert.equal(await page.locator(".search").count(), 40);
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, [pathToFileURL(report).href]);
  await close();
});

test("a search plays to its end, and pauses", async () => {
  const { page, errors, close } = await open();
  const player = page.locator(".player").first();
  const time = async () => Number(await player.getByRole("slider").inputValue());
  const end = await time();
  await player.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(
    (all) => {
      const now = Number(document.querySelector(".player input").value);
      return now > 0 && now < all;
    },
    end,
  );
  await player.getByRole("button", { name: "Pause" }).click();
  const stopped = await time();
  await page.waitForTimeout(150);
  assert.equal(await time(), stopped);
  await pick(page, "Speed").selectOption("2");
  await player.getByRole("button", { name: "Play" }).click();
  await player.getByRole("button", { name: "Play" }).waitFor();
  assert.equal(await time(), end);
  assert.deepEqual(errors, []);
  await close();
});

test("people and models are where their durations have brought them by the one clock", async () => {
  const { page, close } = await open();
  const { rows } = await firstSearch(page);
  const at = 700;
  await page.locator(".player input").first().evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }, at);
  // By hand: 250 ms where there is no duration, 40 ms between fixations.
  const expected = rows.map(({ tracks: [{ points }] }) => {
    let start = 0;
    return points.filter(([, , ms]) => {
      const began = start <= at;
      start += (ms > 0 ? ms : 250) + 40;
      return began;
    }).length;
  });
  const shown = await page
    .locator(".player").first().locator(".panel")
    .evaluateAll((panels) => panels.map((panel) => panel.querySelectorAll(".disc").length));
  assert.deepEqual(shown, expected);
  assert.ok(expected.some((count) => count > 1));
  await close();
});

test("beliefs, next fixation and reward can be laid over the picture, fixation by fixation", async () => {
  const { page, errors, close } = await open();
  const player = page.locator(".player").first();
  const overlay = player.locator(".panel .overlay").first();
  for (const layer of ["target", "classes", "next", "reward"]) {
    await pick(page, "Show").selectOption(layer);
    await player.getByRole("slider").press("Home");
    const first = await overlay.getAttribute("href");
    assert.match(first, /^data:image\/png/);
    await player.getByRole("slider").press("ArrowRight");
    await player.getByRole("slider").press("ArrowRight");
    assert.notEqual(await overlay.getAttribute("href"), first, layer);
  }
  await pick(page, "Show").selectOption("classes");
  assert.ok((await player.locator(".classes li").count()) > 2);
  await pick(page, "Show").selectOption("none");
  assert.equal(await overlay.isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test("searches are filtered by target and outcome, and the worst come first", async () => {
  const { page, close } = await open();
  const shown = () =>
    page.locator(".search:visible > script").evaluateAll((all) => all.map((one) => JSON.parse(one.textContent)));
  const all = await shown();
  const { task } = all[0];
  await pick(page, "Target").selectOption(task);
  assert.deepEqual([...new Set((await shown()).map((search) => search.task))], [task]);
  await pick(page, "Target").selectOption("");
  await pick(page, "Outcome").selectOption("-IRL");
  const missed = await shown();
  assert.ok(missed.length > 0 && missed.length < all.length);
  const irl = (search) => search.rows.find((row) => row.name === "IRL");
  for (const search of missed) {
    const found = irl(search).tracks.filter((track) => track.found).length;
    assert.ok(2 * found < irl(search).tracks.length);
  }
  await pick(page, "Outcome").selectOption("");
  await pick(page, "First").selectOption("+IRL");
  const gaps = (await shown()).map((search) => irl(search).gap);
  assert.deepEqual(gaps, [...gaps].sort((a, b) => b - a));
  assert.ok(gaps[0] > gaps.at(-1));
  await close();
});

test("another person can be chosen, with that person's scores", async () => {
  const { page, close } = await open();
  const { rows } = await firstSearch(page);
  const panel = page.locator(".panel").first();
  await panel.getByRole("combobox").selectOption("1");
  const text = await panel.locator(".what").textContent();
  assert.ok(text.includes(`sequence ${rows[0].tracks[1].scores.sequence.toFixed(2)}`), text);
  assert.equal(await panel.locator(".disc").count(), rows[0].tracks[1].points.length);
  await close();
});

test("tables sort by a column, what stands beside a row staying with it", async () => {
  const { page, close } = await open();
  const table = page.locator("table", { hasText: "TFP-AUC" }).first();
  const column = () => table.locator("tbody tr td:nth-child(2)").allTextContents();
  const numbers = async () => (await column()).map(Number);
  const header = table.getByRole("columnheader", { name: "TFP-AUC" });
  await header.getByRole("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  const falling = await numbers();
  assert.deepEqual(falling, [...falling].sort((a, b) => b - a));
  await header.getByRole("button").click();
  assert.deepEqual(await numbers(), [...falling].reverse());
  await close();
});

test("everything is done by keyboard alone", async () => {
  const { page, close } = await open();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  for (let i = 0; i < 80 && (await focused()) !== "Play"; ++i) await page.keyboard.press("Tab");
  assert.equal(await focused(), "Play");
  const count = () => page.locator(".panel").first().locator(".disc").count();
  await page.keyboard.press("Home");
  assert.equal(await count(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const stepped = await page.locator(".player input").first().inputValue();
  assert.notEqual(stepped, "0");
  await page.keyboard.press("Space");
  assert.equal(await focused(), "Pause");
  await page.keyboard.press("Space");
  assert.equal(await focused(), "Play");
  await close();
});

test("charts answer the pointer, over whole steps and with people's words", async () => {
  const { page, close } = await open();
  const chart = page.locator("figure.chart-figure", { hasText: "TFP-AUC" });
  await chart.scrollIntoViewIfNeeded();
  await chart.locator(".u-over").hover();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".u-value")].some((value) => /\d/.test(value.textContent)),
  );
  const ticks = await chart.locator("svg text").allTextContents();
  assert.ok(ticks.includes("1") && ticks.includes("2") && !ticks.includes("1.5"));
  assert.ok(await page.getByText("loss on people's pairs").count());
  await close();
});

test("a phone scrolls tables, not the page", async () => {
  const { page, errors, close } = await open({ viewport: { width: 375, height: 700 } });
  assert.equal(await scrollsSideways(page), false);
  const wide = await page
    .locator(".scroll")
    .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
  assert.ok(wide);
  assert.deepEqual(errors, []);
  await close();
});

test("with less motion eyes jump and nothing flies", async () => {
  const { page, close } = await open({ reducedMotion: "reduce" });
  const { rows } = await firstSearch(page);
  const [, , ms] = rows[0].tracks[0].points[0];
  await page.locator(".player input").first().evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }, Math.round((ms || 250) + 20));
  const gaze = page.locator(".panel").first().locator(".gaze");
  assert.equal(Number(await gaze.getAttribute("cx")), rows[0].tracks[0].points[0][0]);
  await close();
});

test("paper gets every scanpath whole and nothing to press", async () => {
  const { page, close } = await open();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".player").first().isVisible(), false);
  assert.equal(await page.locator(".tools").isVisible(), false);
  assert.equal(await page.locator(".still").first().isVisible(), true);
  assert.equal(await page.locator(".chart-figure > svg").first().isVisible(), true);
  assert.equal(await page.locator("details:not([open])").count(), 0);
  await close();
});

test("without scripts the page still shows everything", async () => {
  const { page, close } = await open({ javaScriptEnabled: false });
  assert.equal(await page.locator(".still").first().isVisible(), true);
  assert.equal(await page.locator(".chart-figure > svg").first().isVisible(), true);
  await close();
});

for (const [name, options] of Object.entries({
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 375, height: 700 } },
})) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, close } = await open({ bypassCSP: true, ...options });
    // One target's searches: the others are the same, and take it a minute.
    await pick(page, "Target").selectOption({ index: 1 });
    await pick(page, "Show").selectOption("next");
    await assertAccessible(page);
    await close();
  });
}
