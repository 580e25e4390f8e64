/** The records in a file of JSON lines (NdjsonWriter), from which another format is built. */
import { createReadStream } from 'node:fs';
import { isList, member, type RecordRow } from '../../base/cells.ts';
import { parseExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';

/** Records stored on this machine, because a binary file can't be continued after a failure. */
export interface BuildSource {
  readonly fields: readonly Field[];
  /** All records from the first one on. May be called several times. */
  batches(): AsyncIterable<readonly RecordRow[]>;
  readonly records: number;
}

/** Number of bytes read at a time, which sets the size of a batch. */
const CHUNK = 64 * 1024;

/** Reads the file at `path`, which has a line for each of `records`. Iterating throws file system errors. */
export function recordLines(path: string, fields: readonly Field[], records: number): BuildSource {
  async function* batches(): AsyncGenerator<readonly RecordRow[], void, undefined> {
    let rest = '';
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK })) {
      const text = rest + String(chunk);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (end > 0) yield rowsOf(text.slice(0, end), fields);
    }
  }
  return { fields, records, batches };
}

/** Each line is one record, because a line break inside a text is `\n` in JSON. */
function rowsOf(lines: string, fields: readonly Field[]): readonly RecordRow[] {
  const records = parseExact(`[${lines.trimEnd().replaceAll('\n', ',')}]`);
  return isList(records) ? records.map((record) => fields.map(({ id }) => member(record, id) ?? null)) : [];
}
