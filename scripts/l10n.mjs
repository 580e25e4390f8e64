// npm run l10n: writes what translators get. Texts keep their places, so that a change shows what is new.
import fs from 'node:fs';
import { translatableTexts } from '../tools/translatableTexts.ts';

const file = 'media/l10n/bundle.l10n.json';
const texts = await translatableTexts('.');
const before = Object.keys(JSON.parse(fs.readFileSync(file, 'utf8'))).filter((key) => key in texts);
const entries = [...before, ...Object.keys(texts)].map((key) => [key, texts[key]]);
fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
