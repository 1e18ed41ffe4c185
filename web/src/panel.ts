import type { Row, SearchData, Track } from "./data";
import { html, reducedMotion, svg } from "./dom";
import { type Layer, LayerPainter } from "./layers";
import { type Gaze, Timeline, kFixationMs } from "./timeline";

// Sizes as image/figure_style.cc has them, at 512x320.
const kRadius = 12;
const kAll = "all";

function outcome(track: Track): string {
  const n = track.points.length;
  if (track.found) return `found with fixation ${n}`;
  return track.inSight ? `in sight, but not looked at in ${n} fixations` : `not found in ${n} fixations`;
}

function scoreText(track: Track): string {
  return Object.entries(track.scores)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(" · ");
}

interface Shown {
  track: Track;
  timeline: Timeline;
  path: SVGGElement;
  gaze: SVGCircleElement;
  drawn: string; // what of it stands in `path`
}

/** One searcher's eyes over the picture, or those of all of a row together. */
export class Panel {
  readonly element: HTMLElement;
  private readonly unit: number;
  private readonly drawing: SVGSVGElement;
  private readonly overlay = svg("image", { class: "overlay off", preserveAspectRatio: "none" });
  private readonly eyes = svg("g");
  private readonly what = html("span", { class: "what" });
  private readonly scale = html("div", { class: "scale" });
  private shown: Shown[] = [];
  private laid = "";

  /** `trackChanged`: another searcher of the row was chosen. `all`: begin with them together. */
  constructor(
    readonly search: SearchData,
    readonly row: Row,
    private readonly painter: LayerPainter,
    trackChanged: () => void,
    all = false,
  ) {
    const { width, height } = search;
    this.unit = Math.max(0.75, Math.hypot(width, height) / Math.hypot(512, 320)) * 1.35;
    this.drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.drawing.append(this.picture(), this.overlay, ...this.targets(), this.eyes);
    const [gridX, gridY, gridWidth, gridHeight] = search.grid;
    const place = { x: gridX, y: gridY, width: gridWidth, height: gridHeight };
    for (const [name, value] of Object.entries(place)) this.overlay.setAttribute(name, `${value}`);
    const caption = html("figcaption", {}, this.who(trackChanged, all), this.what);
    if (search.unsure) caption.append(html("em", {}, `No ${search.task} was seen in it: these are guesses.`));
    this.element = html("figure", { class: "panel" }, this.drawing, this.scale, caption);
    this.element.classList.toggle("unsure", search.unsure ?? false);
    this.choose(all && row.tracks.length > 1 ? kAll : "0");
  }

  get total(): number {
    return Math.max(...this.shown.map(({ timeline }) => timeline.total));
  }
  get starts(): number[] {
    return this.shown.flatMap(({ timeline }) => timeline.starts);
  }
  get layers(): Layer[] {
    return LayerPainter.of(this.search, this.shown[0]!.track);
  }

  private choose(which: string): void {
    const { tracks, color, name } = this.row;
    this.shown = (which === kAll ? tracks : [tracks[Number(which)]!]).map((track) => ({
      track,
      timeline: new Timeline(track.points),
      path: svg("g", { class: "path" }),
      gaze: svg("circle", { class: "gaze", fill: "none", stroke: color }),
      drawn: "",
    }));
    for (const { gaze } of this.shown) {
      gaze.setAttribute("stroke-width", String(3 * this.unit));
      gaze.setAttribute("r", String((this.together ? 6 : kRadius) * this.unit));
    }
    this.eyes.replaceChildren(...this.shown.flatMap(({ path, gaze }) => [path, gaze]));
    this.eyes.classList.toggle("together", this.together);
    const found = tracks.filter((track) => track.found).length;
    const [{ track }] = this.shown as [Shown];
    const told = this.together ? `${found} of ${tracks.length} found it` : outcome(track);
    this.what.textContent = [told, this.together ? "" : scoreText(track)].filter(Boolean).join(" · ");
    const who = this.together ? `All of ${name}` : track.who;
    this.drawing.setAttribute("aria-label", `${who} searching for ${this.search.task}: ${told}`);
    this.laid = "";
  }

  private get together(): boolean {
    return this.shown.length > 1;
  }

  private who(trackChanged: () => void, all: boolean): HTMLElement {
    const { tracks, name } = this.row;
    if (tracks.length === 1) return html("strong", {}, tracks[0]!.who);
    const select = html("select", { "aria-label": `Which of ${name}` });
    tracks.forEach((track, i) => select.append(html("option", { value: i }, track.who)));
    select.append(html("option", { value: kAll }, `${name}: all ${tracks.length} together`));
    if (all) select.value = kAll;
    select.addEventListener("change", () => {
      this.choose(select.value);
      trackChanged();
    });
    return select;
  }

  private picture(): SVGElement {
    const { picture, width, height } = this.search;
    if (picture.startsWith("#")) return svg("use", { href: picture });
    return svg("image", { href: picture, width, height, preserveAspectRatio: "none" });
  }

  private targets(): SVGElement[] {
    return this.search.targets.flatMap(([x, y, width, height]) =>
      [6.75, 2.7].map((line, i) =>
        svg("rect", {
          class: `target ${i === 0 ? "halo" : "box"}`,
          "stroke-width": (line * this.unit) / 1.35,
          ...{ x, y, width, height },
        }),
      ),
    );
  }

  /** The searches as they stand at a time. */
  show(ms: number, layer: Layer): void {
    for (const shown of this.shown) this.showOne(shown, ms);
    const { track, timeline } = this.shown[0]!;
    const { fixation } = timeline.at(ms);
    const lay = `${layer} ${fixation}`;
    if (lay !== this.laid) this.lay(layer, track, fixation);
    this.laid = lay;
  }

  private showOne(shown: Shown, ms: number): void {
    const { track, timeline, gaze } = shown;
    const at = timeline.at(ms);
    const over = ms >= timeline.total;
    const flies = !over && at.flying > 0 && !reducedMotion.matches;
    const state = `${at.fixation} ${over}`;
    if (state !== shown.drawn || flies) this.draw(shown, at, flies);
    shown.drawn = flies ? "" : state;
    const [x, y] = flies ? [at.x, at.y] : track.points[at.fixation]!;
    gaze.setAttribute("cx", String(x));
    gaze.setAttribute("cy", String(y));
    gaze.classList.toggle("off", over);
  }

  private lay(layer: Layer, track: Track, fixation: number): void {
    const overlay = this.together
      ? null
      : this.painter.overlay(this.search, track, layer, fixation);
    if (overlay) this.overlay.setAttribute("href", overlay.image);
    this.overlay.classList.toggle("off", !overlay);
    this.scale.replaceChildren();
    if (overlay?.low) this.scale.append(overlay.low, html("i"), overlay.high ?? "");
    else if (!overlay && layer !== "none") {
      this.scale.append(this.together ? "choose one searcher to see it" : "not known for this searcher");
    }
  }

  private draw({ track, path }: Shown, at: Gaze, flies: boolean): void {
    const points = track.points.slice(0, at.fixation + 1);
    const line = points.map(([x, y]) => `${x},${y}`);
    if (flies) line.push(`${at.x},${at.y}`);
    const parts: SVGElement[] = ["halo", "line"].map((kind) =>
      svg("polyline", {
        class: kind,
        points: line.join(" "),
        "stroke-width": (kind === "halo" ? 4.9 : 2.5) * this.unit * (this.together ? 0.6 : 1),
        ...(kind === "line" ? { stroke: this.row.color } : {}),
      }),
    );
    points.forEach((_, i) => parts.push(this.disc(track, i)));
    path.replaceChildren(...parts);
  }

  private disc(track: Track, i: number): SVGElement {
    const [x, y, ms] = track.points[i]!;
    // The disc's area is the fixation's duration.
    const share = ms > 0 ? Math.min(2.5, Math.max(0.5, Math.sqrt(ms / kFixationMs))) : 1;
    const r = (this.together ? 4 : 9) * this.unit * share;
    const title = `fixation ${i + 1}${ms > 0 ? `, ${Math.round(ms)} ms` : ""}`;
    const group = svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("title", {}, title),
      svg("circle", { r, fill: this.row.color, class: "disc", "stroke-width": 1.5 * this.unit }),
    );
    if (!this.together) {
      const size = { "font-size": 12 * this.unit, fill: this.row.ink };
      group.append(svg("text", size, String(i + 1)));
    }
    if (track.found && i + 1 === track.points.length) {
      const ring = { r: r + (this.together ? 3 : 5) * this.unit, fill: "none", stroke: this.row.color };
      group.append(svg("circle", { ...ring, class: "found", "stroke-width": 2.2 * this.unit }));
    }
    return group;
  }
}
