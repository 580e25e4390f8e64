/** Datasets as a portal's catalog describes them. What doesn't fit is left out: any of it may be missing, odd or hostile. */
import * as v from 'valibot';
import type { ExactValue } from '../../base/cells.ts';
import { oneLine } from '../../base/oneLine.ts';
import { optionalMember, readStored, storedList, storedObject } from '../../base/stored.ts';

/** UTF-16 units. */
const LONGEST_NAME = 200;
const LONGEST_TITLE = 500;
const LONGEST_URL = 4000;
/** Of one dataset; portals have some with thousands. */
const MOST_RESOURCES = 5000;

/** What a question repeats, so it's taken as it is or not at all. */
export const identifier = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(LONGEST_NAME),
  v.regex(/^[^\p{Cc}]*$/u),
);

const line = v.pipe(
  v.string(),
  v.transform((text) => oneLine(text, LONGEST_TITLE).trim()),
);

/** A text, or on multilingual portals a text for each language. */
export const title = v.fallback(
  v.union([line, v.pipe(v.record(v.string(), v.fallback(line, '')), v.transform(translation))]),
  '',
);

/** Portals have neither zones nor always times. */
const timestamp = optionalMember(v.pipe(v.string(), v.maxLength(40), v.regex(/^\d{4}-\d\d-\d\d/)));

/** A link for people; nothing but the web. */
const webAddress = optionalMember(v.pipe(v.string(), v.maxLength(LONGEST_URL), v.regex(/^https?:\/\//i)));

/** CKAN 2.9 and older keep it as a text at times, and it can be stale there (docs/ckan.md 42). */
const hasRecords = v.fallback(
  v.pipe(
    v.union([v.boolean(), v.string()]),
    v.transform((active) => active === true || active === 'True' || active === 'true'),
  ),
  false,
);

const resource = v.pipe(
  storedObject({
    id: identifier,
    name: title,
    description: title,
    format: title,
    datastore_active: hasRecords,
    url: webAddress,
    last_modified: timestamp,
    metadata_modified: timestamp,
    created: timestamp,
  }),
  v.transform(({ id, name, description, format, datastore_active, url, ...times }): DatasetResource => {
    const updated = times.last_modified ?? times.metadata_modified ?? times.created;
    return {
      id,
      name: name || description || id,
      format,
      hasRecords: datastore_active,
      ...(url !== undefined && { url }),
      ...(updated !== undefined && { updated }),
    };
  }),
);

const resources = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((all): Pick<Dataset, 'resources' | 'hasMore'> => {
    const list: readonly unknown[] = Array.isArray(all) ? all : [];
    const first = readStored(storedList(resource), list.slice(0, MOST_RESOURCES)) ?? [];
    return { resources: first, hasMore: list.length > MOST_RESOURCES };
  }),
);

const organization = v.pipe(
  storedObject({ name: identifier, title }),
  v.transform((named) => ({ name: named.name, title: named.title || named.name })),
);

const dataset = v.pipe(
  storedObject({
    id: identifier,
    name: v.fallback(identifier, ''),
    title,
    organization: optionalMember(organization),
    metadata_modified: timestamp,
    private: v.fallback(v.boolean(), false),
    resources,
  }),
  v.transform(({ id, metadata_modified: updated, private: isPrivate, ...rest }): Dataset => {
    const name = rest.name || id;
    return {
      id,
      name,
      title: rest.title || name,
      ...(rest.organization !== undefined && { organization: rest.organization }),
      ...(updated !== undefined && { updated }),
      isPrivate,
      ...rest.resources,
    };
  }),
);

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
  return readStored(dataset, value);
}

function translation(texts: Readonly<Record<string, string>>): string {
  return [texts['en'], ...Object.values(texts)].find((text) => text !== undefined && text !== '') ?? '';
}
