/** Datasets as a catalog describes them. Any part may be missing, odd or hostile; unusable parts are left out. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { countIn, identifierIn, listIn, timestampIn, titleIn, webAddressIn } from './catalogValue.ts';

/** Limit for one dataset, because some have thousands of resources. */
export const MOST_RESOURCES = 5000;

/** A file or a link of a dataset, which may have records to search. */
export interface DatasetResource {
  readonly id: string;
  /** The name, or else the description or the id. */
  readonly name: string;
  /** The publisher's name of the format, or "". */
  readonly format: string;
  readonly hasRecords: boolean;
  readonly url?: string;
  /** Number of records according to a database's statistics. Only our own service reports it. */
  readonly estimatedRecords?: number;
  /** ISO 8601, without a time zone. */
  readonly updated?: string;
}

export interface Organization {
  readonly name: string;
  readonly title: string;
}

export interface Dataset {
  readonly id: string;
  /** The name for addresses, or the id if there is none. */
  readonly name: string;
  /** The title, or the name if there is none. */
  readonly title: string;
  readonly organization?: Organization;
  /** ISO 8601, without a time zone. */
  readonly updated?: string;
  /** The title or the id of the licence. */
  readonly license?: { readonly title: string };
  readonly isPrivate: boolean;
  readonly resources: readonly DatasetResource[];
  readonly hasMore: boolean;
}

export function readDataset(value: ExactValue): Dataset | undefined {
  const id = identifierIn(member(value, 'id'));
  if (id === undefined) return undefined;
  const name = identifierIn(member(value, 'name')) ?? id;
  const resources = member(value, 'resources');
  const all = isList(resources) ? resources : [];
  return defined({
    id,
    name,
    title: titleIn(member(value, 'title')) || name,
    organization: readOrganization(member(value, 'organization')),
    updated: timestampIn(member(value, 'metadata_modified')),
    license: readLicense(value),
    isPrivate: member(value, 'private') === true,
    resources: listIn(all.slice(0, MOST_RESOURCES), readResource),
    hasMore: all.length > MOST_RESOURCES,
  });
}

function readLicense(value: ExactValue): Dataset['license'] {
  const title = titleIn(member(value, 'license_title')) || titleIn(member(value, 'license_id'));
  return title === '' ? undefined : { title };
}

function readOrganization(value: ExactValue | undefined): Organization | undefined {
  const name = identifierIn(member(value, 'name'));
  return name === undefined ? undefined : { name, title: titleIn(member(value, 'title')) || name };
}

function readResource(value: ExactValue): DatasetResource | undefined {
  const id = identifierIn(member(value, 'id'));
  if (id === undefined) return undefined;
  return defined({
    id,
    name: titleIn(member(value, 'name')) || titleIn(member(value, 'description')) || id,
    format: titleIn(member(value, 'format')),
    hasRecords: saysTrue(member(value, 'datastore_active')),
    url: webAddressIn(member(value, 'url')),
    estimatedRecords: countIn(member(value, 'x_estimated_records')),
    updated:
      timestampIn(member(value, 'last_modified')) ??
      timestampIn(member(value, 'metadata_modified')) ??
      timestampIn(member(value, 'created')),
  });
}

/** CKAN up to 2.9 may return the flag as text, and it may be outdated (docs/ckan.md 42). */
function saysTrue(active: ExactValue | undefined): boolean {
  return active === true || active === 'True' || active === 'true';
}
