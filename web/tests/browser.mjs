// Debian's chromium through playwright-core, and what every test asks of a page: no error on its
// console, nothing that axe objects to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Nothing that a browser does by itself may reach a network, nor an old profile a test.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args });
}

/** A page of `address`; `errors` fills with what went wrong, `requests` with what it asked for. */
export async function openPage(browser, address, options = {}) {
  // Injected checks are not the page's own script.
  const context = await browser.newContext({ bypassCSP: options.bypassCSP ?? false, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors = [];
  const requests = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
  });
  await page.goto(address, { waitUntil: "load" });
  return { page, errors, requests, close: () => context.close() };
}

export async function assertAccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`,
  );
  assert.deepEqual(told, []);
}

/** True when something of the page is wider than its window. */
export async function scrollsSideways(page) {
  return page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
}
