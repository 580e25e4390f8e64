import * as vscode from 'vscode';
import { gridStrings } from './gridStrings.ts';
import type { SelectionWords } from './selectionText.ts';
import { numberText } from '../base/numberText.ts';

export function selectionWords(): SelectionWords {
  const { null: none, emptyText, noName } = gridStrings();
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
