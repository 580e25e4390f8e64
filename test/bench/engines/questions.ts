/** What is asked of every engine through our service, in the API's words. */
import { FIELDS, RARE_WORD } from './records.ts';

export interface BenchQuestion {
  readonly name: string;
  readonly kind: 'page' | 'dump';
  /** Body of `datastore_search` without `resource_id`. */
  readonly search: Readonly<Record<string, unknown>>;
  /** The parameters that `/datastore/dump` gets. */
  readonly dump: Readonly<Record<string, string>>;
  /** Our service may take so many times as long as the engine's own client. */
  readonly atMost: number;
  /** Many records: how many there are is compared, not their values, which DuckDB gives as one text a record. */
  readonly isBulk: boolean;
}

const ALL = FIELDS.map(([name]) => name);
const PAGE = 1.15;
const STREAM = 1.3;

function page(name: string, search: BenchQuestion['search'], isBulk = false): BenchQuestion {
  return { name, kind: 'page', search: { fields: ALL, ...search }, dump: {}, atMost: isBulk ? STREAM : PAGE, isBulk };
}

export const QUESTIONS: readonly BenchQuestion[] = [
  page('first 100', { include_total: false }),
  page('first 100 + total', {}),
  page('filter = + total', { filters: { city: 'Northford' } }),
  page('OR + AND + total', { filters: { category: ['parks', 'Café'], status: 'open' } }),
  page('range of days + total', { filters: { created: { gte: '2020-03-01', lt: '2020-03-08' } } }),
  page('q, a rare word', { q: RARE_WORD, sort: 'nr', include_total: false }),
  page('sort at offset 10,000', { sort: 'amount desc, nr', offset: 10_000, include_total: false }),
  page('distinct + total', { fields: ['category', 'status'], distinct: true, sort: 'category, status' }),
  page('all of a city', { filters: { city: 'Northford' }, limit: 32_000, include_total: false }, true),
  {
    ...{ name: 'dump as CSV of two in 15', kind: 'dump', search: {}, atMost: STREAM, isBulk: true },
    dump: { filters: '{"category":"roads"}', fields: ALL.join() },
  },
];
