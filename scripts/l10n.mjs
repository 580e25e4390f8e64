// npm run l10n: writes the texts for translators. Texts keep their order, so that a diff shows what is new.
import fs from 'node:fs';
import { translatableTexts } from '../tools/translatableTexts.ts';

const file = 'media/l10n/bundle.l10n.json';
const texts = await translatableTexts('.');
// The file is read line by line, because it may lack a comma after a merge.
const before = [...fs.readFileSync(file, 'utf8').matchAll(/^ {2}("(?:[^"\\]|\\.)*"): /gm)]
  .map(([, key]) => JSON.parse(key))
  .filter((key) => key in texts);
const entries = [...before, ...Object.keys(texts)].map((key) => [key, texts[key]]);
fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
