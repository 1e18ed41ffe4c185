// Bundles src/ for the pages: node build.mjs [--out FOLDER]. The files in dist/ are what a build
// without npm puts into the program; their first line names the sources that they were made of.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// As cmake/CheckWebBundle.cmake computes it: a line "checksum name" for each file, hashed again.
function sourcesChecksum() {
  const names = readdirSync(join(here, "src")).sort().map((name) => `src/${name}`);
  const lines = [...names, "build.mjs", "package-lock.json"].map((name) => {
    const sum = createHash("sha256").update(readFileSync(join(here, name))).digest("hex");
    return `${sum} ${name}\n`;
  });
  return createHash("sha256").update(lines.join("")).digest("hex");
}

const at = process.argv.indexOf("--out");
const out = at < 0 ? join(here, "dist") : process.argv[at + 1];
const licence = readFileSync(join(here, "node_modules/uplot/LICENSE"), "utf8").trim();
const note = `/*! sources ${sourcesChecksum()} */`;
const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/report.ts", "src/serve.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  outdir: out,
  write: false,
  banner: { js: `${note}\n/*! With uPlot:\n${licence}\n*/`, css: `${note}\n/*! With uPlot's style, (MIT) */` },
});
mkdirSync(out, { recursive: true });
for (const file of result.outputFiles) writeFileSync(file.path, file.contents);
