/** Each sheet of the fixtures has the cells that LibreOffice finds in it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { LibreOffice } from '../../support/drivers/libreOffice.ts';
import { ReadingFolder } from '../reading/readings.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');
const names = readdirSync(fixtures).filter((name) => /\.(?:xlsx|ods)$/.test(name));
/** LibreOffice shows fewer digits than a number has. */
const DIGITS = 1e-13;

type Grid = readonly (readonly string[])[];

/** Rows and columns with a cell. The program leaves out empty ones. */
function filledPart(grid: Grid): Grid {
  const rows = grid.filter((row) => row.some((cell) => cell !== ''));
  const isFilled = (at: number): boolean => rows.some((row) => row[at] !== '');
  return rows.map((row) => row.filter((_, at) => isFilled(at)));
}

/** Whether a cell that LibreOffice shows in the manner of the United States is our value. */
function isSame(ours: string, shown: string): boolean {
  if (ours === shown || ours.toUpperCase() === shown) return true;
  // A cell with an error has no value.
  if (ours === '') return shown.startsWith('#');
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(shown) ?? [];
  if (year !== undefined) return ours === `${year}-${month ?? ''}-${day ?? ''}`;
  // Excel counts a 29th of February 1900, and LibreOffice begins a day earlier instead.
  if (ours === '1900-01-01') return shown === '1899-12-31';
  const [, hour = '', rest, half] = /^(\d\d)(:\d\d:\d\d) ([AP])M$/.exec(shown) ?? [];
  if (rest !== undefined) return ours === String((Number(hour) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0') + rest;
  if (/^\d{4}-\d\d-\d\d /.test(shown)) return ours.startsWith(shown.replace(' ', 'T'));
  if (/^\d{4}-\d\d-\d\d$/.test(shown)) return ours === `${shown}T00:00:00`;
  const number = shown.endsWith('%') ? Number(shown.slice(0, -1)) / 100 : Number(shown);
  return Math.abs(Number(ours) - number) <= DIGITS * Math.abs(number);
}

describe('sheets of the fixtures, beside LibreOffice', function () {
  this.timeout(300_000);
  let scratch: string;
  let folder: ReadingFolder;
  const judged = new Map<string, ReadonlyMap<string, string>>();
  before(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'libre-office-'));
    folder = await ReadingFolder.open();
    // The program takes seconds to start, so that it converts many files at once.
    for (const alike of Map.groupBy(names, (name) => path.extname(name)).values()) {
      const sheets = new LibreOffice(scratch).sheets(alike.map((name) => path.join(fixtures, name)));
      alike.forEach((name, at) => judged.set(name, sheets[at] ?? new Map<string, string>()));
    }
  });
  after(async () => {
    await folder.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  for (const name of names)
    it(`${name}: cell by cell`, async () => {
      const file = path.join(fixtures, name);
      const { parts = [] } = await folder.inspectFile(file);
      const sheets = judged.get(name) ?? new Map<string, string>();
      assert.ok(parts.length > 0);
      for (const part of parts) {
        const shown = filledPart(parse(sheets.get(part) ?? '', { relax_column_count: true }));
        const { fields, records } = await folder.importFile(file, { part });
        const [header = [], ...rows] = shown;
        // A name that is missing or taken is made up, with a number behind it.
        const named = header.filter((name, at) => name !== '' && fields[at]?.replace(/ \(\d+\)$/, '') !== name);
        assert.deepEqual(named, []);
        assert.deepEqual([part, records.length], [part, rows.length]);
        const differences = records.flatMap((values, row) =>
          values.flatMap((value, at) => {
            const cell = rows[row]?.[at] ?? 'no cell';
            return isSame(value ?? '', cell) ? [] : [`${part}, record ${String(row + 1)}: ${String(value)}, ${cell}`];
          }),
        );
        assert.deepEqual(differences, []);
      }
    });
});
