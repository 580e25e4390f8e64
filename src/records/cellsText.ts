/** Selected cells as text, whether they are loaded or not. */
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { type FormatId, FORMATS } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import type { SelectedRange } from '../messages/gridProtocol.ts';
import { CLIPBOARD_LIMIT } from '../platform/textPlaces.ts';
/** Records asked for at once. */
const STEP = 1000;

export class TooMuchToCopy extends Error {
  override readonly name = 'TooMuchToCopy';
  /** How many records were read before it was too much. */
  readonly records: number;

  constructor(records: number) {
    super('Too much text');
    this.records = records;
  }
}

export interface CopiedText {
  readonly text: string;
  /** Fewer than were asked for where the result ends earlier. */
  readonly records: number;
}

/** For the clipboard. Throws TooMuchToCopy, HttpError, DatastoreError, or the reason of an abort. */
export async function cellsText(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  range: SelectedRange,
  format: FormatId,
  withHeader: boolean,
  signal: AbortSignal,
  onProgress?: (records: number) => void,
): Promise<CopiedText> {
  const { header, Writer } = FORMATS[format];
  const options = { hasHeader: withHeader || header !== 'optional', limit: CLIPBOARD_LIMIT };
  const { text, records } = await writeCells(result, range, new Writer(), options, signal, onProgress);
  return { text: text.replace(/\r?\n$/, ''), records };
}

/** `limit`: in UTF-16 units. Throws as `cellsText` does. */
export async function writeCells(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  { firstRow, lastRow, fields }: SelectedRange,
  writer: RecordWriter,
  { hasHeader, limit }: { readonly hasHeader: boolean; readonly limit: number },
  signal: AbortSignal,
  onProgress: (records: number) => void = () => undefined,
): Promise<CopiedText> {
  const header = writer.begin(pick(result.fields, fields));
  const parts = hasHeader ? [header] : [];
  let length = header.length;
  let records = 0;
  for (let row = firstRow; row < lastRow; row += STEP) {
    const end = Math.min(row + STEP, lastRow);
    const rows = await result.rows(row, end, signal);
    const text = writer.rows(rows.map((record) => fields.map((field) => record[field] ?? null)));
    parts.push(text);
    length += text.length;
    records += rows.length;
    if (length > limit) throw new TooMuchToCopy(records);
    onProgress(records);
    if (rows.length < end - row) break;
  }
  parts.push(writer.end());
  return { text: parts.join(''), records };
}

function pick<T>(all: readonly T[], places: readonly number[]): readonly T[] {
  return places.flatMap((place) => all.slice(place, place + 1));
}
