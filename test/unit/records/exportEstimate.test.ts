import assert from 'node:assert/strict';
import type { RecordRow } from '../../../src/base/cells.ts';

import { FORMATS, formatsFor } from '../../../src/export/formats.ts';
import { askHowToExport } from '../../../src/records/export/exportChoice.ts';
import { estimatedSize, lacksGeometry } from '../../../src/records/export/exportEstimate.ts';
import { previewOf } from '../../../src/records/export/exportSource.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { people } from '../../support/host/vscode.ts';

const fields = [
  { id: '_id', type: 'int' },
  { id: 'name', type: 'text' },
];
const rowsOf = (count: number): readonly RecordRow[] =>
  Array.from({ length: count }, (_, index) => [100_000 + index, `tree ${String(index % 7)}`]);

const factsOfPart = (records: number | undefined, sample: readonly RecordRow[]) => ({
  ...(records !== undefined && { records }),
  sample: { fields, rows: sample },
});

describe('the estimated size of an export', () => {
  for (const id of formatsFor('export')) {
    const format = FORMATS[id];
    if ('Writer' in format)
      it(`is nearly that of the file: ${format.name}`, () => {
        const writer = new format.Writer();
        const text = writer.begin(fields) + writer.rows(rowsOf(5000)) + writer.end();
        const estimate = estimatedSize(factsOfPart(5000, rowsOf(50)), id) ?? 0;
        assert.ok(Math.abs(estimate / text.length - 1) < 0.05, `${String(estimate)} of ${String(text.length)}`);
      });
    else
      it(`is unknown: ${format.name}`, () => {
        assert.equal(estimatedSize(factsOfPart(5000, rowsOf(50)), id), undefined);
      });
  }

  it('is unknown where the count is, or no record is known', () => {
    assert.equal(estimatedSize(factsOfPart(undefined, rowsOf(50)), 'csv'), undefined);
    assert.equal(estimatedSize(factsOfPart(5000, []), 'csv'), undefined);
    assert.equal(estimatedSize({}, 'csv'), undefined);
  });

  const picked = async (records: number | undefined) => {
    void askHowToExport({ name: 'Trees' }, { hasTexts: false, ...factsOfPart(records, rowsOf(50)) }, {});
    await Promise.resolve();
    const { picking } = people;
    picking?.hide();
    const rows = picking?.items.map(({ label, description }) => [label, description]) ?? [];
    return { placeholder: picking?.placeholder, rows: [...rows.slice(0, 3), rows[7]] };
  };

  it('comes with what GeoJSON would lack', () => {
    const places = { fields: [...fields, { id: 'lat', type: 'numeric' }, { id: 'lon', type: 'numeric' }] };
    const sample = { ...places, rows: rowsOf(2).map((row, at) => [...row, at === 0 ? null : 50.7, 7.1]) };
    assert.equal(lacksGeometry({ sample }, 'geojson'), false);
    assert.equal(lacksGeometry(factsOfPart(5000, rowsOf(50)), 'geojson'), true);
    assert.equal(lacksGeometry(factsOfPart(5000, rowsOf(50)), 'csv'), false);
    assert.equal(lacksGeometry({}, 'geojson'), false);
  });

  it('stands at each format, and the count above them', async () => {
    people.forget();
    people.looksAtPicks = true;
    assert.deepEqual(await picked(5000), {
      placeholder: 'Select a format for 5,000 records',
      rows: [
        ['CSV', 'about 75 kB'],
        ['CSV with Options…', undefined],
        ['TSV', 'about 70 kB'],
        ['GeoJSON', 'about 400 kB · no geometry in the first records'],
      ],
    });
    assert.deepEqual(await picked(undefined), {
      placeholder: 'Select a format',
      rows: [
        ['CSV', undefined],
        ['CSV with Options…', undefined],
        ['TSV', undefined],
        ['GeoJSON', 'no geometry in the first records'],
      ],
    });
    people.forget();
  });
});

describe('what is known before records are exported that no panel shows', () => {
  const never = new AbortController().signal;
  const of = (ckan: FakeCkan, limit?: number) =>
    previewOf(
      { portalId: 'p', query: { resourceId: 'r', ...(limit !== undefined && { limit }) } },
      { client: () => Promise.resolve(clientOf(ckan)), records: () => undefined },
      never,
    );
  const ckan = () =>
    new FakeCkan({ resources: { r: { fields: fields.slice(1), rows: rowsOf(250).map(([, name]) => [name ?? '']) } } });

  it('is asked for in one small request: how many there are, and the first of them', async () => {
    const asked = ckan();
    const { hasTexts, records, sample } = await of(asked);
    assert.deepEqual([hasTexts, records, sample?.rows.length], [false, 250, 50]);
    assert.deepEqual(asked.searches, ['{"resource_id":"r","limit":50}']);
  });

  it('is no more than the limit of the query', async () => {
    const { records, sample } = await of(ckan(), 7);
    assert.deepEqual([records, sample?.rows.length], [7, 7]);
    assert.equal((await of(ckan(), 100)).records, 100);
  });

  it('is nothing where no server answers', async () => {
    assert.deepEqual(await of(new FakeCkan({ resources: {} })), { hasTexts: false });
  });
});
