/** A query and where it is asked: of panels and the form, and of a document. */
import type { Uri } from 'vscode';
import { defined } from '../base/defined.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ParameterValues, QueryToKeep } from '../document/kept/keptQuery.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import type { OpenQuery } from './openQueries.ts';
import { fillQuery } from '../document/kept/fillQuery.ts';
import { Problem } from '../platform/problem.ts';

/** A query of a portal's resource, as panels and the form have it. */
export interface PlacedQuery {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** Absent unless the records or groups are shown as a chart. */
  readonly chart?: ChartChoice;
  /** The query in words, by which it is called unless people choose a name. */
  readonly label?: string;
}

/** A query of a document whose parameters have values, and whose resource was found. */
export interface ReadyQuery extends OpenQuery {
  readonly values: ParameterValues;
  readonly ref: ResourceRef;
  readonly query: DatastoreQuery;
}

/** The query as documents and links have it: `document` is where a file's path begins. Rejects with a Problem. */
export async function queryToKeep(
  { portalId, query, chart }: PlacedQuery,
  places: Pick<KeptPlacesPort, 'placeOf'>,
  document?: Uri,
): Promise<QueryToKeep> {
  const place = await places.placeOf({ portalId, resourceId: query.resourceId }, document);
  const resourceId = place.kind === 'portal' ? place.resourceId : '';
  return { place, query: { ...query, resourceId }, ...defined({ chart }) };
}

/** The question in the JSON of a query's object, at a resource. Throws Problem. */
export function questionIn(
  { portalId, resourceId }: ResourceRef,
  json: string,
): { readonly portalId: string; readonly query: DatastoreQuery } {
  const filled = fillQuery({ json, place: { kind: 'portal', baseUrl: '', resourceId }, parameters: [] }, new Map());
  if ('problem' in filled) throw new Problem(filled.problem);
  return { portalId, query: filled.query };
}
