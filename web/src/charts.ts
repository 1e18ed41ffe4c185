import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { html } from "./dom";

/** A line chart of study/chart.h. */
interface LineChart {
  title: string;
  xLabel: string;
  yLabel: string;
  wholeX: boolean; // steps: no ticks between whole numbers
  series: Series[];
}

interface Series {
  name: string;
  color: number;
  dashed: boolean;
  x: number[];
  y: (number | null)[];
  error: number[]; // half the height of the band around y; empty: none
}

// A line, and below its band's upper and lower bound where it has one.
function linesOf({ x, y, error }: Series): uPlot.AlignedData {
  const bound = (sign: number) =>
    y.map((value, i) => (value === null ? null : value + sign * (error[i] ?? 0)));
  return (error.length > 0 ? [x, y, bound(1), bound(-1)] : [x, y]) as uPlot.AlignedData;
}

function stylesOf({ name, color: place, dashed, error }: Series): uPlot.Series[] {
  const line: uPlot.Series = {
    label: name,
    stroke: color(`--s${place}`),
    width: 2,
    spanGaps: true,
    ...(dashed ? { dash: [6, 4] } : {}),
    value: (_, value) => (value == null ? "–" : value.toPrecision(4)),
  };
  const bound: uPlot.Series = { class: "bound", width: 0, points: { show: false } };
  return error.length > 0 ? [line, bound, { ...bound }] : [line];
}

function bandsOf(chart: LineChart): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let line = 1;
  for (const { color: place, error } of chart.series) {
    const fill = `color-mix(in srgb, ${color(`--s${place}`)} 18%, transparent)`;
    if (error.length > 0) bands.push({ series: [line + 1, line + 2], fill });
    line += error.length > 0 ? 3 : 1;
  }
  return bands;
}

function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function options(chart: LineChart, width: number): uPlot.Options {
  const axis = (label: string): uPlot.Axis => ({
    label,
    labelSize: label ? 22 : 0,
    stroke: color("--soft"),
    grid: { stroke: color("--rule"), width: 1 },
    ticks: { stroke: color("--rule"), width: 1 },
  });
  const x: uPlot.Axis = axis(chart.xLabel);
  // Whole numbers only: the increments that uPlot may choose from.
  if (chart.wholeX) x.incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 1e5, 1e6];
  return {
    width,
    height: Math.round(Math.max(200, Math.min(340, width * 0.6))),
    scales: { x: { time: false } },
    axes: [x, axis(chart.yLabel)],
    legend: { live: true },
    series: [{ label: chart.xLabel || "x" }, ...chart.series.flatMap(stylesOf)],
    bands: bandsOf(chart),
  };
}

/** Puts a chart that answers the pointer in place of the drawn one, which is printed. */
export function makeInteractive(figure: HTMLElement): void {
  const chart = JSON.parse(figure.querySelector("script")!.textContent!) as LineChart;
  const data = uPlot.join(chart.series.map(linesOf));
  const place = html("div", { class: "live", role: "img", "aria-label": chart.title });
  place.style.maxWidth = `${figure.querySelector("svg")!.viewBox.baseVal.width}px`;
  figure.prepend(place);
  let plot: uPlot | undefined;
  const draw = () => {
    const width = place.clientWidth;
    if (width === 0) return; // in a closed part of the page
    plot?.destroy();
    plot = new uPlot(options(chart, width), data, place);
  };
  new ResizeObserver(([entry]) => {
    if (Math.round(entry!.contentRect.width) !== plot?.width) draw();
  }).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
