#include "saccade/study/page.h"

namespace saccade {

// Series colours after Okabe and Ito, told apart with any kind of colour vision, darkened for white
// and lightened for black.
std::string_view PageStyle() {
  return R"css(:root {
  --paper: #ffffff; --ink: #1c1f23; --soft: #5b636d; --rule: #d9dde2; --panel: #f5f6f8;
  --accent: #0b5fa5;
  --s0: #0067a8; --s1: #c94f00; --s2: #00805d; --s3: #a8467e; --s4: #a87400; --s5: #2f8fc4; --s6: #555b63;
  --s7: #6a4bb5; --s8: #6d7a00; --s9: #8a5a3c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e6e8eb; --soft: #a0a8b2; --rule: #343a42; --panel: #1d2126;
    --accent: #7cbcf0;
    --s0: #5fb3ea; --s1: #ff8f4d; --s2: #3ccf9f; --s3: #e58fc0; --s4: #f0b93a; --s5: #93d3f5; --s6: #aab2bc;
    --s7: #b7a1f2; --s8: #c3d04a; --s9: #d3a584;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 72rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
}
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--rule); font-size: 1.35rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.05rem; }
h3::first-letter { text-transform: uppercase; }
p { margin: .5rem 0 1rem; max-width: 44rem; }
header > p { color: var(--soft); font-size: 1.1rem; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0 1.5rem; }
.facts div { display: flex; flex-direction: column-reverse; padding: .75rem 1rem; background: var(--panel); border-radius: .5rem; }
.facts dt { color: var(--soft); font-size: .875rem; }
.facts dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin: 1rem 0 1.5rem; }
table { border-collapse: collapse; font-size: .925rem; font-variant-numeric: tabular-nums; }
caption { padding-bottom: .5rem; text-align: left; }
caption span { color: var(--soft); }
th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--rule); text-align: left; white-space: nowrap; }
thead th { border-bottom: 2px solid var(--soft); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 500; }
.groups th, .groups td { padding-bottom: .1rem; border-bottom: 0; }
.groups th { text-align: center; border-bottom: 1px solid var(--rule); }
.beside th, .beside td { color: var(--soft); }
.beside th { padding-left: 1.25rem; font-weight: 400; }
.n { padding-left: .5rem; text-align: right; }
details { margin: 1rem 0; }
summary { cursor: pointer; color: var(--accent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--panel); border-radius: .5rem; font-size: .875rem; line-height: 1.5; }
.figures { display: grid; gap: 1.5rem; margin: 1rem 0 1.5rem; }
.columns-2 { grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
.columns-3 { grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
.columns-4 { grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
figure { margin: 0; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
.store { position: absolute; width: 0; height: 0; overflow: hidden; }
figcaption { margin-top: .4rem; color: var(--soft); font-size: .9rem; line-height: 1.45; }
.chart { font: 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; }
.chart text { fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart .label { fill: var(--ink); }
.chart .grid { stroke: var(--rule); fill: none; }
.chart .axis { stroke: var(--soft); fill: none; }
.chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.chart .dashed { stroke-dasharray: 6 4; }
.chart .band { stroke: none; opacity: .18; }
.chart .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.s0 { fill: var(--s0); stroke: var(--s0); } .s1 { fill: var(--s1); stroke: var(--s1); }
.s2 { fill: var(--s2); stroke: var(--s2); } .s3 { fill: var(--s3); stroke: var(--s3); }
.s4 { fill: var(--s4); stroke: var(--s4); } .s5 { fill: var(--s5); stroke: var(--s5); }
.s6 { fill: var(--s6); stroke: var(--s6); } .s7 { fill: var(--s7); stroke: var(--s7); }
.s8 { fill: var(--s8); stroke: var(--s8); } .s9 { fill: var(--s9); stroke: var(--s9); }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .9rem; }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --panel: #f3f3f3; --accent: #000;
    --s0: #0067a8; --s1: #c94f00; --s2: #00805d; --s3: #a8467e; --s4: #a87400; --s5: #2f8fc4; --s6: #555b63; --s7: #6a4bb5; --s8: #6d7a00; --s9: #8a5a3c; }
  body { max-width: none; padding: 0; font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  .columns-2 { grid-template-columns: 1fr 1fr; }
  .columns-3, .columns-4 { grid-template-columns: 1fr 1fr 1fr; }
}
)css";
}

}  // namespace saccade
