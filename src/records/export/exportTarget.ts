/** Writes the text of an export into a new editor, onto the clipboard or into a file. */
import * as vscode from 'vscode';
import { untilAborted } from '../../base/untilAborted.ts';
import { PartFile } from '../../disk/wholeFile.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import { TEXT_FORMATS, type TextFormatId } from '../../export/formats.ts';
import { CLIPBOARD_LIMIT, EDITOR_LIMIT, offerFile, openInEditor } from '../../platform/textPlaces.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { exportFile, type TextChoice } from './exportChoice.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** Where the records went. */
export type Place = TextChoice['to'];

/** Texts that may break off: then `failure` says why, and they still make a whole text of the first records. */
export interface ExportText {
  readonly texts: AsyncIterable<string>;
  readonly failure: () => unknown;
  /** Of what was written so far. */
  readonly notes: () => readonly FormatNote[];
}

export const TEXT_LIMITS = { editor: EDITOR_LIMIT, clipboard: CLIPBOARD_LIMIT };

export interface TargetOptions {
  /** Of the resource. */
  readonly name: string;
  readonly limits: typeof TEXT_LIMITS;
  /** Gets the file that takes the text until it is whole. */
  readonly onPartFile: (path: string) => void;
}

/** `undefined` when the text was too large and no file was chosen instead. */
export async function writeExport(
  { texts, failure }: Pick<ExportText, 'texts' | 'failure'>,
  { format, to }: TextChoice,
  { name, limits, onPartFile }: TargetOptions,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const limit = typeof to === 'string' ? limits[to] : 0;
  const pieces: string[] = [];
  let size = 0;
  let target: Target | undefined;
  try {
    if (typeof to !== 'string') target = await openTarget(to, onPartFile);
    for await (const text of texts) {
      if (target !== undefined) {
        await target.file.write(text);
        continue;
      }
      pieces.push(text);
      size += text.length;
      if (size <= limit) continue;
      const uri = await untilAborted(offerFile(tooLarge(to, format), exportFile(name, format)), signal);
      if (uri === undefined) return undefined;
      target = await openTarget(uri, onPartFile);
      await target.file.write(pieces.splice(0).join(''));
    }
    signal.throwIfAborted();
    if (target !== undefined && failure() !== undefined)
      return vscode.Uri.file(await target.file.keepBeside());
    await target?.file.finish();
  } catch (error) {
    await target?.file.abandon();
    throw error;
  }
  if (target !== undefined) return target.uri;
  if (to !== 'clipboard') await openInEditor(pieces.join(''), TEXT_FORMATS[format].language);
  // A part of the records doesn't replace what people had copied.
  else if (failure() === undefined)
    await vscode.env.clipboard.writeText(pieces.join('').replace(/\r?\n$/, ''));
  return to;
}

/** A file that takes the text. */
interface Target {
  readonly uri: vscode.Uri;
  readonly file: PartFile;
}

async function openTarget(uri: vscode.Uri, onPartFile: TargetOptions['onPartFile']): Promise<Target> {
  const file = await PartFile.create(uri.fsPath);
  onPartFile(file.path);
  return { uri, file };
}

function tooLarge(to: Place, format: TextFormatId): string {
  const { name } = TEXT_FORMATS[format];
  return to === 'clipboard'
    ? translate(WORDS.tooLargeToCopy, { 0: name })
    : translate(WORDS.tooLargeToOpen, { 0: name });
}
