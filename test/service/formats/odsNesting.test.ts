/** Random OpenDocument spreadsheets are read as a simple reader does it, which builds a tree of the whole document. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OdsReader } from '../../../src/service/formats/ods/odsReader.ts';
import { SheetTable, type SheetRow } from '../../../src/service/formats/sheets/sheetTable.ts';
import { parseXml } from '../../../src/service/formats/sheets/xmlEvents.ts';
import { count } from '../../support/results/figures.ts';
import { isFull } from '../../support/results/full.ts';
import { ReadingFolder } from '../reading/readings.ts';
import { odsContent, odsFile } from './odsFile.ts';
import { plainSheets, type PlainTable } from './plainOdsReader.ts';
import { randomBook } from './randomOds.ts';

const FILES = isFull ? 5000 : 400;
/** This many go through the whole import, the others only through the readers. */
const IMPORTED_FILES = isFull ? 60 : 20;

describe('Nested elements of ODS files', function () {
  this.timeout(300_000);
  let equal = 0;
  after(() => {
    const what = `random files are read as a simple reader reads them: ${equal === FILES ? 'ok' : 'missed'}`;
    count({ name: 'ods-nesting', what, score: equal, total: FILES });
  });

  it('are read as a simple reader reads them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const { xml, names } = randomBook(gen);
        const content = odsContent(xml);
        const expected = plainSheets(content);
        assert.deepEqual([...expected.keys()], names);
        for (const [place, name] of names.entries())
          assert.deepEqual(await readSheet(content, place), expected.get(name), name);
      }),
      { numRuns: FILES - IMPORTED_FILES },
    );
    equal += FILES - IMPORTED_FILES;
  });

  it('become the same records when they are imported', async () => {
    const folder = await ReadingFolder.open();
    try {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (gen) => {
          const { xml, names } = randomBook(gen);
          const part = names.at(-1) ?? '';
          const expected = plainSheets(odsContent(xml)).get(part);
          const named = expected?.fields.filter(({ id }) => !/^field \d+$/.test(id)).length;
          // A row of one value above wider ones is taken for a title.
          fc.pre(named !== 1 || expected?.fields.length === 1);
          const { fields, records } = await folder.import('book.ods', odsFile(xml), { part });
          // Two rows of names are joined where the first one seems to group the second.
          fc.pre(!fields.some((id) => id.includes(' / ')));
          assert.deepEqual(
            fields,
            expected?.fields.map(({ id }) => id),
          );
          const types = expected?.fields.map(({ type }) => type) ?? [];
          assert.deepEqual(
            records,
            expected?.records.map((record) => record.map((text, index) => written(text, types[index] ?? 'text'))),
          );
        }),
        // Without shrinking, which takes minutes of imports, a failure tells its seed.
        { numRuns: IMPORTED_FILES, endOnFailure: true },
      );
      equal += IMPORTED_FILES;
    } finally {
      await folder.close();
    }
  });
});

/** A typed column has each value in one form. */
function written(text: string | null, type: string): string | null {
  if (text === null || type === 'text') return text;
  const value = text.trim();
  if (value === '') return null;
  return type === 'timestamp' && value.length === 10 ? `${value}T00:00:00` : value;
}

/** Reads small pieces, so that their ends fall everywhere. */
async function readSheet(content: string, place: number): Promise<PlainTable> {
  const reader = new OdsReader(place);
  const rows: SheetRow[] = [];
  const read = parseXml(pieces(Buffer.from(content), 1500), reader);
  while ((await read.next()).done !== true) rows.push(...reader.take());
  rows.push(...reader.take());
  const table = new SheetTable('book.ods', [], { format: 'ods', compression: 'none', unreadable: 'refuse' });
  const records = rows.flatMap((row) => [table.record(row) ?? []]).slice(1);
  const { fields, slots } = table.end();
  return {
    fields: fields.map(({ id, type }) => ({ id, type })),
    records: records.map((record) => slots.map((slot) => record[slot] ?? null)),
  };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}
