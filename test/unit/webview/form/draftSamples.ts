import fc from 'fast-check';
import { EMPTY_DRAFT, type FilterRowDraft, type QueryDraft } from '../../../../src/datastore/query/draft.ts';
import type { PortalChoice } from '../../../../src/messages/formProtocol.ts';

export const LESSONS = '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b';

export const portals: readonly PortalChoice[] = [
  { id: 'local', name: 'Local files', baseUrl: '', resources: [], qMeans: 'contains' },
  {
    id: 'city',
    name: 'City of Testville',
    baseUrl: 'https://data.testville.example/en',
    resources: [
      { id: LESSONS, name: 'Lessons' },
      { id: 'a', name: 'Twins' },
      { id: 'b', name: 'Twins' },
    ],
    qMeans: 'words',
  },
];

export function draft(changes: Partial<QueryDraft> = {}): QueryDraft {
  return { ...EMPTY_DRAFT, ...changes };
}

export function row(field: string, ...texts: readonly string[]): FilterRowDraft {
  return { field, values: texts.map((text) => ({ type: 'auto', text })), list: false };
}

/** An object like `structuredClone` and JSON make them. */
function plainRecord<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record<T>(model, { noNullPrototype: true });
}

/** Any draft that the host may send, which never has empty rows. */
export const anyDraft: fc.Arbitrary<QueryDraft> = plainRecord({
  portalId: fc.string(),
  baseUrl: fc.string(),
  resource: fc.string(),
  q: fc.string(),
  filterMode: fc.constantFrom('rows', 'json'),
  filterRows: fc.array(
    plainRecord({
      field: fc.oneof(fc.constantFrom('__proto__', 'constructor'), fc.string({ minLength: 1 })),
      values: fc.array(
        plainRecord({ type: fc.constantFrom('auto', 'text', 'number', 'boolean', 'null'), text: fc.string() }),
      ),
      list: fc.boolean(),
    }),
  ),
  filterJson: fc.string(),
  limit: fc.string(),
});
