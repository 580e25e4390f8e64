/** The texts for translators: all tables of words in the sources. A lint rule keeps every text in such a table. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Word } from '../src/base/words.ts';

/** Names of tables and of single texts for translation. */
const NAME = /^export const (\w*(?:WORDS|STRINGS|REASONS?))\b/gm;

/** Texts by the key under which VS Code looks them up: the text, with its comment behind a slash. */
export async function translatableTexts(root: string): Promise<Record<string, Word>> {
  const sources = path.join(root, 'src');
  const files = fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const words: Word[] = [];
  for (const file of files.map((name) => path.resolve(sources, name)).sort()) {
    const names = [...fs.readFileSync(file, 'utf8').matchAll(NAME)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const tables = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
    words.push(...names.flatMap((name) => wordsOf(tables[name])));
  }
  return Object.fromEntries(words.map((word) => [keyOf(word), word]));
}

function wordsOf(table: unknown): readonly Word[] {
  if (isWord(table)) return [table];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(wordsOf) : [];
}

function isWord(value: unknown): value is Word {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'message' in value);
}

function keyOf(word: Word): string {
  return typeof word === 'string' ? word : `${word.message}/${word.comment.join('')}`;
}
