#!/usr/bin/env node
// Many clients at once at `saccade serve`, on this machine:
//   node scripts/serve-load.mjs build/saccade [CLIENTS] [SECONDS]      default 50 and 60
// Every question must be answered: with a result, or with 429 when the queue is full, and is then
// asked again. Prints answers, p50 and p95 of results, and the memory held at most; exit code 1
// when a question was lost.
import { startServer } from "../web/tests/server.mjs";

const [program, clients = "50", seconds = "60"] = process.argv.slice(2);
if (!program || !(Number(clients) > 0) || !(Number(seconds) > 0) || Number(seconds) > 600) {
  console.error("usage: node scripts/serve-load.mjs PROGRAM [CLIENTS] [SECONDS up to 600]");
  process.exit(2);
}

const server = await startServer(program);
const photo = await (await fetch(`${server.origin}/api/sample`)).arrayBuffer();
const until = performance.now() + 1000 * Number(seconds);
const times = [];
const counts = { asked: 0, answered: 0, full: 0, lost: 0 };

async function client(number) {
  for (let turn = 0; performance.now() < until; ++turn) {
    const begin = performance.now();
    ++counts.asked;
    try {
      const answer = await fetch(
        `${server.origin}/api/predict?target=microwave&seed=${1000 * number + turn}`,
        { method: "POST", body: photo, headers: { "Content-Type": "image/jpeg" } },
      );
      await answer.arrayBuffer();
      if (answer.status === 200) {
        ++counts.answered;
        times.push(performance.now() - begin);
      } else if (answer.status === 429) {
        ++counts.full;
        await new Promise((resolve) => setTimeout(resolve, 100));
      } else {
        ++counts.lost;
        console.error(`status ${answer.status}`);
      }
    } catch (error) {
      ++counts.lost;
      console.error(String(error.cause ?? error));
    }
  }
}

await Promise.all(Array.from({ length: Number(clients) }, (_, number) => client(number)));
const peak = server.peak();
await server.stop();
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? NaN;
console.log(
  `${clients} clients, ${seconds} s: ${counts.asked} questions, ${counts.answered} answered ` +
    `(${(counts.answered / Number(seconds)).toFixed(0)} a second), ${counts.full} told to come back, ` +
    `${counts.lost} lost; p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms; ` +
    `${peak.toFixed(0)} MB at most`,
);
process.exit(counts.lost > 0 || counts.answered === 0 ? 1 : 0);
