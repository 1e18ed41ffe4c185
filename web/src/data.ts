// What a page is given to play. Written by study/played_search.cc; coordinates are pixels of the
// picture, times milliseconds.

/** 640 cells at 64 levels, a character of base64 each; what the lowest and the highest mean. */
export interface LevelMap {
  cells: string;
  low: string;
  high: string;
}

export interface Track {
  who: string;
  points: [x: number, y: number, ms: number][]; // ms 0: not known
  found: boolean;
  inSight?: boolean; // not looked at, but in the fovea by the parser's own sharp view
  scores: Record<string, number>;
  seen?: number[][]; // cells that each fixation shows sharply for the first time
  next?: LevelMap[]; // where the model would look after each fixation
  reward?: LevelMap[]; // what it holds each look for worth
}

/** People, the random baseline or a model. */
export interface Row {
  name: string;
  kind: "people" | "random" | "model";
  color: string;
  ink: string; // readable on the colour
  tracks: Track[]; // the first is shown first
  gap?: number; // of models: people's mean sequence score less the model's
}

/** What is believed to be where, before and after a look. */
export interface Beliefs {
  classes: { name: string; color: string }[];
  sharp: string; // a class a cell, a character of base64; "." none
  blurred: string;
  targetSharp: string; // how much of the target, 64 levels of 0 to 1
  targetBlurred: string;
}

export interface SearchData {
  task: string;
  name: string;
  width: number;
  height: number;
  picture: string; // "#id" of an <image> in the page, or an address
  grid: [x: number, y: number, width: number, height: number]; // where the maps lie
  targets: [x: number, y: number, width: number, height: number][]; // each place where there is one
  unsure?: boolean; // the parser saw none: what is shown are guesses
  rows: Row[];
  beliefs?: Beliefs;
}

export const kColumns = 32;
export const kRows = 20;
export const kCells = kColumns * kRows;

const kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const kValueOf = new Map([...kAlphabet].map((letter, value) => [letter, value]));

/** 0 to 63, or -1 for none. */
export function decode(letter: string | undefined): number {
  return kValueOf.get(letter ?? "") ?? -1;
}
