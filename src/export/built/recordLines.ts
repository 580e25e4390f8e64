/** Records that lie in a file of JSON lines (NdjsonWriter), as a format is built from them. */
import { createReadStream } from 'node:fs';
import { isList, member, type RecordRow } from '../../base/cells.ts';
import { parseExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { BuildSource } from '../buildSource.ts';

/** Bytes read at a time: what makes a batch. */
const CHUNK = 64 * 1024;

/** `path` has a line for each of `records`. Reading throws what the file system says. */
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

/** Whole lines. A line break within a text is `\n` in JSON, so that each line is a record. */
function rowsOf(lines: string, fields: readonly Field[]): readonly RecordRow[] {
  const records = parseExact(`[${lines.trimEnd().replaceAll('\n', ',')}]`);
  return isList(records) ? records.map((record) => fields.map(({ id }) => member(record, id) ?? null)) : [];
}
