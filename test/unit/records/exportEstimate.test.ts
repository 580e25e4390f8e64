import assert from 'node:assert/strict';
import type { RecordRow } from '../../../src/base/cells.ts';

import { FORMATS, formatsFor } from '../../../src/export/formats.ts';
import { askHowToExport } from '../../../src/records/export/exportChoice.ts';
import { estimatedSize } from '../../../src/records/export/exportEstimate.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { clientOf } from '../../support/fakeExchange.ts';
import { people } from '../../support/host/vscode.ts';

const fields = [
  { id: '_id', type: 'int' },
  { id: 'name', type: 'text' },
];
const rowsOf = (count: number): readonly RecordRow[] =>
  Array.from({ length: count }, (_, index) => [100_000 + index, `tree ${String(index % 7)}`]);

const exportedOf = (records: number | undefined, sample: readonly RecordRow[]) => ({
  ...{ portalId: 'p', query: { resourceId: 'r' }, name: 'Trees' },
  panel: {
    ...{ client: clientOf(new FakeCkan({ resources: {} })), runAgain: () => undefined },
    ...(records !== undefined && { records }),
    sample: { fields, rows: sample },
  },
});

describe('the estimated size of an export', () => {
  for (const id of formatsFor('export')) {
    const format = FORMATS[id];
    if ('Writer' in format)
      it(`is nearly that of the file: ${format.name}`, () => {
        const writer = new format.Writer();
        const text = writer.begin(fields) + writer.rows(rowsOf(5000)) + writer.end();
        const estimate = estimatedSize(exportedOf(5000, rowsOf(50)), id) ?? 0;
        assert.ok(
          Math.abs(estimate / text.length - 1) < 0.05,
          `${String(estimate)} of ${String(text.length)}`,
        );
      });
    else
      it(`is unknown: ${format.name}`, () => {
        assert.equal(estimatedSize(exportedOf(5000, rowsOf(50)), id), undefined);
      });
  }

  it('is unknown where the count is, or no record is loaded, or no panel shows them', () => {
    assert.equal(estimatedSize(exportedOf(undefined, rowsOf(50)), 'csv'), undefined);
    assert.equal(estimatedSize(exportedOf(5000, []), 'csv'), undefined);
    assert.equal(estimatedSize({ portalId: 'p', query: { resourceId: 'r' } }, 'csv'), undefined);
  });

  const picked = (records: number | undefined) => {
    void askHowToExport(exportedOf(records, rowsOf(50)), false, {});
    const { picking } = people;
    picking?.hide();
    const rows = picking?.items.map(({ label, description }) => [label, description]) ?? [];
    return { placeholder: picking?.placeholder, rows: rows.slice(0, 3) };
  };

  it('stands at each format, and the count above them', () => {
    people.forget();
    people.looksAtPicks = true;
    assert.deepEqual(picked(5000), {
      placeholder: 'Select a format for 5,000 records',
      rows: [
        ['CSV', 'about 75 kB'],
        ['CSV with Options…', undefined],
        ['TSV', 'about 70 kB'],
      ],
    });
    assert.deepEqual(picked(undefined), {
      placeholder: 'Select a format',
      rows: [
        ['CSV', undefined],
        ['CSV with Options…', undefined],
        ['TSV', undefined],
      ],
    });
    people.forget();
  });
});
