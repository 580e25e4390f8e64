import { fillQuery } from '../document/kept/fillQuery.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { Problem } from '../platform/problem.ts';
import type { ResourceRef } from '../platform/portal.ts';

/** The question in the JSON of a query's object, at a resource. Throws Problem. */
export function questionIn(
  { portalId, resourceId }: ResourceRef,
  json: string,
): { readonly portalId: string; readonly query: DatastoreQuery } {
  const filled = fillQuery({ json, place: { kind: 'portal', baseUrl: '', resourceId }, parameters: [] }, new Map());
  if ('problem' in filled) throw new Problem(filled.problem);
  return { portalId, query: filled.query };
}
