import * as v from 'valibot';
import { Uri } from 'vscode';
import { defined } from '../../base/defined.ts';
import { type FormatId, FORMATS, formatsFor, isBuilt, isFormatId, type TextFormatId } from '../../export/formats.ts';
import { CsvOptions } from '../../export/formatOptions.ts';
import { askWhereToSave, type FileToSave } from '../../platform/fileDialogs.ts';
import { type Choice, choose, chooseLive, chooseSeveral, separator } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { formatOfName } from '../../service/index.ts';
import { safeFileName } from '../../platform/fileName.ts';
import { recordsText, sizeText } from '../../platform/quantities.ts';
import type { ExportRequest, ExportedPart, RecordFacts } from '../recordsPorts.ts';
import { estimatedSize, lacksGeometry } from './exportEstimate.ts';
import type { Preview } from './exportSource.ts';
import { CSV_WORDS, EXPORT_WORDS as WORDS } from './exportWords.ts';

interface ChosenHow {
  /** `typed` writes typed values. By default values look as in the file, if it has spellings of its own. */
  readonly values?: 'typed';
  readonly csv?: CsvOptions;
}

export interface WindowChoice extends ChosenHow {
  readonly format: TextFormatId;
  readonly to: 'editor' | 'clipboard';
}

export interface FileChoice extends ChosenHow {
  readonly format: FormatId;
  readonly to: Uri;
}

export type ExportChoice = WindowChoice | FileChoice;

export const JSON_EDITOR: ExportChoice = { format: 'json', to: 'editor' };

interface ChosenFields {
  readonly kind: 'fields';
  readonly fields: readonly string[];
}

/** `hasTexts` means that a file has its own spellings of values. `part` and `fields` are chosen instead of all. */
export async function askHowToExport(
  { name, panel }: Pick<ExportRequest, 'panel'> & { readonly name: string },
  { hasTexts, fieldsButId, ...recordFacts }: Preview,
  lastCsv: CsvOptions,
): Promise<
  { readonly choice: ExportChoice; readonly part?: ExportedPart; readonly fields?: readonly string[] } | undefined
> {
  const title = translate(WORDS.title, { 0: name });
  const parts = (await panel?.parts?.()) ?? [];
  const others: readonly Choice<ExportedPart | ChosenFields>[] = [
    ...(fieldsButId
      ? [{ label: translate(WORDS.fieldsButId), value: { kind: 'fields', fields: fieldsButId } } as const]
      : []),
    ...partRows(parts),
  ];
  const first = await askForFormat(title, recordFacts, others);
  const narrowed = typeof first === 'object' ? first : undefined;
  const part = narrowed?.kind === 'fields' ? undefined : narrowed;
  const chosen =
    typeof first === 'object' ? await askForFormat<never>(title, part ? factsOfPart(part) : recordFacts, []) : first;
  if (chosen === undefined) return undefined;
  const choice = await askHow(chosen, name, hasTexts, lastCsv, part?.records ?? recordFacts.records);
  const fields = narrowed?.kind === 'fields' ? narrowed.fields : undefined;
  return choice && { choice, ...defined({ part, fields }) };
}

async function askHow(
  chosen: ChosenFormat,
  name: string,
  hasTexts: boolean,
  lastCsv: CsvOptions,
  records: number | undefined,
): Promise<ExportChoice | undefined> {
  const title = translate(WORDS.title, { 0: name });
  const format = chosen === 'csvWithOptions' ? 'csv' : chosen;
  const csv = chosen === 'csvWithOptions' ? await askForCsv(title, lastCsv) : {};
  if (csv === undefined) return undefined;
  const values = hasTexts ? await askForValues(title) : 'file';
  if (values === undefined) return undefined;
  const how = { ...(values === 'typed' && { values }), ...(chosen === 'csvWithOptions' && { csv }) };
  if (!isBuilt(format)) {
    const to = await askForTarget(title);
    if (to !== 'file') return to && { ...how, format, to };
  }
  const file = await askWhereToSave(exportFile(name, format, records));
  return file && { ...how, format, to: file };
}

async function askForCsv(title: string, last: CsvOptions): Promise<CsvOptions | undefined> {
  const answer = await chooseLive({
    title,
    placeholder: translate(CSV_WORDS.selectDelimiter),
    items: [
      { label: translate(CSV_WORDS.comma), value: ',' },
      { label: translate(CSV_WORDS.semicolon), value: ';' },
      { label: translate(CSV_WORDS.tab), value: '\t' },
      { label: translate(CSV_WORDS.bar), value: '|' },
    ] as const,
    active: last.delimiter ?? ',',
  });
  if (answer.kind !== 'chosen') return undefined;
  const option = (word: 'bom' | 'lf' | 'safe', value: CsvOptions, picked: boolean) => {
    const detail = translate(CSV_WORDS[`${word}Detail`]);
    return { label: translate(CSV_WORDS[word]), detail, picked, value };
  };
  const chosen = await chooseSeveral({
    title,
    placeholder: translate(CSV_WORDS.selectOptions),
    items: [
      option('bom', { bom: true }, last.bom === true),
      option('lf', { lineEnd: 'lf' }, last.lineEnd === 'lf'),
      option('safe', { safe: true }, last.safe === true),
    ],
  });
  return chosen?.reduce((csv, each) => ({ ...csv, ...each }), { delimiter: answer.value });
}

type ChosenFormat = FormatId | 'csvWithOptions';

/** Asks for a format, or for one of `others`, which are parts of the records or of their fields. */
function askForFormat<T>(
  title: string,
  recordFacts: RecordFacts,
  others: readonly Choice<T>[],
): Promise<ChosenFormat | T | undefined> {
  const { records } = recordFacts;
  const about = (id: FormatId): { readonly description?: string } => {
    const bytes = estimatedSize(recordFacts, id);
    const facts = [
      ...(bytes === undefined ? [] : [translate(WORDS.about, { 0: sizeText(bytes) })]),
      ...(lacksGeometry(recordFacts, id) ? [translate(WORDS.noGeometry)] : []),
    ];
    return facts.length === 0 ? {} : { description: facts.join(' · ') };
  };
  return choose<ChosenFormat | T>({
    title,
    placeholder:
      records === undefined
        ? translate(WORDS.selectFormat)
        : translate(WORDS.selectFormatFor, { 0: recordsText(records) }),
    items: [
      ...formatsFor('export').flatMap((id): Choice<ChosenFormat>[] => [
        { label: FORMATS[id].name, value: id, ...about(id) },
        ...(id === 'csv' ? [{ label: translate(CSV_WORDS.withOptions), value: 'csvWithOptions' } as const] : []),
      ]),
      ...others,
    ],
  });
}

function factsOfPart({ records, fields, sample: rows }: ExportedPart): RecordFacts {
  return { records, sample: { fields, rows } };
}

function partRows(parts: readonly ExportedPart[]): readonly Choice<ExportedPart>[] {
  const rows = parts.map((part) => ({
    label: translate(part.kind === 'selected' ? WORDS.selectedOnly : WORDS.loadedOnly),
    description: recordsText(part.records),
    value: part,
  }));
  return rows.length === 0 ? [] : [separator(translate(WORDS.instead)), ...rows];
}

function askForTarget(title: string): Promise<'editor' | 'file' | 'clipboard' | undefined> {
  return choose({
    title,
    placeholder: translate(WORDS.selectTarget),
    items: [
      { label: translate(WORDS.editor), value: 'editor' },
      { label: translate(WORDS.file), value: 'file' },
      { label: translate(WORDS.clipboard), value: 'clipboard' },
    ] as const,
  });
}

function askForValues(title: string): Promise<'file' | 'typed' | undefined> {
  return choose({
    title,
    placeholder: translate(WORDS.selectValues),
    items: [
      { label: translate(WORDS.asInFile), description: translate(WORDS.asInFileExample), value: 'file' },
      { label: translate(WORDS.typed), description: translate(WORDS.typedExample), value: 'typed' },
    ] as const,
  });
}

/** Suggests "bikes.xlsx" for "bikes.csv", and "bikes (101 records).csv" if the name would equal the resource's. */
export function exportFileName(name: string, ending: string, records?: number): string {
  const stem = formatOfName(name) === undefined ? name : name.replace(/(\.[^.]+)(\.gz)?$/i, '');
  const fileName = safeFileName(stem, ending);
  if (stem === name || fileName.toLowerCase() !== safeFileName(name, '').slice(0, -1).toLowerCase()) return fileName;
  const what = records === undefined ? translate(WORDS.copy) : recordsText(records);
  return fileName.replace(/\.[^.]+$/, (last) => ` (${what})${last}`);
}

export function exportFile(name: string, format: FormatId, records?: number): FileToSave {
  const { name: label, ending } = FORMATS[format];
  return {
    fileName: exportFileName(name, ending, records),
    filters: { [label]: [ending] },
    saveLabel: translate(WORDS.export),
  };
}

const how = { values: v.exactOptional(v.literal('typed')), csv: v.exactOptional(CsvOptions) };

export const StoredChoice = v.union([
  v.object({ ...how, format: v.custom<FormatId>(isFormatId), file: v.string() }),
  v.object({
    ...how,
    format: v.custom<TextFormatId>((id) => isFormatId(id) && !isBuilt(id)),
    to: v.picklist(['editor', 'clipboard']),
  }),
]);
type StoredChoice = v.InferOutput<typeof StoredChoice>;

export function storedChoice(choice: ExportChoice): StoredChoice {
  if (isForWindow(choice)) return choice;
  const { to, ...rest } = choice;
  return { ...rest, file: to.fsPath };
}

export function isForWindow(choice: ExportChoice): choice is WindowChoice {
  return typeof choice.to === 'string';
}

export function readChoice(stored: StoredChoice): ExportChoice {
  if ('to' in stored) return stored;
  const { file, ...rest } = stored;
  return { ...rest, to: Uri.file(file) };
}
