/** Selected cells as text, loaded or not: in a format, in a form for screen readers, or summed up. */
import type { CellValue, RecordRow } from '../../base/cells.ts';
import { MAX_DIGITS } from '../../base/exactDecimal.ts';
import type { Field } from '../../base/field.ts';
import { oneLine } from '../../base/oneLine.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import { TEXT_FORMATS, type TextFormatId } from '../../export/formats.ts';
import { cellText, type RecordWriter } from '../../export/recordWriter.ts';
import { GRID_STRINGS } from '../../messages/gridStrings.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import { CLIPBOARD_LIMIT } from '../../platform/textPlaces.ts';
import { countText, recordsText } from '../../platform/quantities.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import { selectedRows, SELECTED_AT_ONCE } from './selectedRows.ts';
import type { SelectionSummary } from './selectionSummary.ts';
import { SELECTION_WORDS, SUMMARY_WORDS } from '../recordsWords.ts';

export class TooMuchToCopy extends Error {
  override readonly name = 'TooMuchToCopy';
  /** Number of records that were read before the text was too long. */
  readonly records: number;

  constructor(records: number) {
    super('Too much text');
    this.records = records;
  }
}

export interface CopiedText {
  readonly text: string;
  /** Number of records, which is less than requested if the result ends earlier. */
  readonly records: number;
}

/** The text for the clipboard. Throws TooMuchToCopy, HttpError, DatastoreError, or the signal's reason. */
export async function cellsText(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  range: SelectedRange,
  format: TextFormatId,
  withHeader: boolean,
  signal: AbortSignal,
  onProgress?: (records: number) => void,
): Promise<CopiedText> {
  const { header, Writer } = TEXT_FORMATS[format];
  const options = { hasHeader: withHeader || header !== 'optional', limit: CLIPBOARD_LIMIT };
  const { text, records } = await writeCells(result, range, new Writer(), options, signal, onProgress);
  return { text: text.replace(/\r?\n$/, ''), records };
}

/** Writes cells, at most `limit` UTF-16 units. Throws like `cellsText`. */
export async function writeCells(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  range: SelectedRange,
  writer: RecordWriter,
  { hasHeader, limit }: { readonly hasHeader: boolean; readonly limit: number },
  signal: AbortSignal,
  onProgress: (records: number) => void = () => undefined,
): Promise<CopiedText> {
  const { fields } = range;
  const total = range.lastRow - range.firstRow;
  const header = writer.begin(fields.flatMap((place) => result.fields.slice(place, place + 1)));
  const parts = hasHeader ? [header] : [];
  let length = header.length;
  let records = 0;
  for await (const rows of selectedRows(result, range, signal)) {
    const text = writer.rows(rows.map((record) => fields.map((field) => record[field] ?? null)));
    parts.push(text);
    length += text.length;
    records += rows.length;
    if (length > limit || isTooLong(length, limit, records, total)) throw new TooMuchToCopy(records);
    onProgress(records);
  }
  parts.push(writer.end());
  return { text: parts.join(''), records };
}

/** Whether `total` records will clearly exceed the limit. The fewer were read, the more they have to exceed it. */
function isTooLong(length: number, limit: number, records: number, total: number): boolean {
  return (length / records) * total > limit * (1 + (5 * SELECTED_AT_ONCE) / records);
}

export interface SelectionWords {
  readonly record: (row: number) => string;
  readonly null: string;
  readonly emptyText: string;
  readonly noName: string;
}

export class SelectionText implements RecordWriter {
  readonly #words: SelectionWords;
  #row: number;
  #names: readonly string[] = [];

  /** `firstRow` is the index of the first record in the result. */
  constructor(firstRow: number, words: SelectionWords) {
    this.#row = firstRow;
    this.#words = words;
  }

  begin(fields: readonly Field[]): string {
    this.#names = fields.map(({ id }) => oneLine(id).trim() || this.#words.noName);
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map((row) => this.#record(row)).join('');
  }

  end(): string {
    return '';
  }

  #record(values: RecordRow): string {
    const lines = this.#names.map((name, column) => `${name}: ${this.#value(values[column] ?? null)}\n`);
    const heading = this.#words.record(this.#row);
    this.#row += 1;
    return `\n${heading}\n${lines.join('')}`;
  }

  #value(value: CellValue): string {
    if (value === null) return this.#words.null;
    const text = cellText(value);
    // The indentation keeps a value's next line from looking like another field.
    return text === '' ? this.#words.emptyText : text.replace(/\r\n?|\n/g, '\n  ');
  }
}

export function selectionWords(): SelectionWords {
  const { null: none, emptyText, noName } = translated(GRID_STRINGS);
  const record = (row: number) => translate(SELECTION_WORDS.record, { 0: countText(row + 1) });
  return { record, null: none, emptyText, noName };
}

export function selectionHeading(resource: string, records: number, fields: number): string {
  const fieldsText =
    fields === 1 ? translate(SELECTION_WORDS.oneField) : translate(SELECTION_WORDS.fields, { 0: countText(fields) });
  return translate(SELECTION_WORDS.heading, { 0: resource, 1: recordsText(records), 2: fieldsText });
}

export interface SelectionFacts {
  readonly cells: number;
  readonly records: number;
  /** Absent if cells were only counted. May cover fewer records than are selected. */
  readonly facts?: SelectionSummary;
  /** The name of a file with more records than can be selected yet. */
  readonly loading?: string;
}

/** The summary "12 cells · 3 loaded records: sum 34.50 · mean 2.875 · min 1 · max 9", with all digits. */
export function selectionSummaryText({ cells, records, facts, loading }: SelectionFacts): string {
  const parts = facts === undefined ? [] : factParts(facts);
  if (facts !== undefined && facts.records < records && parts.length > 0)
    parts[0] = `${loadedText(facts.records)}: ${parts[0] ?? ''}`;
  return [
    translate(SUMMARY_WORDS.cells, { 0: countText(cells) }),
    ...parts,
    ...(loading === undefined ? [] : [translate(SUMMARY_WORDS.loading, { 0: loading })]),
  ].join(' · ');
}

function factParts(facts: SelectionSummary): string[] {
  const { cells, values, sum, mean, min, max, longNumbers } = facts;
  const parts: string[] = [];
  if (values < cells) parts.push(translate(SUMMARY_WORDS.values, { 0: countText(values) }));
  if (sum !== undefined && mean !== undefined)
    parts.push(translate(SUMMARY_WORDS.sum, { 0: sum }), translate(SUMMARY_WORDS.mean, { 0: mean }));
  if (min !== undefined && max !== undefined)
    parts.push(translate(SUMMARY_WORDS.min, { 0: min }), translate(SUMMARY_WORDS.max, { 0: max }));
  if (longNumbers !== undefined) parts.push(longNumbersText(longNumbers));
  return parts;
}

function loadedText(records: number): string {
  return records === 1
    ? translate(SUMMARY_WORDS.oneLoaded)
    : translate(SUMMARY_WORDS.loaded, { 0: countText(records) });
}

function longNumbersText(count: number): string {
  const digits = countText(MAX_DIGITS);
  return count === 1
    ? translate(SUMMARY_WORDS.oneLongNumber, { 0: digits })
    : translate(SUMMARY_WORDS.longNumbers, { 0: countText(count), 1: digits });
}
