/** What lies between a least and a greatest value, cut at readable places. Every value belongs to exactly one bin. */

export interface Bin {
  /** "10 – 20", "2019"; digits and dates as everywhere in the program, whatever the language. */
  readonly label: string;
  /** A value may be this one, or behind it. */
  readonly least: string;
  /** The last value that belongs here; absent where there is no saying what comes right before the next bin. */
  readonly greatest?: string;
}

export interface ValueBins {
  readonly bins: readonly Bin[];
  /** Place of a value's bin. */
  readonly placeOf: (value: string) => number;
}

/** `starts`: where bins begin, in order. Values before the first one belong to the first bin. */
export function placeAmong<T>(starts: readonly T[], isBefore: (start: T) => boolean): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const start = starts[middle];
    if (start !== undefined && isBefore(start)) high = middle - 1;
    else low = middle;
  }
  return low;
}

/** Of two texts that may be the same. */
export function spanLabel(first: string, last: string): string {
  return first === last ? first : `${first} – ${last}`;
}
