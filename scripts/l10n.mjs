// npm run l10n: writes what translators get. Texts keep their places, so that a change shows what is new.
import fs from 'node:fs';
import { translatableTexts } from '../tools/translatableTexts.ts';

const file = 'media/l10n/bundle.l10n.json';
const texts = await translatableTexts('.');
// Line by line: after a merge the file may lack a comma.
const before = [...fs.readFileSync(file, 'utf8').matchAll(/^ {2}("(?:[^"\\]|\\.)*"): /gm)]
  .map(([, key]) => JSON.parse(key))
  .filter((key) => key in texts);
const entries = [...before, ...Object.keys(texts)].map((key) => [key, texts[key]]);
fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
