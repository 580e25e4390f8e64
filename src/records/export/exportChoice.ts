/** The format of an export, and where it goes. */
import * as v from 'valibot';
import { Uri } from 'vscode';
import {
  type BuiltFormatId,
  type FormatId,
  FORMATS,
  formatsFor,
  isBuilt,
  isFormatId,
  type TextFormatId,
} from '../../export/formats.ts';
import { askWhereToSave, type FileToSave } from '../../platform/fileDialogs.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { safeFileName } from '../../platform/fileName.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

interface ChosenValues {
  /** Absent: as they stand in the file, where that has a spelling of its own. */
  readonly values?: 'typed';
}

interface WindowChoice extends ChosenValues {
  readonly format: TextFormatId;
  readonly to: 'editor' | 'clipboard';
}

interface TextFileChoice extends ChosenValues {
  readonly format: TextFormatId;
  readonly to: Uri;
}

export type TextChoice = WindowChoice | TextFileChoice;

export interface BuiltChoice extends ChosenValues {
  readonly format: BuiltFormatId;
  readonly to: Uri;
}

export type ExportChoice = TextChoice | BuiltChoice;

export const JSON_EDITOR: ExportChoice = { format: 'json', to: 'editor' };

/** `hasTexts`: some values stand in a file in a spelling of its own. `undefined` when it was cancelled. */
export async function askHowToExport(name: string, hasTexts: boolean): Promise<ExportChoice | undefined> {
  const title = translate(WORDS.title, { 0: name });
  const format = await choose({
    title,
    placeholder: translate(WORDS.selectFormat),
    items: formatsFor('export').map((id) => ({ label: FORMATS[id].name, value: id })),
  });
  if (format === undefined) return undefined;
  const values = hasTexts ? await askForValues(title) : 'file';
  if (values === undefined) return undefined;
  const how = values === 'typed' ? { values } : {};
  if (isBuilt(format)) {
    const to = await askWhereToSave(exportFile(name, format));
    return to && { ...how, format, to };
  }
  const to = await askForTarget(title);
  if (to === undefined) return undefined;
  if (to !== 'file') return { ...how, format, to };
  const file = await askWhereToSave(exportFile(name, format));
  return file && { ...how, format, to: file };
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

export function exportFile(name: string, format: FormatId): FileToSave {
  const { name: label, ending } = FORMATS[format];
  return {
    fileName: safeFileName(name, ending),
    filters: { [label]: [ending] },
    saveLabel: translate(WORDS.export),
  };
}

const values = v.exactOptional(v.literal('typed'));

/** As a choice is kept until the export ends. */
export const StoredChoice = v.union([
  v.object({ values, format: v.custom<FormatId>(isFormatId), file: v.string() }),
  v.object({
    values,
    format: v.custom<TextFormatId>((id) => isFormatId(id) && !isBuilt(id)),
    to: v.picklist(['editor', 'clipboard']),
  }),
]);
type StoredChoice = v.InferOutput<typeof StoredChoice>;

export function storedChoice(choice: ExportChoice): StoredChoice {
  if (isForWindow(choice)) return choice;
  const { to, ...how } = choice;
  return { ...how, file: to.fsPath };
}

function isForWindow(choice: ExportChoice): choice is WindowChoice {
  return typeof choice.to === 'string';
}

export function readChoice(stored: StoredChoice): ExportChoice {
  if ('to' in stored) return stored;
  const { file, format, ...how } = stored;
  const to = Uri.file(file);
  return isBuilt(format) ? { ...how, format, to } : { ...how, format, to };
}
