/** One record as people read JSON: its fields in their order, numbers with their own digits. */
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import { memberColumns } from '../export/jsonWriter.ts';
import type { RecordRow } from '../base/cells.ts';

const INDENT = '  ';
const NEWLINE = `\n${INDENT}`;

export function recordJson(fields: readonly Field[], record: RecordRow): string {
  const members = memberColumns(fields).map(
    ({ key, column }) => `${NEWLINE}${key}: ${stringifyExact(record[column] ?? null, INDENT, NEWLINE)}`,
  );
  return members.length === 0 ? '{}\n' : `{${members.join(',')}\n}\n`;
}
