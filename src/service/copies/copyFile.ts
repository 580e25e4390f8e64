/**
 * A download for the process that makes a local copy: a line of JSON with the fields, then a line of tab-separated
 * values for each record, in that order with `_id`. JSON with all digits on one line can't contain tabs.
 */
import { createReadStream } from 'node:fs';
import { stringifyExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { RecordRow } from '../../base/cells.ts';

const BETWEEN = '\t';

export function copyHead(fields: readonly Field[]): string {
  return `${stringifyExact(fields.map(({ id, type, info = null }) => ({ id, type, info })))}\n`;
}

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
