import type { Row, SearchData, Track } from "./data";
import { html, reducedMotion, svg } from "./dom";
import { type Layer, LayerPainter } from "./layers";
import { Timeline, kFixationMs } from "./timeline";

// Sizes as image/figure_style.cc has them, at 512x320.
const kRadius = 12;

function outcome(track: Track): string {
  const n = track.points.length;
  return track.found ? `found with fixation ${n}` : `not found in ${n} fixations`;
}

function scoreText(track: Track): string {
  return Object.entries(track.scores)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(" · ");
}

/** One searcher's eyes over the picture. */
export class Panel {
  readonly element: HTMLElement;
  private readonly unit: number;
  private readonly drawing: SVGSVGElement;
  private readonly overlay = svg("image", { class: "overlay", preserveAspectRatio: "none" });
  private readonly path = svg("g", { class: "path" });
  private readonly gaze = svg("circle", { class: "gaze", fill: "none" });
  private readonly what = html("span", { class: "what" });
  private readonly scale = html("div", { class: "scale" });
  private track!: Track;
  private timeline!: Timeline;
  private drawn = "";

  /** `trackChanged`: another searcher of the row was chosen. */
  constructor(
    readonly search: SearchData,
    readonly row: Row,
    private readonly painter: LayerPainter,
    trackChanged: () => void,
  ) {
    const { width, height } = search;
    this.unit = Math.max(0.75, Math.hypot(width, height) / Math.hypot(512, 320)) * 1.35;
    this.drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.drawing.append(this.picture(), this.overlay, ...this.target(), this.path, this.gaze);
    const [gridX, gridY, gridWidth, gridHeight] = search.grid;
    const place = { x: gridX, y: gridY, width: gridWidth, height: gridHeight };
    for (const [name, value] of Object.entries(place)) this.overlay.setAttribute(name, `${value}`);
    this.gaze.setAttribute("stroke", row.color);
    this.gaze.setAttribute("stroke-width", String(3 * this.unit));
    this.gaze.setAttribute("r", String(kRadius * this.unit));
    const caption = html("figcaption", {}, this.who(trackChanged), this.what);
    this.element = html("figure", { class: "panel" }, this.drawing, this.scale, caption);
    this.choose(0);
  }

  get total(): number {
    return this.timeline.total;
  }
  get starts(): number[] {
    return this.timeline.starts;
  }
  get layers(): Layer[] {
    return LayerPainter.of(this.search, this.track);
  }

  private choose(index: number): void {
    this.track = this.row.tracks[index]!;
    this.timeline = new Timeline(this.track.points);
    this.what.textContent = [outcome(this.track), scoreText(this.track)].filter(Boolean).join(" · ");
    this.drawing.setAttribute(
      "aria-label",
      `${this.track.who} searching for ${this.search.task}: ${outcome(this.track)}`,
    );
    this.drawn = "";
  }

  private who(trackChanged: () => void): HTMLElement {
    const { tracks, name } = this.row;
    if (tracks.length === 1) return html("strong", {}, tracks[0]!.who);
    const select = html("select", { "aria-label": `Which of ${name}` });
    tracks.forEach((track, i) => select.append(html("option", { value: i }, track.who)));
    select.addEventListener("change", () => {
      this.choose(Number(select.value));
      trackChanged();
    });
    return select;
  }

  private picture(): SVGElement {
    const { picture, width, height } = this.search;
    if (picture.startsWith("#")) return svg("use", { href: picture });
    return svg("image", { href: picture, width, height, preserveAspectRatio: "none" });
  }

  private target(): SVGElement[] {
    if (!this.search.target) return [];
    const [x, y, width, height] = this.search.target;
    return ["halo", "box"].map((kind) =>
      svg("rect", { class: `target ${kind}`, x, y, width, height }),
    );
  }

  /** The search as it stands at a time; `whole`: its end, without a gaze under way. */
  show(ms: number, layer: Layer): void {
    const gaze = this.timeline.at(ms);
    const whole = ms >= this.total;
    const flying = !whole && gaze.flying > 0 && !reducedMotion.matches;
    const state = `${gaze.fixation} ${whole} ${layer}`;
    if (state !== this.drawn || flying) this.draw(gaze.fixation, flying ? gaze : null);
    if (state !== this.drawn) this.lay(layer, gaze.fixation);
    this.drawn = flying ? "" : state;
    const at = reducedMotion.matches ? this.track.points[gaze.fixation] : [gaze.x, gaze.y];
    this.gaze.setAttribute("cx", String(at?.[0] ?? 0));
    this.gaze.setAttribute("cy", String(at?.[1] ?? 0));
    this.gaze.classList.toggle("off", whole);
  }

  private lay(layer: Layer, fixation: number): void {
    const overlay = this.painter.overlay(this.search, this.track, layer, fixation);
    if (overlay) this.overlay.setAttribute("href", overlay.image);
    this.overlay.classList.toggle("off", !overlay);
    this.drawing.classList.toggle("dimmed", overlay !== null);
    this.scale.replaceChildren();
    if (overlay?.low) this.scale.append(overlay.low, html("i"), overlay.high ?? "");
    else if (!overlay && layer !== "none") this.scale.append("not known for this searcher");
  }

  private draw(last: number, flying: { x: number; y: number } | null): void {
    const points = this.track.points.slice(0, last + 1);
    const line = points.map(([x, y]) => `${x},${y}`);
    if (flying) line.push(`${flying.x},${flying.y}`);
    const parts: SVGElement[] = ["halo", "line"].map((kind) =>
      svg("polyline", {
        class: kind,
        points: line.join(" "),
        "stroke-width": (kind === "halo" ? 4.9 : 2.5) * this.unit,
        ...(kind === "line" ? { stroke: this.row.color } : {}),
      }),
    );
    points.forEach((_, i) => parts.push(this.disc(i)));
    this.path.replaceChildren(...parts);
  }

  private disc(i: number): SVGElement {
    const [x, y, ms] = this.track.points[i]!;
    // The disc's area is the fixation's duration.
    const share = ms > 0 ? Math.min(2.5, Math.max(0.5, Math.sqrt(ms / kFixationMs))) : 1;
    const r = 9 * this.unit * share;
    const title = `fixation ${i + 1}${ms > 0 ? `, ${Math.round(ms)} ms` : ""}`;
    const group = svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("title", {}, title),
      svg("circle", { r, fill: this.row.color, class: "disc", "stroke-width": 1.5 * this.unit }),
      svg("text", { "font-size": 12 * this.unit, fill: this.row.ink }, String(i + 1)),
    );
    if (this.track.found && i + 1 === this.track.points.length) {
      const ring = { r: r + 5 * this.unit, fill: "none", stroke: this.row.color };
      group.append(svg("circle", { ...ring, class: "found", "stroke-width": 2.2 * this.unit }));
    }
    return group;
  }
}
