import type { Row, SearchData } from "./data";
import { choice, html, reducedMotion } from "./dom";
import { type Layer, LayerPainter, kLayerNames } from "./layers";
import { Player } from "./player";
import { kFixationMs } from "./timeline";

interface Item {
  element: HTMLElement; // with the heading
  player: Player;
  data: SearchData;
  place: number;
}

const kSpeeds: [string, string][] = [
  ["0.25", "a quarter"],
  ["0.5", "half"],
  ["1", "as it happened"],
  ["2", "double"],
];

function json(parent: Element): unknown {
  return JSON.parse(parent.querySelector(":scope > script")?.textContent ?? "null");
}

/** Searches found by most of a row's scanpaths. */
function found(row: Row): boolean {
  return 2 * row.tracks.filter((track) => track.found).length >= row.tracks.length;
}

function modelOf(data: SearchData, name: string): Row | undefined {
  return data.rows.find((row) => row.kind === "model" && row.name === name);
}

/** Searches that play, with what chooses and orders them. */
export class Gallery {
  private readonly items: Item[];
  private readonly status = html("p", { role: "status" });
  private readonly models: string[];
  private chosen = { task: "", outcome: "", order: "" };

  constructor(private readonly root: HTMLElement) {
    const { palette } = json(root) as { palette: string[] };
    const painter = new LayerPainter(palette);
    root.style.setProperty("--heat", `linear-gradient(90deg, ${palette.join()})`);
    this.items = [...root.querySelectorAll<HTMLElement>(":scope > .search")].map((element, place) => {
      const data = json(element) as SearchData;
      const player = new Player([data], painter);
      element.append(player.element);
      return { element, player, data, place };
    });
    const names = this.items.flatMap(({ data }) => data.rows.filter((row) => row.kind === "model"));
    this.models = [...new Set(names.map((row) => row.name))];
    root.prepend(this.tools(), this.status);
    this.apply();
  }

  private tools(): HTMLElement {
    const tools = html("div", { class: "tools" });
    const tasks = [...new Set(this.items.map(({ data }) => data.task))].sort();
    if (tasks.length > 1) {
      const options: [string, string][] = tasks.map((task) => [task, task]);
      tools.append(this.filter("Target", "task", [["", "all"], ...options]));
    }
    if (this.models.length > 0) {
      const outcomes = this.models.flatMap((name): [string, string][] => [
        [`+${name}`, `${name} found it`],
        [`-${name}`, `${name} did not find it`],
      ]);
      tools.append(this.filter("Outcome", "outcome", [["", "all"], ...outcomes]));
      const orders = this.models.flatMap((name): [string, string][] => [
        [`+${name}`, `${name} least like people`],
        [`-${name}`, `${name} most like people`],
      ]);
      tools.append(this.filter("First", "order", [["", "as drawn"], ...orders]));
    }
    const layers = new Set(this.items.flatMap(({ player }) => [...player.layers]));
    if (layers.size > 1) {
      const options = (Object.keys(kLayerNames) as Layer[]).filter((layer) => layers.has(layer));
      tools.append(
        choice(
          "Show",
          options.map((layer) => [layer, kLayerNames[layer]]),
          (layer) => this.items.forEach(({ player }) => player.setLayer(layer as Layer)),
        ),
      );
    }
    const speed = choice("Speed", kSpeeds, (value) => {
      for (const { player } of this.items) player.speed = Number(value);
    });
    speed.querySelector("select")!.value = "0.5";
    const all = html("button", { type: "button" }, "Play all");
    all.addEventListener("click", () => this.playAll());
    tools.append(speed, all);
    return tools;
  }

  private filter(label: string, key: keyof Gallery["chosen"], options: [string, string][]) {
    return choice(label, options, (value) => {
      this.chosen[key] = value;
      this.apply();
    });
  }

  private shows({ data }: Item): boolean {
    const { task, outcome } = this.chosen;
    if (task && data.task !== task) return false;
    if (!outcome) return true;
    const model = modelOf(data, outcome.slice(1));
    return model !== undefined && found(model) === outcome.startsWith("+");
  }

  private apply(): void {
    const { order } = this.chosen;
    const sign = order.startsWith("+") ? -1 : 1;
    const gap = ({ data }: Item) => modelOf(data, order.slice(1))?.gap ?? -sign * Infinity;
    const ordered = [...this.items].sort((a, b) =>
      order ? sign * (gap(a) - gap(b)) || a.place - b.place : a.place - b.place,
    );
    for (const { element } of ordered) this.root.append(element);
    let shown = 0;
    for (const item of this.items) {
      const shows = this.shows(item);
      item.element.hidden = !shows;
      if (shows) ++shown;
      else item.player.pause();
    }
    const motion = reducedMotion.matches ? " Eyes jump, as your system asks for less motion." : "";
    this.status.textContent =
      `${shown} of ${this.items.length} searches. Fixations without a duration last ` +
      `${kFixationMs} ms here.${motion}`;
  }

  private playAll(): void {
    for (const { element, player } of this.items) {
      if (element.hidden) continue;
      player.seek(0);
      player.play();
    }
  }
}
