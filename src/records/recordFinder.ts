/** Finds text in a result's loaded records, in slices that leave the extension host free. */
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { cellText } from '../export/recordWriter.ts';
import type { RecordRow } from '../base/cells.ts';
import type { FindAnswer, FindQuestion } from '../messages/gridProtocol.ts';

interface Hits {
  /** Rising numbers, each the row in the stretch * number of fields + position of the field in the shown order. */
  readonly places: Uint32Array;
  readonly rows: number;
}

/** Finds text in one result. Matches of a stretch are kept while text and fields stay the same. */
export class RecordFinder {
  readonly #result: Pick<ResultSet, 'loadedRows'>;
  /** Matches by the first record of their stretch, because a page that is loaded again has new record objects. */
  #hits = new WeakMap<RecordRow, Hits>();
  #topic = '';

  constructor(result: Pick<ResultSet, 'loadedRows'>) {
    this.#result = result;
  }

  /** Finds the next or previous match. Throws the signal's reason. */
  async find({ text, fields, from, step }: FindQuestion, signal: AbortSignal): Promise<FindAnswer> {
    const needle = text.toLowerCase();
    if (needle === '') return { matches: 0, records: 0 };
    const topic = JSON.stringify([needle, fields]);
    if (topic !== this.#topic) this.#hits = new WeakMap();
    this.#topic = topic;
    const cache = this.#hits;
    const slice = new TimeSlice(signal);
    const width = fields.length;
    const here = from.row * width + fields.indexOf(from.field);
    const matches = new Matches(step === 0 ? here : here + 1, here);
    let records = 0;
    for (const { first, rows } of [...this.#result.loadedRows()]) {
      const [head] = rows;
      if (head === undefined) continue;
      const kept = cache.get(head);
      const hits = kept?.rows === rows.length ? kept : await search(rows, fields, needle, slice);
      cache.set(head, hits);
      records += rows.length;
      matches.add(hits.places, first * width);
    }
    const match = step === -1 ? matches.before : matches.after;
    return {
      ...(match !== undefined && {
        match: { row: Math.floor(match.place / width), field: fields[match.place % width] ?? 0, index: match.index },
      }),
      matches: matches.count,
      records,
    };
  }
}

interface Match {
  readonly place: number;
  readonly index: number;
}

class Matches {
  readonly #least: number;
  readonly #end: number;
  #first: Match | undefined;
  #last: Match | undefined;
  #after: Match | undefined;
  #before: Match | undefined;
  count = 0;

  /** The next match is the first at `least` or behind. The previous one is the last before `end`. */
  constructor(least: number, end: number) {
    this.#least = least;
    this.#end = end;
  }

  /** Adds the matches of the next stretch, whose positions count from `offset`. */
  add(places: Uint32Array, offset: number): void {
    const match = (at: number): Match | undefined => {
      const place = places[at];
      return place === undefined ? undefined : { place: offset + place, index: this.count + at };
    };
    this.#first ??= match(0);
    this.#last = match(places.length - 1) ?? this.#last;
    this.#after ??= match(lowerBound(places, this.#least - offset));
    this.#before = match(lowerBound(places, this.#end - offset) - 1) ?? this.#before;
    this.count += places.length;
  }

  get after(): Match | undefined {
    return this.#after ?? this.#first;
  }

  get before(): Match | undefined {
    return this.#before ?? this.#last;
  }
}

/** Index of the first number that isn't less than `least`. */
function lowerBound(sorted: Uint32Array, least: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

async function search(
  rows: readonly RecordRow[],
  fields: readonly number[],
  needle: string,
  slice: TimeSlice,
): Promise<Hits> {
  const places: number[] = [];
  for (const [row, record] of rows.entries()) {
    if (slice.isOver) await slice.next();
    for (const [at, field] of fields.entries())
      if (contains(record[field] ?? null, needle)) places.push(row * fields.length + at);
  }
  return { places: Uint32Array.from(places), rows: rows.length };
}

function contains(value: RecordRow[number], needle: string): boolean {
  return value !== null && cellText(value).toLowerCase().includes(needle);
}
