/** Columns in doubt are read alike, wherever in the file the deciding value is. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { isFull } from '../../support/results/full.ts';
import { ReadingFolder, type Imported } from './readings.ts';
import { storedRows } from './storedTable.ts';

const RECORDS = isFull ? 21_000 : 4_200;
/** The first 4,095 records are inspected before the file is read. */
const PLACES = isFull ? [1, 4094, 4096, 20_000, RECORDS] : [1, 4096];

interface Case {
  readonly delimiter?: string;
  /** The column's name in the header. */
  readonly name?: string;
  /** Values of the column, repeated for all records. */
  readonly values: readonly string[];
  /** A different value in it, and one in the column beside it. */
  readonly decider?: string;
  readonly beside?: string;
  /** The column's type, its first value and the decider as the datastore returns them. */
  readonly type: string;
  readonly stored: readonly [first: string, decider: string | null];
  /** The decider is listed as a misfit with its line. */
  readonly isMisfit?: boolean;
  /** Decimal marks of both readings, if the column is ambiguous. */
  readonly marks?: readonly string[];
}

const pointed = ['1.234', '999.001', '12.500', '-3.500'];
const integers = ['7', '12', '405', '1999'];
const cases: Readonly<Record<string, Case>> = {
  '1.234 throughout': { values: pointed, type: 'text', stored: ['1.234', '1.234'], marks: ['.', ','] },
  '1.234 and 999': { values: ['1.234', '999', '0'], type: 'text', stored: ['1.234', '1.234'], marks: ['.', ','] },
  '1.234 € throughout': { values: ['1.234 €', '9.500 €'], type: 'text', stored: ['1.234 €', '1.234 €'], marks: ['.', ','] },
  '1.234 throughout between bars': { delimiter: '|', values: pointed, type: 'text', stored: ['1.234', '1.234'], marks: ['.', ','] },
  '1.234 throughout between commas': { delimiter: ',', values: pointed, type: 'numeric', stored: ['1.234', '1.234'] },
  '1.234 throughout between tabs': { delimiter: '\t', values: pointed, type: 'numeric', stored: ['1.234', '1.234'] },
  '1.234 € throughout between tabs': { delimiter: '\t', values: ['1.234 €', '9.500 €'], type: 'numeric', stored: ['1.234', '1.234'] },
  '1.234 beside 12,5': { values: pointed, beside: '12,5', type: 'numeric', stored: ['1234', '1234'] },
  '1.234 beside 1.234,5': { values: pointed, beside: '1.234,5', type: 'numeric', stored: ['1234', '1234'] },
  '1.234 € beside 12,5': { values: ['1.234 €', '9.500 €'], beside: '12,5', type: 'numeric', stored: ['1234', '1234'] },
  '1.234 beside "12,5" between commas': { delimiter: ',', values: pointed, beside: '"12,5"', type: 'numeric', stored: ['1234', '1234'] },
  '1.234 beside 0.5': { values: pointed, beside: '0.5', type: 'numeric', stored: ['1.234', '1.234'] },
  '1.234 beside 12.25': { values: pointed, beside: '12.25', type: 'numeric', stored: ['1.234', '1.234'] },
  '1.234 beside 3.125, which is in doubt itself': { values: pointed, beside: '3.125', type: 'text', stored: ['1.234', '1.234'], marks: ['.', ','] },
  '1.234 and 0.5': { values: pointed, decider: '0.5', type: 'numeric', stored: ['1.234', '0.5'] },
  '1.234 and 0.123': { values: pointed, decider: '0.123', type: 'numeric', stored: ['1.234', '0.123'] },
  '1.234 and 1.23': { values: pointed, decider: '1.23', type: 'numeric', stored: ['1.234', '1.23'] },
  '1.234 and 12345': { values: pointed, decider: '12345', type: 'numeric', stored: ['1.234', '12345'] },
  '1.234 and 1.234.567': { values: pointed, decider: '1.234.567', type: 'numeric', stored: ['1234', '1234567'] },
  '1.234 and 1.234,50': { values: pointed, decider: '1.234,50', type: 'numeric', stored: ['1234', '1234.50'] },
  '1.234 and -0,5': { values: pointed, decider: '-0,5', type: 'numeric', stored: ['1234', '-0.5'] },
  '1.234 and n/a': { values: pointed, decider: 'n/a', beside: '12,5', type: 'numeric', stored: ['1234', null] },
  '1,234 throughout': { values: ['1,234', '12,500'], type: 'text', stored: ['1,234', '1,234'], marks: ['.', ','] },
  '1,234 and 0,5': { values: ['1,234', '12,500'], decider: '0,5', type: 'numeric', stored: ['1.234', '0.5'] },
  '1,234 and 0,123': { values: ['1,234', '12,500'], decider: '0,123', type: 'numeric', stored: ['1.234', '0.123'] },
  '1,234 and 1,234.5': { values: ['1,234', '12,500'], decider: '1,234.5', type: 'numeric', stored: ['1234', '1234.5'] },
  "1'234 throughout": { values: ["1'234", "12'500"], type: 'numeric', stored: ['1234', '1234'] },
  'integers and n/a': { values: integers, decider: 'n/a', type: 'numeric', stored: ['7', null] },
  'integers and nix': { values: integers, decider: 'nix', type: 'text', stored: ['7', 'nix'], isMisfit: true },
  'integers and 12,5': { values: integers, decider: '12,5', type: 'numeric', stored: ['7', '12.5'] },
  'integers and 1 234': { values: integers, decider: '1 234', type: 'numeric', stored: ['7', '1234'] },
  'integers and one among spaces': { values: integers, decider: ' 5 ', type: 'numeric', stored: ['7', '5'] },
  'integers and 007': { values: integers, decider: '007', type: 'text', stored: ['7', '007'], isMisfit: true },
  'integers and -01': { values: integers, decider: '-01', type: 'text', stored: ['7', '-01'], isMisfit: true },
  'integers and 0 800 123 456': { values: integers, decider: '0 800 123 456', type: 'text', stored: ['7', '0 800 123 456'], isMisfit: true },
  'integers and +41791234567': { values: integers, decider: '+41791234567', type: 'text', stored: ['7', '+41791234567'], isMisfit: true },
  'decimal commas and n/a': { values: ['1,5', '2,25'], decider: 'n/a', type: 'numeric', stored: ['1.5', null] },
  'decimal commas and 1 234,5': { values: ['1,5', '2,25'], decider: '1 234,5', type: 'numeric', stored: ['1.5', '1234.5'] },
  'decimal commas and 01,5': { values: ['1,5', '2,25'], decider: '01,5', type: 'text', stored: ['1,5', '01,5'], isMisfit: true },
  'percentages and 05 %': { values: ['5 %', '12 %'], decider: '05 %', type: 'text', stored: ['5 %', '05 %'], isMisfit: true },
  'euros and € 0123': { values: ['€ 5', '€ 12'], decider: '€ 0123', type: 'text', stored: ['€ 5', '€ 0123'], isMisfit: true },
  'dates and n/a': { values: ['2024-02-01', '2024-12-31'], decider: 'n/a', type: 'date', stored: ['2024-02-01', null] },
  'German dates and 31.02.2024': { values: ['01.02.2024', '31.12.2024'], decider: '31.02.2024', type: 'text', stored: ['01.02.2024', '31.02.2024'], isMisfit: true },
  'days that may be months, and 25/02/2024': { values: ['01/02/2024', '03/04/2024'], decider: '25/02/2024', type: 'date', stored: ['2024-02-01', '2024-02-25'] },
  'days that may be months, and 02/25/2024': { values: ['01/02/2024', '03/04/2024'], decider: '02/25/2024', type: 'date', stored: ['2024-01-02', '2024-02-25'] },
  'days that may be months': { values: ['01/02/2024', '03/04/2024'], type: 'text', stored: ['01/02/2024', '01/02/2024'] },
  'times with and without a fraction': { values: ['2024-02-01T10:00:00'], decider: '2024-02-01T10:00:00.5', type: 'timestamp', stored: ['2024-02-01T10:00:00', '2024-02-01T10:00:00.5'] },
  'true, false and n/a': { values: ['true', 'false'], decider: 'n/a', type: 'bool', stored: ['true', null] },
  'true, false and TRUE': { values: ['true', 'false'], decider: 'TRUE', type: 'bool', stored: ['true', 'true'] },
  'ja alone': { values: ['ja'], type: 'text', stored: ['ja', 'ja'] },
  'ja and nein': { values: ['ja'], decider: 'nein', type: 'bool', stored: ['true', 'false'] },
  'ja, nein and vielleicht': { values: ['ja', 'nein'], decider: 'vielleicht', type: 'text', stored: ['ja', 'vielleicht'], isMisfit: true },
  'SI and NO': { values: ['SI', 'NO'], type: 'text', stored: ['SI', 'SI'] },
  'SI, NO and si': { values: ['SI', 'NO'], decider: 'si', type: 'bool', stored: ['true', 'true'] },
  'SI, NO and DE': { values: ['SI', 'NO'], decider: 'DE', type: 'text', stored: ['SI', 'DE'] },
  'SI and NO below a question': { name: 'has_iva', values: ['SI', 'NO'], type: 'bool', stored: ['true', 'true'] },
}; // prettier-ignore

describe('columns in doubt', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  /** Values of the first column as the datastore returns them, by `_id`. */
  const values = async ({ resource }: Imported, ids: readonly number[]): Promise<unknown[]> => {
    const description = await new Catalogue(folder.data).find(resource.id);
    const rows = await storedRows(path.join(folder.data, description?.data ?? ''), 'c0');
    return ids.map((id) => rows[id - 1]?.[0]);
  };

  for (const [name, { delimiter = ';', name: field = 'a', type, stored, ...each }] of Object.entries(cases))
    it(`${name}: ${type}`, async () => {
      const { isMisfit = false, marks, decider, beside } = each;
      // Without a deciding value, the place doesn't matter.
      for (const place of decider === undefined && beside === undefined ? [1] : PLACES) {
        const lines = Array.from({ length: RECORDS }, (_, row) => [
          // The value beside the decider is one of the usual ones.
          each.values[row % each.values.length] ?? '',
          '7',
        ]);
        const line = lines[place - 1] ?? [];
        const first = place === 1 ? each.values.length + 1 : 1;
        if (decider !== undefined) line[0] = decider;
        else line[0] = each.values[0] ?? '';
        if (beside !== undefined) line[1] = beside;
        const content = [[field, 'b'], ...lines].map((texts) => `${texts.join(delimiter)}\n`).join('');
        const imported = await folder.import('doubt.csv', content);
        assert.equal(imported.types[0], type, `${name} in record ${String(place)}`);
        assert.deepEqual(await values(imported, [first, place]), stored);
        const { misfits = [], ambiguous = [] } = imported.resource;
        assert.deepEqual(
          misfits.map((misfit) => [misfit.field, misfit.record, misfit.line, misfit.text, misfit.became]),
          isMisfit ? [[field, place, place + 1, decider, 'text']] : [],
          `${name} in record ${String(place)}`,
        );
        const both = ambiguous.find((column) => column.field === field);
        assert.deepEqual(
          both?.readings.map(({ decimal }) => decimal),
          marks,
        );
      }
    });
});
