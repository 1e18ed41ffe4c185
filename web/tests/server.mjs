// Starts `saccade serve` on a free port, in an empty folder, and waits until it answers.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function startServer(program, ...options) {
  const folder = mkdtempSync(join(tmpdir(), "saccade-serve-"));
  const child = spawn(program, ["serve", "--port", "0", ...options], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (text) => (log += text));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  const address = await new Promise((resolve, reject) => {
    let told = "";
    child.stdout.on("data", (text) => {
      told += text;
      const [, found] = /(http:\S+)\n/.exec(told) ?? [];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error(`the server ended: ${log}`)));
  });
  return {
    address,
    ended,
    log: () => log,
    origin: new URL(address).origin,
    port: Number(new URL(address).port),
    alive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
    /** Megabytes it has held at most. */
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024,
    left: () => readdirSync(folder),
    async stop() {
      child.kill("SIGTERM");
      const how = await ended;
      rmSync(folder, { recursive: true });
      return how;
    },
  };
}
