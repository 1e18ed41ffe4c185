import type { SearchData } from "./data";
import { html, svg } from "./dom";
import { type Layer, LayerPainter } from "./layers";
import { Panel } from "./panel";

const kIcons = {
  play: "M5 3v14l12-7z",
  pause: "M5 3h4v14H5zM11 3h4v14h-4z",
  back: "M4 3h3v14H4zM17 3v14L8 10z",
  on: "M3 3v14l9-7zM13 3h3v14h-3z",
};

function icon(path: string): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: path }));
}

function button(label: string, path: string, press: () => void): HTMLButtonElement {
  const element = html("button", { type: "button", "aria-label": label, title: label }, icon(path));
  element.addEventListener("click", press);
  return element;
}

/** Searches, in lockstep on one clock. */
export class Player {
  readonly element = html("div", { class: "player", role: "group" });
  readonly panels: Panel[];
  private readonly legend = html("ul", { class: "classes" });
  private readonly toggle = button("Play", kIcons.play, () => this.playing ? this.pause() : this.play());
  private readonly scrub = html("input", { type: "range", min: 0, step: 1, "aria-label": "Time" });
  private readonly clock = html("output", {});
  private now = 0;
  private playing = false;
  private frame = 0;
  private layer: Layer = "none";
  speed = 0.5;

  /** `together`: begin with all of a row's tracks at once. */
  constructor(private readonly searches: SearchData[], painter: LayerPainter, together = false) {
    const tasks = [...new Set(searches.map(({ task }) => task))];
    this.element.setAttribute("aria-label", `Searches for ${tasks.join(" and ")}`);
    const changed = () => this.tracksChanged();
    this.panels = searches.flatMap((search) =>
      search.rows.map((row) => new Panel(search, row, painter, changed, together)),
    );
    const stage = html("div", { class: "figures columns-3" }, ...this.panels.map((p) => p.element));
    const controls = html(
      "div",
      { class: "controls" },
      button("Fixation back", kIcons.back, () => this.step(-1)),
      this.toggle,
      button("Fixation on", kIcons.on, () => this.step(1)),
      this.scrub,
      this.clock,
    );
    this.element.append(stage, this.legend, controls);
    this.scrub.addEventListener("input", () => this.seek(Number(this.scrub.value)));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.tracksChanged();
  }

  get total(): number {
    return Math.max(...this.panels.map((panel) => panel.total));
  }

  get layers(): Set<Layer> {
    return new Set(this.panels.flatMap((panel) => panel.layers));
  }

  setLayer(layer: Layer): void {
    this.layer = layer;
    const classes = layer === "classes" ? (this.searches[0]?.beliefs?.classes ?? []) : [];
    this.legend.replaceChildren(
      ...classes.map(({ name, color }) => {
        const swatch = html("i");
        swatch.style.background = color;
        return html("li", {}, swatch, name);
      }),
    );
    this.draw();
  }

  // Another searcher has another length: the whole of it is shown.
  private tracksChanged(): void {
    this.pause();
    this.scrub.max = String(Math.ceil(this.total));
    this.now = this.total;
    this.draw();
  }

  play(): void {
    if (this.playing) return;
    if (this.now >= this.total) this.now = 0;
    this.playing = true;
    this.showToggle();
    let last = performance.now();
    const tick = (time: number) => {
      this.now = Math.min(this.total, this.now + Math.max(0, time - last) * this.speed);
      last = time;
      this.draw();
      if (this.now >= this.total) this.pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.showToggle();
  }

  seek(ms: number): void {
    this.pause();
    this.now = Math.max(0, Math.min(this.total, ms));
    this.draw();
  }

  /** To where the next (or the previous) fixation of any of the searches begins. */
  step(direction: 1 | -1): void {
    const stops = this.panels.flatMap((panel) => panel.starts).concat(this.total);
    const on = stops.filter((stop) => (direction > 0 ? stop > this.now : stop < this.now));
    if (on.length > 0) this.seek(direction > 0 ? Math.min(...on) : Math.max(...on));
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches("select")) return;
    const act: Record<string, () => void> = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.seek(0),
      End: () => this.seek(this.total),
    };
    // A button's own press is the space bar.
    if (!target.matches("button")) act[" "] = () => this.toggle.click();
    const press = act[event.key];
    if (!press) return;
    event.preventDefault();
    press();
  }

  private showToggle(): void {
    const label = this.playing ? "Pause" : "Play";
    if (this.toggle.title === label) return;
    this.toggle.title = label;
    this.toggle.setAttribute("aria-label", label);
    this.toggle.replaceChildren(icon(this.playing ? kIcons.pause : kIcons.play));
  }

  private draw(): void {
    for (const panel of this.panels) panel.show(this.now, this.layer);
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    this.scrub.value = String(Math.round(this.now));
    this.clock.textContent = `${seconds(this.now)} of ${seconds(this.total)} s`;
    this.scrub.setAttribute("aria-valuetext", this.clock.textContent);
  }
}
