/**
 * A language only for tests: English with accents, doubled vowels and brackets. A text without accents was never
 * translated, and a text without its end has no room for languages longer than English.
 */
import fs from 'node:fs';
import path from 'node:path';
import { codeServerEntry } from '../../../tools/vscode/codeServer.ts';

/** Microsoft's name for a pseudo locale. */
export const PSEUDO_LANGUAGE = 'qps-ploc';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ';

/** Parts that aren't text: placeholders, icons, code and the targets of links. */
const KEPT = /(\{\w+\}|\$\([\w~-]+\)|`[^`]*`|(?<=\])\([^)]*\))/;
/** VS Code makes a button from a line that is only a link. */
const LINK = /^\[(.*)\]\((.*)\)$/;

/** A text as a translator would return it, line by line. */
export function pseudo(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [, label, target] = LINK.exec(line) ?? [];
      return label === undefined ? `⟦${accented(line)}⟧` : `[⟦${accented(label)}⟧](${target ?? ''})`;
    })
    .join('\n');
}

function accented(line: string): string {
  return line
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/gi, accentedLetter)))
    .join('');
}

function accentedLetter(letter: string): string {
  const accent = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
  return /[aeiou]/.test(letter) ? accent.repeat(2) : accent;
}

/** Adds the translations to each installed extension, where VS Code looks for them. */
export function translateExtensions(extensionsDir: string): void {
  for (const { name } of fs.readdirSync(extensionsDir, { withFileTypes: true }).filter((it) => it.isDirectory())) {
    const folder = path.join(extensionsDir, name);
    const { l10n } = JSON.parse(read(path.join(folder, 'package.json'))) as { l10n: string };
    for (const file of ['package.nls.json', path.join(l10n, 'bundle.l10n.json')])
      translateFile(path.join(folder, file));
  }
}

/** A text may have a comment for its translator. */
type Translatable = string | { readonly message: string };

function translateFile(file: string): void {
  const words = Object.entries(JSON.parse(read(file)) as Record<string, Translatable>);
  const translated = Object.fromEntries(
    words.map(([key, word]) => [key, pseudo(typeof word === 'string' ? word : word.message)]),
  );
  writeJson(file.replace(/\.json$/, `.${PSEUDO_LANGUAGE}.json`), translated);
}

/** Translates VS Code itself, like an installed language pack. */
export function installPseudoPack(userDataDir: string): void {
  const pack = path.join(userDataDir, 'pseudo.i18n.json');
  writeJson(pack, { contents: workbenchWords() });
  writeJson(path.join(userDataDir, 'languagepacks.json'), {
    [PSEUDO_LANGUAGE]: {
      hash: 'pseudo',
      extensions: [{ extensionIdentifier: { id: 'pseudo.pack' }, version: '1.0.0' }],
      translations: { vscode: pack },
    },
  });
}

/** The texts of VS Code by module and key. */
function workbenchWords(): Record<string, Record<string, string>> {
  const out = path.resolve(path.dirname(codeServerEntry), '../../lib/vscode/out');
  const modules = JSON.parse(read(path.join(out, 'nls.keys.json'))) as [module: string, keys: string[]][];
  const messages = (JSON.parse(read(path.join(out, 'nls.messages.json'))) as string[]).values();
  return Object.fromEntries(
    modules.map(([module, keys]) => [
      module,
      Object.fromEntries(keys.map((key) => [key, pseudo(messages.next().value ?? '')])),
    ]),
  );
}

function read(file: string): string {
  return fs.readFileSync(file, 'utf8');
}

function writeJson(file: string, value: object): void {
  fs.writeFileSync(file, JSON.stringify(value));
}
