/** Writes text in old encodings by Python's tables, which know nothing of ours. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Draw } from './draw.ts';
import type { Language } from './languageWords.ts';

/** `hasMark` puts a byte order mark in front. */
export interface Encoding {
  readonly name: string;
  readonly hasMark: boolean;
}

const utf8: Encoding = { name: 'utf-8', hasMark: false };
const UNICODE: readonly (readonly [Encoding, number])[] = [
  [utf8, 56],
  [{ name: 'utf-8', hasMark: true }, 18],
  [{ name: 'utf-16le', hasMark: true }, 4],
  [{ name: 'utf-16be', hasMark: true }, 1],
];

/** What offices use, by language, with how often they do. */
const OLD: Readonly<Record<Language, readonly (readonly [string, number])[]>> = {
  en: [['windows-1252', 10], ['iso-8859-1', 3], ['macintosh', 1], ['ibm437', 0.5]],
  de: [['windows-1252', 14], ['iso-8859-1', 5], ['iso-8859-15', 2], ['macintosh', 1], ['ibm850', 1]],
  fr: [['windows-1252', 14], ['iso-8859-1', 5], ['iso-8859-15', 2], ['macintosh', 1], ['ibm850', 1]],
  es: [['windows-1252', 14], ['iso-8859-1', 5], ['iso-8859-15', 1], ['macintosh', 1], ['ibm850', 1]],
  it: [['windows-1252', 14], ['iso-8859-1', 5], ['iso-8859-15', 1], ['macintosh', 1], ['ibm850', 1]],
  pl: [['windows-1250', 14], ['iso-8859-2', 5]],
  ru: [['windows-1251', 16], ['koi8-r', 2], ['ibm866', 2]],
  ja: [['shift_jis', 18], ['euc-jp', 2]],
}; // prettier-ignore

export function drawEncoding(draw: Draw, language: Language): Encoding {
  const old = OLD[language].map(([name, weight]) => [{ name, hasMark: false }, weight] as const);
  return draw.weighted([...UNICODE, ...old]);
}

export function isUnicode({ name }: Encoding): boolean {
  return name.startsWith('utf');
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function tableOf(name: string): ReadonlyMap<string, Buffer> {
  if (tables.size === 0) {
    const script = path.join(import.meta.dirname, 'encodings.py');
    const { stdout, stderr, status } = spawnSync('python3', [script], { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(`Python's tables of encodings are missing: ${stderr}`);
    for (const [encoding, table] of Object.entries(JSON.parse(stdout) as Record<string, Record<string, string>>))
      tables.set(
        encoding,
        new Map(Object.entries(table).map(([character, hex]) => [character, Buffer.from(hex, 'hex')])),
      );
  }
  const table = tables.get(name);
  if (table === undefined) throw new Error(`no table of ${name}`);
  return table;
}

export function canEncode(text: string, encoding: Encoding): boolean {
  return isUnicode(encoding) || Array.from(text).every((each) => each < '\u0080' || tableOf(encoding.name).has(each));
}

export function encoded(text: string, encoding: Encoding): Buffer {
  const marked = (encoding.hasMark ? '\ufeff' : '') + text;
  if (encoding.name === 'utf-8') return Buffer.from(marked);
  if (encoding.name === 'utf-16le') return Buffer.from(marked, 'utf16le');
  if (encoding.name === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16();
  const table = tableOf(encoding.name);
  return Buffer.concat(
    Array.from(text, (each) => {
      const bytes = each < '\u0080' ? Buffer.from(each) : table.get(each);
      if (bytes === undefined) throw new Error(`${encoding.name} has no ${JSON.stringify(each)}`);
      return bytes;
    }),
  );
}
