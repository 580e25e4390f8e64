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
    const least = step === 0 ? here : here + 1;
    let [first, last, next, previous]: (Match | undefined)[] = [];
    let [matches, records] = [0, 0];
    for (const { first: row, rows } of [...this.#result.loadedRows()]) {
      const [head] = rows;
      if (head === undefined) continue;
      const kept = cache.get(head);
      const hits = kept?.rows === rows.length ? kept : await search(rows, fields, needle, slice);
      cache.set(head, hits);
      const { places } = hits;
      const [offset, earlier] = [row * width, matches];
      const match = (at: number): Match | undefined => {
        const place = places[at];
        return place === undefined ? undefined : { place: offset + place, index: earlier + at };
      };
      first ??= match(0);
      last = match(places.length - 1) ?? last;
      next ??= match(lowerBound(places, least - offset));
      previous = match(lowerBound(places, here - offset) - 1) ?? previous;
      matches += places.length;
      records += rows.length;
    }
    const found = step === -1 ? (previous ?? last) : (next ?? first);
    if (found === undefined) return { matches, records };
    const { place, index } = found;
    return { match: { row: Math.floor(place / width), field: fields[place % width] ?? 0, index }, matches, records };
  }
}

interface Match {
  readonly place: number;
  readonly index: number;
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
      if (
        cellText(record[field] ?? null)
          .toLowerCase()
          .includes(needle)
      )
        places.push(row * fields.length + at);
  }
  return { places: Uint32Array.from(places), rows: rows.length };
}
