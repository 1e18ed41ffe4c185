import type { Track } from "./data";

/** How long a fixation lasts that has no duration: about the mean in search. */
export const kFixationMs = 250;
/** From one fixation to the next. */
export const kSaccadeMs = 40;

export interface Gaze {
  fixation: number; // the one under way, or left last
  x: number;
  y: number;
  flying: number; // share of the way to the next, 0 while resting
}

/** When a track's eyes are where. Everything that plays together shares one clock, from 0. */
export class Timeline {
  readonly starts: number[] = [];
  readonly total: number;
  private readonly ends: number[] = [];

  constructor(private readonly points: Track["points"]) {
    let now = 0;
    for (const [, , ms] of points) {
      this.starts.push(now);
      now += ms > 0 ? ms : kFixationMs;
      this.ends.push(now);
      now += kSaccadeMs;
    }
    this.total = this.ends.at(-1) ?? 0;
  }

  at(ms: number): Gaze {
    let fixation = 0;
    while (fixation + 1 < this.starts.length && this.starts[fixation + 1]! <= ms) ++fixation;
    const [x, y] = this.points[fixation] ?? [0, 0];
    const next = this.points[fixation + 1];
    const end = this.ends[fixation] ?? 0;
    if (!next || ms <= end) return { fixation, x, y, flying: 0 };
    const flying = (ms - end) / kSaccadeMs;
    return { fixation, x: x + flying * (next[0] - x), y: y + flying * (next[1] - y), flying };
  }
}
