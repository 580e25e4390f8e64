/** The format of an export, and where it goes. */
import * as v from 'valibot';
import { Uri } from 'vscode';
import { type FormatId, FORMATS, formatsFor, isFormatId } from '../../export/formats.ts';
import { askWhereToSave, type FileToSave } from '../../platform/fileDialogs.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { safeFileName } from '../../platform/fileName.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface ExportChoice {
  readonly format: FormatId;
  readonly to: 'editor' | 'clipboard' | Uri;
  /** Absent: as they stand in the file, where that has a spelling of its own. */
  readonly values?: 'typed';
}

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
  const how = { format, ...(values === 'typed' && { values }) };
  const to = await choose({
    title,
    placeholder: translate(WORDS.selectTarget),
    items: [
      { label: translate(WORDS.editor), value: 'editor' },
      { label: translate(WORDS.file), value: 'file' },
      { label: translate(WORDS.clipboard), value: 'clipboard' },
    ] as const,
  });
  if (to === undefined) return undefined;
  if (to !== 'file') return { ...how, to };
  const file = await askWhereToSave(exportFile(name, format));
  return file && { ...how, to: file };
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

const how = {
  format: v.custom<FormatId>(isFormatId),
  values: v.exactOptional(v.literal('typed')),
};

/** As a choice is kept until the export ends. */
export const StoredChoice = v.union([
  v.object({ ...how, file: v.string() }),
  v.object({ ...how, to: v.picklist(['editor', 'clipboard']) }),
]);
type StoredChoice = v.InferOutput<typeof StoredChoice>;

export function storedChoice({ to, ...how }: ExportChoice): StoredChoice {
  return typeof to === 'string' ? { ...how, to } : { ...how, file: to.fsPath };
}

export function readChoice(stored: StoredChoice): ExportChoice {
  const { format, values } = stored;
  const to = 'file' in stored ? Uri.file(stored.file) : stored.to;
  return { format, to, ...(values && { values }) };
}
