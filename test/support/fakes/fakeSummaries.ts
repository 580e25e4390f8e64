/** Answers `x_datastore_summarize` with rows of groups in memory, page by page, as our own service does. */
import { parseExact } from '../../../src/base/exactJson.ts';
import type { ExactValue } from '../../../src/base/cells.ts';
import type { Field } from '../../../src/base/field.ts';
import type { SummaryFacts } from '../../../src/datastore/query/summary.ts';
import { FakeCkan, type FakeCkanOptions, success } from './fakeCkan.ts';

export interface FakeGroups {
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly ExactValue[])[];
  readonly facts?: Partial<SummaryFacts>;
}

/** A server of ours, whose resource `r` has these groups. The most rows of an answer are `rowsMax`. */
export function fakeSummaries(
  { fields, rows, facts }: FakeGroups,
  { rowsMax = 32_000, ...options }: Partial<FakeCkanOptions> = {},
): FakeCkan {
  return new FakeCkan({
    resources: { r: { fields: [{ id: 'amount', type: 'numeric' }], rows: [] } },
    fault: ({ action, body }, honest) => {
      const ours = { 'x-datastore-explorer': '1' };
      if (action !== 'x_datastore_summarize') return { ...honest, headers: ours };
      const params = parseExact(body) as Readonly<Record<string, ExactValue>>;
      const limit = Math.min(Number(params['limit'] ?? 100), rowsMax);
      const offset = Number(params['offset'] ?? 0);
      const answer = success({
        resource_id: 'r',
        fields: fields.map(({ id, type, isRounded }) => ({ id, type, ...(isRounded && { x_rounded: true }) })),
        records: rows.slice(offset, offset + limit),
        records_format: 'lists',
        ...(params['include_total'] !== false && { total: rows.length }),
        ...{ limit, offset },
        x_summary: { records: 7, others: 0, notFinite: 0, tooLong: [], ...facts },
      });
      return { ...answer, headers: ours };
    },
    ...options,
  });
}
