import * as vscode from 'vscode';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { EDITOR_MAXIMUM } from '../platform/textPlaces.ts';
import { safeFileName } from './fileName.ts';
import type { RecordsActions } from './recordsPorts.ts';
import { numberText } from '../base/numberText.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import { memberColumns } from '../export/jsonWriter.ts';
import type { RecordRow } from '../base/cells.ts';

/** Shows a record, whole, as JSON. Throws Problem, HttpError or DatastoreError when it can't be had. */
export async function openRecord(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  row: number,
  resource: string,
  actions: Pick<RecordsActions, 'showText'>,
): Promise<void> {
  const number = numberText(row + 1, vscode.env.language);
  const title = vscode.l10n.t('Opening record {0}', number);
  const records = await withLateProgress(title, (signal) => result.rows(row, row + 1, signal));
  if (records === undefined) return;
  const [record] = records;
  if (record === undefined)
    throw new Problem(
      vscode.l10n.t('Record {0} could not be loaded: the portal gave none at this place.', number),
      vscode.l10n.t('The records may have changed. Run the query again.'),
    );
  const text = recordJson(result.fields, record);
  if (text.length > EDITOR_MAXIMUM)
    throw new Problem(
      vscode.l10n.t('Record {0} is too large for an editor.', number),
      vscode.l10n.t('Copy single values from the record pane, or export the records.'),
    );
  await actions.showText(safeFileName(`${resource} ${String(row + 1)}`, 'json'), text);
}

const INDENT = '  ';
const NEWLINE = `\n${INDENT}`;

export function recordJson(fields: readonly Field[], record: RecordRow): string {
  const members = memberColumns(fields).map(
    ({ key, column }) => `${NEWLINE}${key}: ${stringifyExact(record[column] ?? null, INDENT, NEWLINE)}`,
  );
  return members.length === 0 ? '{}\n' : `{${members.join(',')}\n}\n`;
}
