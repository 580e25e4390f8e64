/** Documents that commands read: their text, and where in them a mistake is. */
import { readFile, stat } from 'node:fs/promises';
import { DOCUMENT_WORDS } from '../document/documentWords.ts';
import { lineAndColumn } from '../document/sqlDocument.ts';
import { FileError } from './io.ts';

/** Here no file is open already, but a folder can be allowed. */
export const PLACE_WORDS = {
  ...DOCUMENT_WORDS,
  outside: "{path} isn't in the folder of the document. Move the file there, or allow its folder with --allow-dir.",
};

const MOST_BYTES = 1 << 24;

/** `kind` is what the document is called. Throws FileError. */
export async function documentText(file: string, kind: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts?.isFile() !== true) throw new FileError(`${file}: file not found.`);
  if (facts.size > MOST_BYTES) throw new FileError(`${file} is too large for a ${kind}.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw error instanceof TypeError ? new FileError(`${file}: this isn't text in UTF-8.`) : error;
  }
}

/** A message that says where in a document something is: `FILE, line 3, column 8: …`. */
export function atOffset(file: string, text: string, offset: number, what: string): string {
  const { line, column } = lineAndColumn(text, offset);
  return `${file}, line ${String(line)}, column ${String(column)}: ${what}`;
}
