/** A summary of records for tests of the panel's page, and the fields of these records. */
import type { Summary } from '../../../../src/datastore/query/summary.ts';

export const SUMMARY: Summary = {
  groups: [{ field: 'subject' }, { field: 'starts', unit: 'year' }],
  measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'hours' }],
  top: 6,
};

export const RECORD_FIELDS: readonly { readonly id: string; readonly type: string }[] = [
  { id: 'subject', type: 'text' },
  { id: 'stage', type: 'int4' },
  { id: 'hours', type: 'numeric' },
  { id: 'starts', type: 'timestamp' },
];
