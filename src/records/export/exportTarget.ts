/** Writes the text of an export to a new editor or to the clipboard. */
import * as vscode from 'vscode';
import { untilAborted } from '../../base/untilAborted.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import { TEXT_FORMATS } from '../../export/formats.ts';
import { CLIPBOARD_LIMIT, EDITOR_LIMIT, offerFile, openInEditor } from '../../platform/textPlaces.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { exportFile, type WindowChoice } from './exportChoice.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** Texts that may end early. `failure` then returns the reason, and the texts still form a complete document. */
export interface ExportText {
  readonly texts: AsyncIterable<string>;
  readonly failure: () => unknown;
  /** Notes about the records written so far. */
  readonly notes: () => readonly FormatNote[];
}

export const TEXT_LIMITS = { editor: EDITOR_LIMIT, clipboard: CLIPBOARD_LIMIT };

/**
 * Writes an export, or offers a file if its text is too large. `name` is the resource's. Returns the chosen file, in
 * which case nothing was written, or undefined if people cancel.
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
  // An incomplete export must not replace what people have copied.
  else if (failure() === undefined) await vscode.env.clipboard.writeText(pieces.join('').replace(/\r?\n$/, ''));
  return to;
}

function tooLarge({ format, to }: WindowChoice): string {
  const { name } = TEXT_FORMATS[format];
  return to === 'clipboard'
    ? translate(WORDS.tooLargeToCopy, { 0: name })
    : translate(WORDS.tooLargeToOpen, { 0: name });
}
