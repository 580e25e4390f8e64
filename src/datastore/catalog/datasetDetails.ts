/** All that a catalog says about one dataset: too much for lists of them. */
import { ExactNumber, type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, listIn, textIn, titleIn, webAddressIn } from './catalogValue.ts';
import { type Dataset, type DatasetResource, MOST_RESOURCES, readDataset } from './dataset.ts';

/** UTF-16 units. */
const LONGEST_NOTES = 20_000;
const MOST_TAGS = 100;

export interface ResourceDetails extends DatasetResource {
  /** Markdown; may be empty. */
  readonly description: string;
  /** As publishers write it; may be empty. */
  readonly mimetype: string;
  /** Of its file, in bytes. */
  readonly size?: number;
}

/** Texts may be empty. */
export interface DatasetDetails extends Dataset {
  /** Markdown. */
  readonly notes: string;
  readonly author: string;
  readonly maintainer: string;
  readonly version: string;
  readonly license: { readonly title: string; readonly url?: string };
  /** Where the dataset came from, in its publisher's words. */
  readonly source?: string;
  readonly tags: readonly string[];
  readonly resources: readonly ResourceDetails[];
}

/** Undefined for what is no dataset. */
export function readDatasetDetails(value: ExactValue): DatasetDetails | undefined {
  const dataset = readDataset(value);
  if (dataset === undefined) return undefined;
  const said = (name: string): string => titleIn(member(value, name));
  const licenseUrl = webAddressIn(member(value, 'license_url'));
  const source = webAddressIn(member(value, 'url'));
  const described = describedResources(beginningOf(member(value, 'resources'), MOST_RESOURCES));
  return {
    ...dataset,
    notes: notesIn(member(value, 'notes')),
    author: said('author'),
    maintainer: said('maintainer'),
    version: said('version'),
    license: {
      title: said('license_title') || said('license_id'),
      ...(licenseUrl !== undefined && { url: licenseUrl }),
    },
    ...(source !== undefined && { source }),
    tags: listIn(beginningOf(member(value, 'tags'), MOST_TAGS), readTag),
    resources: dataset.resources.map((resource) => {
      const given = described.get(resource.id);
      const size = bytesIn(member(given, 'size'));
      return {
        ...resource,
        description: notesIn(member(given, 'description')),
        mimetype: titleIn(member(given, 'mimetype')),
        ...(size !== undefined && { size }),
      };
    }),
  };
}

function beginningOf(value: ExactValue | undefined, most: number): readonly ExactValue[] {
  return isList(value) ? value.slice(0, most) : [];
}

function describedResources(resources: readonly ExactValue[]): ReadonlyMap<string, ExactValue> {
  const described = new Map<string, ExactValue>();
  for (const each of resources) {
    const id = identifierIn(member(each, 'id'));
    if (id !== undefined) described.set(id, each);
  }
  return described;
}

function readTag(value: ExactValue): string | undefined {
  return titleIn(member(value, 'display_name')) || titleIn(member(value, 'name')) || undefined;
}

/** Markdown, in lines. */
function notesIn(value: ExactValue | undefined): string {
  return textIn(value, (text) => text.slice(0, LONGEST_NOTES).toWellFormed().trim());
}

/** CKAN keeps what publishers wrote: a number, its text, or neither. */
function bytesIn(value: ExactValue | undefined): number | undefined {
  if (value instanceof ExactNumber) return countIn(Number(value.text));
  const isDigits = typeof value === 'string' && /^\d+$/.test(value);
  return countIn(isDigits ? Number(value) : value);
}
