// The CSV files of the bench: made of a seed, as German programs spell values or plain.
import fs from 'node:fs';

const TOWNS = ['Köln', 'Bonn', 'Aachen', 'Münster', 'Essen', 'Dortmund', 'Bielefeld', 'Düsseldorf'];
const HEADER = 'nr;ort;betrag;datum;anteil;projekt;bemerkung;plz';
/** Lines that are written at once. */
const PART = 20_000;

/** Ends behind the record that makes it `bytes` long, or behind `rows` records. @returns how many there are */
export function writeCsv(file, isGerman, { rows = Infinity, bytes = Infinity }) {
  const handle = fs.openSync(file, 'w');
  let written = fs.writeSync(handle, `${HEADER}\n`);
  let lines = [];
  let count = 0;
  for (const line of csvLines(isGerman)) {
    lines.push(line);
    count += 1;
    if (lines.length < PART && count < rows) continue;
    written += fs.writeSync(handle, `${lines.join('\n')}\n`);
    lines = [];
    if (count >= rows || written >= bytes) break;
  }
  fs.closeSync(handle);
  return count;
}

function* csvLines(isGerman) {
  let seed = 42;
  const below = (limit) => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % limit;
  const two = (number) => String(number).padStart(2, '0');
  for (let row = 1; ; row += 1) {
    const [cents, share] = [below(10_000_000) - 1_000_000, below(1000)];
    const whole = String(Math.trunc(Math.abs(cents) / 100));
    const [day, month, year] = [1 + below(28), 1 + below(12), 2000 + below(25)];
    const sign = cents < 0 ? '-' : '';
    const spelled = isGerman
      ? [
          `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${two(Math.abs(cents) % 100)}`,
          `${two(day)}.${two(month)}.${year}`,
          `${Math.trunc(share / 10)},${share % 10} %`,
        ]
      : [`${sign}${whole}.${two(Math.abs(cents) % 100)}`, `${year}-${two(month)}-${two(day)}`, String(share / 1000)];
    yield [
      row,
      TOWNS[below(TOWNS.length)],
      ...spelled,
      `Projekt ${below(1e6)}`,
      `Bemerkung zum Vorgang ${below(1e9)}`,
      10_000 + below(89_999),
    ].join(';');
  }
}
