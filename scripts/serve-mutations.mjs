#!/usr/bin/env node
// Spoiled requests and photos at `saccade serve`, on this machine:
//   node scripts/serve-mutations.mjs build/saccade [COUNT] [SEED]      default 1000 and 1
// Prints what became of them; exit code 1 when the server ended, answered 500, or answered another
// 5xx without a reason. The same seed sends the same.
import { sendMutations } from "../web/tests/mutations.mjs";
import { startServer } from "../web/tests/server.mjs";

const [program, count = "1000", seed = "1"] = process.argv.slice(2);
if (!program || !(Number(count) > 0) || !(Number(seed) >= 0)) {
  console.error("usage: node scripts/serve-mutations.mjs PROGRAM [COUNT] [SEED]");
  process.exit(2);
}
const server = await startServer(program);
const { statuses, wrong } = await sendMutations(server.port, { count: Number(count), seed: Number(seed) });
const alive = server.alive() && (await fetch(`${server.origin}/health`)).status === 200;
const peak = alive ? server.peak() : NaN;
await server.stop();
console.log(`${count} spoiled requests, seed ${seed}: ${JSON.stringify(statuses)}; ${peak.toFixed(0)} MB at most`);
for (const answer of wrong) console.error(answer);
if (!alive) console.error("the server ended");
process.exit(wrong.length > 0 || !alive ? 1 : 0);
