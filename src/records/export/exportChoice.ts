/** The format of an export, and where it goes. */
import * as v from 'valibot';
import { Uri } from 'vscode';
import { type FormatId, FORMATS, formatsFor, isFormatId } from '../../export/formats.ts';
import { askWhereToSave, type FileToSave } from '../../platform/fileDialogs.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { safeFileName } from '../fileName.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface ExportChoice {
  readonly format: FormatId;
  readonly to: 'editor' | 'clipboard' | Uri;
}

export const JSON_EDITOR: ExportChoice = { format: 'json', to: 'editor' };

/** `undefined` when it was cancelled. */
export async function askHowToExport(name: string): Promise<ExportChoice | undefined> {
  const title = translate(WORDS.title, { 0: name });
  const format = await choose({
    title,
    placeholder: translate(WORDS.selectFormat),
    items: formatsFor('export').map((id) => ({ label: FORMATS[id].name, value: id })),
  });
  if (format === undefined) return undefined;
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
  if (to !== 'file') return { format, to };
  const file = await askWhereToSave(exportFile(name, format));
  return file && { format, to: file };
}

export function exportFile(name: string, format: FormatId): FileToSave {
  const { name: label, ending } = FORMATS[format];
  return {
    fileName: safeFileName(name, ending),
    filters: { [label]: [ending] },
    saveLabel: translate(WORDS.export),
  };
}

const format = v.custom<FormatId>(isFormatId);

/** As a choice is kept until the export ends. */
export const StoredChoice = v.union([
  v.object({ format, file: v.string() }),
  v.object({ format, to: v.picklist(['editor', 'clipboard']) }),
]);
type StoredChoice = v.InferOutput<typeof StoredChoice>;

export function storedChoice({ format, to }: ExportChoice): StoredChoice {
  return typeof to === 'string' ? { format, to } : { format, file: to.fsPath };
}

export function readChoice(stored: StoredChoice): ExportChoice {
  const { format } = stored;
  return { format, to: 'file' in stored ? Uri.file(stored.file) : stored.to };
}
