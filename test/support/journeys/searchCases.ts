/** The API document's cases for the same records behind each engine. The expected answers are those of files. */

/** The name of a sample file, and a query for it. */
export const SEARCH_CASES = [
  ['lessons', {}],
  ['lessons', { limit: 7 }],
  ['lessons', { limit: 0 }],
  ['lessons', { limit: 1000 }],
  ['lessons', { limit: 10, offset: 95 }],
  ['lessons', { q: '0004' }],
  ['lessons', { q: 'MATH' }],
  ['lessons', { q: 'no such text' }],
  ['lessons', { q: { code: '04' } }],
  ['lessons', { filters: { code: '00040' } }],
  ['lessons', { filters: { code: ['00040', '00041', 'x'] } }],
  ['lessons', { filters: { _id: { gt: 3, lte: 6 } } }],
  ['lessons', { filters: { $or: [{ code: '00040' }, { _id: [1, 2] }] } }],
  ['lessons', { filters: { code: [] } }],
  ['lessons', { q: '00', filters: { _id: { lt: 50.5 } }, limit: 5 }],
  ['lessons', { sort: 'code desc', limit: 9 }],
  ['lessons', { sort: ['code nulls first', '_id desc'], limit: 9 }],
  ['lessons', { sort: '_id desc', limit: 3, include_next_page: true }],
  ['lessons', { fields: ['code', '_id'], limit: 2, include_next_page: true }],
  ['lessons', { fields: 'code', distinct: true, sort: 'code', limit: 30 }],
  ['lessons', { include_total: false, limit: 1 }],
  ['lessons', { records_format: 'lists', limit: 3 }],
  ['lessons', { records_format: 'csv', limit: 3 }],
  ['lessons', { records_format: 'tsv', limit: 3 }],
  // Conditions of this program's own.
  ['lessons', { filters: { subject: { not: 'math' } } }],
  ['lessons', { filters: { hours: { not: ['0.00', 1.75, null] } }, limit: 5 }],
  ['lessons', { filters: { note: { not: ['Groups of four'] } }, limit: 9 }],
  ['lessons', { filters: { note: { not: null } }, limit: 9 }],
  ['lessons', { filters: { online: { not: true }, starts_on: { gt: '2026-02-12' } } }],
  ['lessons', { filters: { note: { empty: true } } }],
  ['lessons', { filters: { note: { empty: false } } }],
  ['lessons', { filters: { hours: { empty: true } } }],
  ['lessons', { filters: { note: ['Groups of four', { null: true }] }, limit: 9 }],
  ['lessons', { filters: { note: { null: false, contains: 'RULER' } } }],
  ['lessons', { filters: { title: { contains: 'THE ' } } }],
  ['lessons', { filters: { title: { contains: '' } }, limit: 1 }],
  ['lessons', { filters: { title: { contains: '%' } } }],
  ['lessons', { filters: { title: { startsWith: 'the ', notContains: 'line' } } }],
  ['lessons', { filters: { note: { notContains: 'e' } } }],
  ['lessons', { filters: { starts_on: { startsWith: '2026-0' }, hours: { contains: '.5' } }, limit: 4 }],
  ['lessons', { filters: { $or: [{ note: { empty: true } }, { subject: { not: ['math', 'art'] } }] } }],
  ['lessons', { filters: { title: { contains: 5 } } }],
  ['lessons', { filters: { title: { empty: 'yes' } } }],
  ['lessons', { filters: { stage: { not: 'x' } } }],
  ['stations', { filters: { closed_note: { empty: true } } }],
  ['stations', { filters: { closed_note: { null: true } } }],
  ['stations', { filters: { services: { empty: false } } }],
  ['stations', { filters: { operator: { null: true } } }],
  ['stations', {}],
  ['stations', { sort: 'station_id desc' }],
  ['stations', { q: 's001', fields: ['station_id'] }],
  // Queries that are refused in the same words.
  ['lessons', { filters: { nothing: 1 } }],
  ['lessons', { filters: { _id: 'x' } }],
  ['lessons', { filters: { _id: true } }],
  ['lessons', { sort: 'nothing' }],
  ['lessons', { fields: ['nothing'] }],
  ['lessons', { q: { nothing: 'x' } }],
  ['lessons', { q: '(', plain: false }],
  ['lessons', { unknown: 1 }],
  ['lessons', { limit: -1 }],
  ['lessons', { distinct: true, fields: 'code', sort: '_id' }],
] as const;

const FACTS = ['values', 'empty', 'distinct', 'min', 'max'];

/** Summaries of the same records. */
export const SUMMARY_CASES = [
  ...['subject', 'code', 'note', 'stage', 'hours', 'catalogue_no', 'starts_on'].map((field) => ({
    calculations: [{ calculate: 'count' }, ...FACTS.map((calculate) => ({ calculate, field }))],
  })),
  ...['subject', 'stage', 'hours', 'starts_on', 'online', 'note'].map((field) => ({
    groups: [{ field }],
    calculations: [{ calculate: 'count' }, { calculate: 'distinct', field: 'code' }],
    limit: 7,
  })),
  { calculations: ['hours', 'stage', 'catalogue_no'].map((field) => ({ calculate: 'sum', field })) },
  { groups: [{ field: 'hours', starts: [2, 3.5, 1e2] }], calculations: [{ calculate: 'max', field: 'hours' }] },
  { groups: [{ field: 'starts_on', starts: ['2026-02-01'] }], calculations: [{ calculate: 'count' }] },
  { groups: [{ field: 'online' }, { field: 'stage' }], calculations: [{ calculate: 'count' }], limit: 5 },
  {
    ...{ q: 'the', filters: { note: { empty: false }, hours: { not: [1.75] } } },
    calculations: [{ calculate: 'count' }, { calculate: 'min', field: 'title' }],
  },
  // Summaries that are refused in the same words.
  { groups: [{ field: 'nothing' }], calculations: [{ calculate: 'count' }] },
  { calculations: [{ calculate: 'guess', field: 'hours' }] },
  { calculations: [] },
  { calculations: [{ calculate: 'count' }], unknown: 1 },
];

const COUNT = { calculate: 'count' };

/** What `x_datastore_summarize` answers of the same records. */
export const SUMMARIZE_CASES: readonly { readonly summary: object; readonly [parameter: string]: unknown }[] = [
  {
    summary: {
      groups: [{ field: 'subject' }],
      measures: [
        COUNT,
        { calculate: 'share' },
        ...['sum', 'mean', 'median', 'min', 'max'].map((calculate) => ({ calculate, field: 'hours' })),
      ],
    },
  },
  ...['year', 'quarter', 'month', 'week', 'day', 'weekday'].map((unit) => ({
    summary: { groups: [{ field: 'starts_on', unit }], measures: [COUNT, { calculate: 'distinct', field: 'code' }] },
  })),
  ...['1', '0.75', '100', '0.001'].map((width) => ({
    summary: {
      groups: [
        { field: 'hours', width },
        { field: 'stage', width },
      ],
      measures: [COUNT],
    },
    limit: 9,
  })),
  {
    ...{ sort: 'mean:hours desc nulls last, subject', limit: 3, offset: 2 },
    summary: {
      groups: [{ field: 'subject' }, { field: 'online' }],
      measures: [
        { calculate: 'mean', field: 'hours' },
        ...['min', 'max'].map((calculate) => ({ calculate, field: 'online' })),
      ],
      top: 4,
    },
  },
  {
    ...{ q: 'the', filters: { note: { empty: false } } },
    summary: {
      measures: [COUNT, ...['title', 'starts_on', 'catalogue_no'].map((field) => ({ calculate: 'max', field }))],
    },
  },
  { summary: { groups: [{ field: 'note' }], measures: [{ calculate: 'median', field: 'catalogue_no' }], top: 2 } },
  { summary: { groups: [{ field: 'stage' }], measures: [COUNT] }, offset: 1000 },
  { summary: { groups: [{ field: 'stage' }], measures: [COUNT] }, limit: 0 },
  // Summaries that are refused in the same words.
  { summary: { groups: [{ field: 'nothing' }], measures: [COUNT] } },
  { summary: { measures: [{ calculate: 'sum', field: 'subject' }] } },
  { summary: { groups: [{ field: 'starts_on', unit: 'hour' }], measures: [COUNT] } },
  { summary: { measures: [COUNT] }, sort: 'hours' },
];
