/** Messages between the details page and the host (see rpc.ts). The host loads the data, and the page draws it. */
import * as v from 'valibot';
import type { WireCell } from '../base/cells.ts';
import type { DetailsStrings } from './detailsStrings.ts';
import { type Api, call } from './rpc.ts';
import { type Shape, text } from '../base/schema.ts';

/** The resource or dataset of a page. A dataset is given by its name or id. */
export type DetailsTarget = Shape<typeof DetailsTarget>;
export const DetailsTarget = v.object({
  portalId: v.string(),
  resourceId: v.exactOptional(v.string()),
  /** The resource's dataset, if it's known. It saves a request. */
  dataset: v.exactOptional(v.string()),
});

/** A part that couldn't be loaded. The other parts are still shown. */
const Failed = v.object({
  state: v.literal('failed'),
  message: v.string(),
  hint: v.string(),
  offersToken: v.boolean(),
});
const Loading = v.object({ state: v.literal('loading') });
/** A part that loads only after people ask for it. `words` says why. */
const Waiting = v.object({ state: v.literal('waiting'), words: v.string() });

export type Fact = Shape<typeof Fact>;
const Fact = v.object({
  label: v.string(),
  value: v.string(),
  link: v.exactOptional(v.string()),
  /** The value opens the page of the resource's dataset. */
  isDataset: v.exactOptional(v.literal(true)),
});

export type ListedResource = Shape<typeof ListedResource>;
const ListedResource = v.object({ id: v.string(), name: v.string(), facts: v.string(), hasRecords: v.boolean() });

export type About = Shape<typeof About>;
const About = v.object({
  state: v.literal('shown'),
  title: v.string(),
  /** The publisher's description, as Markdown. */
  notes: v.string(),
  /** The description of the resource's dataset, as Markdown. */
  datasetNotes: v.string(),
  facts: v.array(Fact),
  /** Only a dataset has resources. `first` are those that the page lists. */
  resources: v.exactOptional(v.object({ first: v.array(ListedResource), count: v.string(), hasMore: v.boolean() })),
  hasWebsite: v.boolean(),
  hasFile: v.boolean(),
});

export type DetailsField = Shape<typeof DetailsField>;
const DetailsField = v.object({
  id: v.string(),
  /** The server's name of the type, such as `int4`. */
  type: v.string(),
  isNumber: v.boolean(),
  label: v.exactOptional(v.string()),
  notes: v.exactOptional(v.string()),
  unit: v.exactOptional(v.string()),
});

export type DetailsRecords = Shape<typeof DetailsRecords>;
const DetailsRecords = v.object({
  state: v.literal('shown'),
  /** The number of records, in words. Empty if the server doesn't report it. */
  total: v.string(),
  fields: v.array(DetailsField),
  fieldCount: v.string(),
  hasMoreFields: v.boolean(),
  /** Cells of the first fields. Single cells aren't checked, because the page draws any value as text. */
  sample: v.custom<readonly (readonly WireCell[])[]>((value) => Array.isArray(value) && value.every(Array.isArray)),
});

/** Records that can't be opened. `canTry`: the catalog says that there are none, but it may be wrong. */
const NoRecords = v.object({ state: v.literal('none'), words: v.string(), canTry: v.boolean() });

export type DetailsLook = Shape<typeof DetailsLook>;
export const DetailsLook = v.object({
  /** The name from the tree until the catalog provides the title. */
  title: v.string(),
  /** Name of the portal, or of the server if the portal was removed. */
  place: v.string(),
  kind: v.picklist(['resource', 'dataset', 'file']),
  /** Whether the tree lists it as saved. Absent if it can't be saved. */
  isSaved: v.exactOptional(v.boolean()),
  about: v.variant('state', [Waiting, Loading, Failed, About]),
  records: v.variant('state', [Loading, Failed, DetailsRecords, NoRecords]),
});

export type DetailsInit = Shape<typeof DetailsInit>;
const DetailsInit = v.object({
  strings: v.custom<DetailsStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47, for number formats. */
  language: v.string(),
  /** The page stores the target, so that it survives a reload of the window. */
  target: DetailsTarget,
  look: DetailsLook,
});

export const COPIED = ['id', 'address', 'citation'] as const;
export type Copied = (typeof COPIED)[number];

export type DetailsHost = typeof DetailsHost;
export const DetailsHost = {
  ready: call([], DetailsInit),
  /** Opens a listed resource by its id, or the page's own for null. */
  openRecords: call([v.nullable(text)]),
  showResource: call([text]),
  showDataset: call([]),
  toggleSaved: call([]),
  openWebsite: call([]),
  openFile: call([]),
  openLink: call([text]),
  copy: call([v.picklist(COPIED)]),
  retry: call([v.picklist(['about', 'records'])]),
  setToken: call([]),
} satisfies Api;

export type DetailsView = typeof DetailsView;
export const DetailsView = { show: call([DetailsLook]) } satisfies Api;
