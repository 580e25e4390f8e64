import fs from 'node:fs';
import path from 'node:path';

const CITIES = ['Bern', 'Basel', 'Zürich', 'Genève', 'Lugano', 'Chur', 'Sion', 'Thun'];
const NAMES = ['id', 'city', 'amount', 'day', 'note', 'code', 'share', 'state'];

function record(id) {
  const random = (id * 2654435761) % 4294967296;
  return [
    String(id),
    CITIES[random % 8],
    `${random % 100000}.${10 + (random % 90)}`,
    `20${10 + (random % 15)}-0${1 + (random % 9)}-1${random % 10}`,
    random % 5 === 0 ? '' : `note ${random % 1000} of ${CITIES[(random >> 3) & 7]}`,
    `c${random.toString(36)}`,
    String((random % 1000) / 8),
    random % 2 === 0 ? 'open' : 'closed',
  ];
}

/** Writes old.csv and new.csv of so many records. Returns the lines of the differences, one record in a hundred. */
export function writeSides(folder, rows) {
  const lines = new Set();
  const [old, fresh] = ['old.csv', 'new.csv'].map((name) => fs.openSync(path.join(folder, name), 'w'));
  let [oldText, newText] = [`${NAMES.join()}\n`, `${NAMES.join()}\n`];
  for (let id = 1; id <= rows; id += 1) {
    const before = record(id);
    const after = [...before];
    const kind = id % 100 === 0 ? (id / 100) % 10 : undefined;
    // A tenth of the differences each are records that were added and removed, all others are changed cells.
    if (kind !== undefined && kind > 1) {
      const at = 1 + ((id / 100) % 7);
      after[at] = at === 2 || at === 6 ? '0.25' : at === 3 ? '1999-12-31' : 'changed';
    }
    if (kind !== 1) oldText += `${before.join()}\n`;
    if (kind !== 0) newText += `${after.join()}\n`;
    if (kind !== undefined) for (const line of differences(kind, before, after)) lines.add(line);
    if (id % 10_000 === 0 || id === rows) {
      fs.writeSync(old, oldText);
      fs.writeSync(fresh, newText);
      [oldText, newText] = ['', ''];
    }
  }
  return lines;
}

function differences(kind, before, after) {
  const change = kind === 0 ? 'removed' : kind === 1 ? 'added' : 'changed';
  return NAMES.flatMap((name, at) => {
    const [old, fresh] = [kind === 1 ? '' : before[at], kind === 0 ? '' : after[at]].map((text) => plain(text, at));
    return at === 0 || old === fresh ? [] : [`${change},${before[0]},${name},${old},${fresh}`];
  });
}

/** Numbers are written without zeros at their end. */
function plain(text, at) {
  return at === 2 && text !== '' ? String(Number(text)) : text;
}
