/**
 * Format of the file that a download hands to the process that makes a local copy: a line of JSON with the portal's
 * fields, then a line for each record with its values, including `_id`, in that order. Values are JSON with all digits,
 * separated by tabs, which JSON on one line can't contain, so that no parsing is needed.
 */
import { createReadStream } from 'node:fs';
import { stringifyExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { RecordRow } from '../../base/cells.ts';

const BETWEEN = '\t';

/** The first line of the file, with its line end. */
export function copyHead(fields: readonly Field[]): string {
  return `${stringifyExact(fields.map(({ id, type, info = null }) => ({ id, type, info })))}\n`;
}

/** A line for each record, whose values are in the order of the fields. */
export function copyLines(rows: readonly RecordRow[]): string {
  return rows.map((row) => `${row.map((value) => stringifyExact(value)).join(BETWEEN)}\n`).join('');
}

export async function readCopyHead(file: string): Promise<readonly Field[]> {
  for await (const line of linesOf(file)) {
    const fields = JSON.parse(line) as readonly Field[];
    return fields.map(({ info, ...field }) => ({ ...field, ...(info !== null && info !== undefined && { info }) }));
  }
  throw new Error('The download has no fields.');
}

/** Yields the values of each record as JSON. */
export async function* readCopyRows(file: string): AsyncGenerator<readonly string[], void, undefined> {
  let isHead = true;
  for await (const line of linesOf(file)) {
    if (!isHead) yield line.split(BETWEEN);
    isHead = false;
  }
}

/** Splits only at LF: node:readline also ends a line at U+2028. */
async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const pieces: string[] = [];
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const [first = '', ...rest] = (chunk as string).split('\n');
    pieces.push(first);
    for (const next of rest) {
      yield pieces.join('');
      pieces.splice(0, pieces.length, next);
    }
  }
  if (pieces.some((piece) => piece !== '')) throw new Error('The download broke off within a record.');
}
