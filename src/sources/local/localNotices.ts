import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { oneLine } from '../../base/oneLine.ts';
import { Problem } from '../../platform/problem.ts';
import { countText, percentText } from '../../platform/quantities.ts';
import type { NoticeAction, ResourceNotice } from '../../platform/ports/portalPort.ts';
import { openInEditor } from '../../platform/textPlaces.ts';
import {
  reasonText,
  schemaFileOf,
  skippedReason,
  type AmbiguousColumn,
  type ColumnMisfits,
  type ColumnReading,
  type EmbeddedDatastore,
  type LocalResource,
  type LostCells,
  type MissingValues,
  type SkippedRecord,
} from '../../service/index.ts';
import { choicesAgain, type FileToOpen, fileState, type ListedFile, nameOf } from './localFile.ts';
import { copyNotice, isLocalCopy } from './localCopy.ts';
import type { BrokenImport, LocalImport } from './localImports.ts';
import { requireTrust } from './localProblems.ts';
import { IMPORT_WORDS, LOCAL_NOTICE_WORDS as WORDS } from './localWords.ts';
import { encodingName } from './readingOptions.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';

export async function localNotices(
  listed: ListedFile | undefined,
  running: LocalImport | undefined,
  broken: BrokenImport | undefined,
): Promise<readonly ResourceNotice[]> {
  if (running?.preview !== undefined) return [partial(running, running.preview.records)];
  if (running !== undefined) return [];
  if (broken !== undefined && broken.records > 0) return [brokenNotice(broken)];
  const read = listed?.read;
  if (isLocalCopy(read)) return [copyNotice(read)];
  if (read === undefined || read.file === '') return [];
  const state = await fileState(read);
  return [
    ...(state === 'changed' ? [changed(read.file)] : []),
    ...(state === 'schemaChanged' ? [changed(schemaFileOf(read.file))] : []),
    ...(state === 'gone' ? [notice('gone', translate(WORDS.gone, { name: nameOf(read.file) }))] : []),
    ...(read.skipped === undefined ? [] : [notice('skipped', skippedText(read.skipped), showSkipped(read.id))]),
    ...unsureNotice(read),
    ...readingNotice(read),
    ...misfitsNotice(read),
    ...nulledNotice(read),
    ...ambiguousNotice(read),
    ...missingNotice(read),
    ...lostNotice(read),
  ];
}

function notice(kind: ResourceNotice['kind'], text: string, ...actions: readonly NoticeAction[]): ResourceNotice {
  return { kind, text, actions };
}

function partial(running: LocalImport, records: number): ResourceNotice {
  const text = translate(WORDS.partial, { share: percentText(running.fraction), records: countText(records) });
  return notice('partial', text, { label: translate(WORDS.cancel), does: () => running.cancel() });
}

function brokenNotice({ file, records, reason }: BrokenImport): ResourceNotice {
  const what = reason ?? translate(IMPORT_WORDS.cancelled, { name: nameOf(file) });
  const discarded = translate(WORDS.discarded, { records: countText(records) });
  return notice('broken', `${what} ${discarded}`, { label: translate(WORDS.tryAgain), does: 'runAgain' });
}

/** Reports a canceled import. `kept` is the number of records that remain from an earlier one. */
export function cancelledText({ name, records }: LocalImport, kept: number | undefined): string {
  const cancelled = translate(IMPORT_WORDS.cancelled, { name });
  if (kept !== undefined) return `${cancelled} ${translate(WORDS.kept, { records: countText(kept) })}`;
  return records > 0 ? `${cancelled} ${translate(WORDS.discarded, { records: countText(records) })}` : cancelled;
}

function changed(file: string): ResourceNotice {
  const reload = { label: translate(WORDS.reload), does: 'runAgain' } as const;
  return notice('changed', translate(WORDS.changed, { name: nameOf(file) }), reload);
}

function showSkipped(resourceId: string): NoticeAction {
  const show = () => vscode.commands.executeCommand('datastoreExplorer.showUnreadable', { resourceId });
  return { label: translate(WORDS.showSkipped), does: show };
}

function changeOptions(resourceId: string): NoticeAction {
  const change = () => vscode.commands.executeCommand('datastoreExplorer.changeReading', { resourceId });
  return { label: translate(IMPORT_WORDS.changeOptions), does: change };
}

export function unsureNotice({ id, unsure = [], reading }: LocalResource): readonly ResourceNotice[] {
  if (reading?.encoding === undefined || !unsure.includes('encoding')) return [];
  const text = translate(WORDS.unsureEncoding, { name: encodingName(reading.encoding) });
  return [notice('unsure', text, changeOptions(id))];
}

/** What the import says about how it read the file. */
export function readingNotice({ id, notices = [], leftOut = [] }: LocalResource): readonly ResourceNotice[] {
  if (notices.length + leftOut.length === 0) return [];
  const sheets = leftOut.map(({ part, reason }) => `${part}: ${reasonText(reason, windowLanguage.translate)}`);
  const text = [...notices.map((notice) => reasonText(notice, windowLanguage.translate)), ...sheets].join(' ');
  return [notice('reading', text, changeOptions(id))];
}

/** Number of columns that a notice names, and the length of a name in UTF-16 code units. */
const NAMED = 3;
const NAME = 60;

export function misfitsNotice({ id, misfits = [] }: LocalResource): readonly ResourceNotice[] {
  const columns = misfits.filter(({ became }) => became === 'text');
  const [first, another] = columns;
  if (first === undefined) return [];
  const text =
    another === undefined
      ? translate(WORDS.oneTextColumn, { name: oneLine(first.field, NAME), example: exampleText(first) })
      : translate(WORDS.textColumns, {
          count: countText(columns.length),
          examples: examplesText(columns, exampleText),
        });
  return [notice('misfits', text, changeOptions(id))];
}

/** Values that became NULL by people's choice. */
export function nulledNotice({ id, misfits = [] }: LocalResource): readonly ResourceNotice[] {
  const columns = misfits.filter(({ became }) => became === 'null');
  if (columns.length === 0) return [];
  const count = columns.reduce((sum, { values, fitting }) => sum + values - fitting, 0);
  const text = translate(WORDS.nulled, { count: countText(count), examples: examplesText(columns, exampleText) });
  return [notice('nulled', text, showSkipped(id))];
}

/** Offers both readings. Each button opens the import options with that reading chosen for these columns. */
export function ambiguousNotice(resource: LocalResource): readonly ResourceNotice[] {
  const { file, reading, ambiguous = [] } = resource;
  const [first, another] = ambiguous;
  if (first === undefined || reading === undefined) return [];
  const quoted = ({ text }: AmbiguousColumn): string => `"${oneLine(text, NAME)}"`;
  const text =
    another === undefined
      ? translate(WORDS.oneAmbiguous, { name: oneLine(first.field, NAME), text: oneLine(first.text, NAME) })
      : translate(WORDS.ambiguous, { count: countText(ambiguous.length), examples: examplesText(ambiguous, quoted) });
  const action = (label: string, isDecimal: boolean): NoticeAction => ({
    label,
    does: () => {
      const columns = [...(reading.columns ?? []), ...ambiguous.map((column) => readingOf(column, isDecimal))];
      const toOpen: FileToOpen = { file, choices: { ...choicesAgain(resource), columns } };
      return vscode.commands.executeCommand('datastoreExplorer.changeReading', toOpen);
    },
  });
  const actions = [action(translate(WORDS.useDecimals), true), action(translate(WORDS.useThousands), false)];
  return [notice('ambiguous', text, ...actions)];
}

export function missingNotice({ id, missing = [] }: LocalResource): readonly ResourceNotice[] {
  if (missing.length === 0) return [];
  const count = missing.reduce((sum, { values }) => sum + values, 0);
  const quoted = ({ words }: MissingValues): string =>
    words
      .slice(0, NAMED)
      .map((word) => `"${oneLine(word, NAME)}"`)
      .join(', ');
  const text = translate(WORDS.missingValues, { count: countText(count), examples: examplesText(missing, quoted) });
  return [notice('missing', text, changeOptions(id))];
}

export function lostNotice({ lost = [] }: LocalResource): readonly ResourceNotice[] {
  if (lost.length === 0) return [];
  const count = lost.reduce((sum, { errors, uncalculated }) => sum + errors + uncalculated, 0);
  const examples = examplesText(lost, ({ cell }: LostCells) => cell);
  return [notice('lost', translate(WORDS.lost, { count: countText(count), examples }))];
}

function readingOf({ field, text, readings }: AmbiguousColumn, isDecimal: boolean): ColumnReading {
  const hasMark = ({ decimal }: ColumnReading): boolean => text.includes(decimal ?? '') === isDecimal;
  return readings.find(hasMark) ?? { field, kind: 'text' };
}

function examplesText<Column extends { readonly field: string }>(
  columns: readonly Column[],
  example: (column: Column) => string,
): string {
  const named = columns.slice(0, NAMED).map((column) => `${oneLine(column.field, NAME)} (${example(column)})`);
  return [...named, ...(columns.length > NAMED ? ['…'] : [])].join(', ');
}

function exampleText({ text, record, line }: ColumnMisfits): string {
  const details = { text: oneLine(text, NAME), row: countText(record) };
  return line === undefined
    ? translate(WORDS.misfit, details)
    : translate(WORDS.misfitInLine, { ...details, line: countText(line) });
}

export function skippedText(records: number): string {
  return records === 1 ? translate(WORDS.skippedOne) : translate(WORDS.skipped, { count: countText(records) });
}

export async function showSkippedRecords(datastore: EmbeddedDatastore, resourceId: string): Promise<void> {
  requireTrust();
  const list = await datastore.skippedFile(resourceId);
  const lines = list && (await readFile(list, 'utf8').catch(() => undefined));
  if (lines === undefined) throw new Problem(translate(WORDS.noSkippedList), translate(WORDS.reloadForList));
  const records = lines.split('\n').flatMap((line) => {
    if (line === '') return [];
    const record = JSON.parse(line) as SkippedRecord;
    return [{ ...record, reason: skippedReason(record.reason, windowLanguage.translate) }];
  });
  await openInEditor(`${JSON.stringify(records, undefined, 2)}\n`, 'json');
}
