/** The complete description of one dataset, which would be too much for lists. */
import { defined } from '../../base/defined.ts';
import { ExactNumber, type ExactValue, isList, member } from '../../base/cells.ts';
import { countIn, identifierIn, listIn, textIn, titleIn, webAddressIn } from './catalogValue.ts';
import { type Dataset, type DatasetResource, MOST_RESOURCES, readDataset } from './dataset.ts';

/** The limit in UTF-16 code units. */
const LONGEST_NOTES = 20_000;
const MOST_TAGS = 100;

export interface ResourceDetails extends DatasetResource {
  /** Markdown, or "" if there is none. */
  readonly description: string;
  /** The publisher's media type, or "". */
  readonly mimetype: string;
  /** Size of the file in bytes. */
  readonly size?: number;
}

/** All texts may be empty. */
export interface DatasetDetails extends Dataset {
  readonly notes: string;
  readonly author: string;
  readonly maintainer: string;
  readonly version: string;
  readonly license: { readonly title: string; readonly url?: string };
  /** The address of the dataset's origin, from the publisher. */
  readonly source?: string;
  readonly tags: readonly string[];
  readonly resources: readonly ResourceDetails[];
}

export function readDatasetDetails(value: ExactValue): DatasetDetails | undefined {
  const dataset = readDataset(value);
  if (dataset === undefined) return undefined;
  const said = (name: string): string => titleIn(member(value, name));
  const described = describedResources(beginningOf(member(value, 'resources'), MOST_RESOURCES));
  return defined({
    ...dataset,
    notes: notesIn(member(value, 'notes')),
    author: said('author'),
    maintainer: said('maintainer'),
    version: said('version'),
    license: defined({
      title: said('license_title') || said('license_id'),
      url: webAddressIn(member(value, 'license_url')),
    }),
    source: webAddressIn(member(value, 'url')),
    tags: listIn(beginningOf(member(value, 'tags'), MOST_TAGS), readTag),
    resources: dataset.resources.map((resource) => {
      const given = described.get(resource.id);
      return defined({
        ...resource,
        description: notesIn(member(given, 'description')),
        mimetype: titleIn(member(given, 'mimetype')),
        size: bytesIn(member(given, 'size')),
      });
    }),
  });
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

function notesIn(value: ExactValue | undefined): string {
  return textIn(value, (text) => text.slice(0, LONGEST_NOTES).toWellFormed().trim());
}

/** CKAN stores what publishers entered: a number, a number as text, or any other text. */
function bytesIn(value: ExactValue | undefined): number | undefined {
  if (value instanceof ExactNumber) return countIn(Number(value.text));
  const isDigits = typeof value === 'string' && /^\d+$/.test(value);
  return countIn(isDigits ? Number(value) : value);
}
