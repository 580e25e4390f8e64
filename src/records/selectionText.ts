/** Selected records as a screen reader reads them best: a heading for each, and a line for each field. */
import * as vscode from 'vscode';
import { GRID_STRINGS } from '../messages/gridStrings.ts';
import { translated } from '../platform/words.ts';
import { numberText } from '../base/numberText.ts';
import type { Field } from '../base/field.ts';
import { cellText, type RecordWriter } from '../export/recordWriter.ts';
import type { ExactValue, RecordRow } from '../base/cells.ts';
import { oneLine } from '../base/oneLine.ts';

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

  /** `firstRow`: place of the first record in the result, from 0. */
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

  #value(value: ExactValue): string {
    if (value === null) return this.#words.null;
    const text = cellText(value);
    // What goes on in another line can't be taken for another field.
    return text === '' ? this.#words.emptyText : text.replace(/\r\n?|\n/g, '\n  ');
  }
}

export function selectionWords(): SelectionWords {
  const { null: none, emptyText, noName } = translated(GRID_STRINGS);
  const record = (row: number) => vscode.l10n.t('Record {0}', numberText(row + 1, vscode.env.language));
  return { record, null: none, emptyText, noName };
}

/** The first line: what all of this is. */
export function selectionHeading(resource: string, records: number, fields: number): string {
  const numbers = (value: number) => numberText(value, vscode.env.language);
  const recordsText =
    records === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{0} records', numbers(records));
  const fieldsText = fields === 1 ? vscode.l10n.t('1 field') : vscode.l10n.t('{0} fields', numbers(fields));
  return vscode.l10n.t('Selection of {0}: {1}, {2}', resource, recordsText, fieldsText);
}
