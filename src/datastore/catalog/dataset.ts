/** Datasets as a portal's catalog describes them. What doesn't fit is left out: any of it may be missing, odd or hostile. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, listIn, timestampIn, titleIn, webAddressIn } from './catalogValue.ts';

/** Of one dataset; portals have some with thousands. */
export const MOST_RESOURCES = 5000;

/** One resource of a dataset: a file or a link, which may have records to search. */
export interface DatasetResource {
  readonly id: string;
  /** Never empty. */
  readonly name: string;
  /** As publishers write it; may be empty. */
  readonly format: string;
  /** They are in the portal's datastore. */
  readonly hasRecords: boolean;
  readonly url?: string;
  /** Number of records according to a database's statistics. Only our own service gives it. */
  readonly estimatedRecords?: number;
  /** ISO 8601, without a zone. */
  readonly updated?: string;
}

export interface Organization {
  readonly name: string;
  readonly title: string;
}

export interface Dataset {
  readonly id: string;
  /** In addresses; the id where there is none. */
  readonly name: string;
  /** Never empty. */
  readonly title: string;
  readonly organization?: Organization;
  /** ISO 8601, without a zone. */
  readonly updated?: string;
  readonly isPrivate: boolean;
  readonly resources: readonly DatasetResource[];
  /** There are more resources than these. */
  readonly hasMore: boolean;
}

/** Undefined for what is no dataset. */
export function readDataset(value: ExactValue): Dataset | undefined {
  const id = identifierIn(member(value, 'id'));
  if (id === undefined) return undefined;
  const name = identifierIn(member(value, 'name')) ?? id;
  const organization = readOrganization(member(value, 'organization'));
  const updated = timestampIn(member(value, 'metadata_modified'));
  const given = member(value, 'resources');
  const all = isList(given) ? given : [];
  return {
    id,
    name,
    title: titleIn(member(value, 'title')) || name,
    ...(organization !== undefined && { organization }),
    ...(updated !== undefined && { updated }),
    isPrivate: member(value, 'private') === true,
    resources: listIn(all.slice(0, MOST_RESOURCES), readResource),
    hasMore: all.length > MOST_RESOURCES,
  };
}

function readOrganization(value: ExactValue | undefined): Organization | undefined {
  const name = identifierIn(member(value, 'name'));
  return name === undefined ? undefined : { name, title: titleIn(member(value, 'title')) || name };
}

function readResource(value: ExactValue): DatasetResource | undefined {
  const id = identifierIn(member(value, 'id'));
  if (id === undefined) return undefined;
  const url = webAddressIn(member(value, 'url'));
  const estimatedRecords = countIn(member(value, 'x_estimated_records'));
  const updated =
    timestampIn(member(value, 'last_modified')) ??
    timestampIn(member(value, 'metadata_modified')) ??
    timestampIn(member(value, 'created'));
  return {
    id,
    name: titleIn(member(value, 'name')) || titleIn(member(value, 'description')) || id,
    format: titleIn(member(value, 'format')),
    hasRecords: saysTrue(member(value, 'datastore_active')),
    ...(url !== undefined && { url }),
    ...(estimatedRecords !== undefined && { estimatedRecords }),
    ...(updated !== undefined && { updated }),
  };
}

/** CKAN 2.9 and older keep it as a text at times, and it can be stale there (docs/ckan.md 42). */
function saysTrue(active: ExactValue | undefined): boolean {
  return active === true || active === 'True' || active === 'true';
}
