/** Writes the text of an export into a new editor or onto the clipboard. */
import * as vscode from 'vscode';
import { untilAborted } from '../../base/untilAborted.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import { TEXT_FORMATS } from '../../export/formats.ts';
import { CLIPBOARD_LIMIT, EDITOR_LIMIT, offerFile, openInEditor } from '../../platform/textPlaces.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { exportFile, type WindowChoice } from './exportChoice.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** Texts that may break off: then `failure` says why, and they still make a whole text of the first records. */
export interface ExportText {
  readonly texts: AsyncIterable<string>;
  readonly failure: () => unknown;
  /** Of what was written so far. */
  readonly notes: () => readonly FormatNote[];
}

export const TEXT_LIMITS = { editor: EDITOR_LIMIT, clipboard: CLIPBOARD_LIMIT };

/**
 * Offers a file where the text is too large. `name`: of the resource.
 * @returns the file that was chosen: nothing is written then; undefined when none was.
 */
export async function writeExport(
  { texts, failure }: Pick<ExportText, 'texts' | 'failure'>,
  { format, to }: WindowChoice,
  { name, limits }: { readonly name: string; readonly limits: typeof TEXT_LIMITS },
  signal: AbortSignal,
): Promise<WindowChoice['to'] | vscode.Uri | undefined> {
  const pieces: string[] = [];
  let size = 0;
  for await (const text of texts) {
    pieces.push(text);
    size += text.length;
    if (size <= limits[to]) continue;
    pieces.length = 0;
    return untilAborted(offerFile(tooLarge({ format, to }), exportFile(name, format)), signal);
  }
  signal.throwIfAborted();
  if (to !== 'clipboard') await openInEditor(pieces.join(''), TEXT_FORMATS[format].language);
  // A part of the records doesn't replace what people had copied.
  else if (failure() === undefined)
    await vscode.env.clipboard.writeText(pieces.join('').replace(/\r?\n$/, ''));
  return to;
}

function tooLarge({ format, to }: WindowChoice): string {
  const { name } = TEXT_FORMATS[format];
  return to === 'clipboard'
    ? translate(WORDS.tooLargeToCopy, { 0: name })
    : translate(WORDS.tooLargeToOpen, { 0: name });
}
