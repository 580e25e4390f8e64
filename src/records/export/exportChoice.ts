/** The format of an export, and where it goes. */
import * as v from 'valibot';
import { l10n, Uri } from 'vscode';
import { type FormatId, FORMATS, formatsFor, isFormatId } from '../../export/formats.ts';
import { askWhereToSave, type FileToSave } from '../../platform/fileDialogs.ts';
import { choose } from '../../platform/quickPick.ts';
import { safeFileName } from '../fileName.ts';

export interface ExportChoice {
  readonly format: FormatId;
  readonly to: 'editor' | 'clipboard' | Uri;
}

export const JSON_EDITOR: ExportChoice = { format: 'json', to: 'editor' };

/** `undefined` when it was cancelled. */
export async function askHowToExport(name: string): Promise<ExportChoice | undefined> {
  const title = l10n.t('Export Records of {0}', name);
  const format = await choose({
    title,
    placeholder: l10n.t('Select a format'),
    items: formatsFor('export').map((id) => ({ label: FORMATS[id].name, value: id })),
  });
  if (format === undefined) return undefined;
  const to = await choose({
    title,
    placeholder: l10n.t('Select where to put the records'),
    items: [
      { label: l10n.t('New Editor'), value: 'editor' },
      { label: l10n.t('File…'), value: 'file' },
      { label: l10n.t('Clipboard'), value: 'clipboard' },
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
    saveLabel: l10n.t('Export'),
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
