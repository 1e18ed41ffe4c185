import { type Beliefs, type SearchData, type Track, decode, kCells, kColumns, kRows } from "./data";

/** What can lie over the picture at each fixation. */
export type Layer = "none" | "target" | "classes" | "next" | "reward";

export const kLayerNames: Record<Layer, string> = {
  none: "the picture",
  target: "belief: the target",
  classes: "belief: all classes",
  next: "where the model looks next (√)",
  reward: "learned reward",
};

/** A map as a picture of a pixel a cell, and what its colours mean. */
export interface Overlay {
  image: string;
  low?: string;
  high?: string;
}

type Rgba = [number, number, number, number];

const canvas = document.createElement("canvas");
canvas.width = kColumns;
canvas.height = kRows;

function paint(colorOf: (cell: number) => Rgba): string {
  const context = canvas.getContext("2d")!;
  const pixels = context.createImageData(kColumns, kRows);
  for (let cell = 0; cell < kCells; ++cell) pixels.data.set(colorOf(cell), 4 * cell);
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}

function rgb(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Draws the layers of searches in the colours that the page gives. */
export class LayerPainter {
  private readonly heat: [number, number, number][];
  private readonly made = new Map<string, Overlay>();

  constructor(readonly palette: string[]) {
    this.heat = palette.map(rgb);
  }

  /** The layers that a track has. */
  static of(search: SearchData, track: Track): Layer[] {
    const layers: Layer[] = ["none"];
    if (search.beliefs && track.seen) layers.push("target", "classes");
    if (track.next) layers.push("next");
    if (track.reward) layers.push("reward");
    return layers;
  }

  /** After so many fixations; null where the track has no such layer. */
  overlay(search: SearchData, track: Track, layer: Layer, fixation: number): Overlay | null {
    if (!LayerPainter.of(search, track).includes(layer) || layer === "none") return null;
    const key = [search.picture, search.task, track.who, track.points.join(), layer, fixation].join();
    let overlay = this.made.get(key);
    if (!overlay) this.made.set(key, (overlay = this.draw(search, track, layer, fixation)));
    return overlay;
  }

  private draw(search: SearchData, track: Track, layer: Layer, fixation: number): Overlay {
    if (layer === "next" || layer === "reward") {
      const { cells, low, high } = track[layer]![fixation]!;
      return { image: paint((cell) => this.heatAt(decode(cells[cell]))), low, high };
    }
    const seen = new Set(track.seen!.slice(0, fixation + 1).flat());
    const beliefs = search.beliefs!;
    if (layer === "target") {
      const { targetSharp, targetBlurred } = beliefs;
      const level = (cell: number) => decode((seen.has(cell) ? targetSharp : targetBlurred)[cell]);
      return { image: paint((cell) => this.heatAt(level(cell))), low: "surely not", high: "surely" };
    }
    return { image: paint((cell) => this.classAt(beliefs, cell, seen.has(cell))) };
  }

  // The picture shows through, most where there is least.
  private heatAt(level: number): Rgba {
    const at = Math.max(0, level);
    return [...(this.heat[at] ?? [0, 0, 0]), 100 + 100 * (at / (this.heat.length - 1))];
  }

  // What was seen sharply stands out.
  private classAt(beliefs: Beliefs, cell: number, seen: boolean): Rgba {
    const entry = beliefs.classes[decode((seen ? beliefs.sharp : beliefs.blurred)[cell])];
    return entry ? [...rgb(entry.color), seen ? 215 : 120] : [0, 0, 0, 0];
  }
}
