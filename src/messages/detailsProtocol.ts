/** What the page of details and the host say to each other (see rpc.ts). The host loads; the page draws what is here. */
import * as v from 'valibot';
import type { WireCell } from '../base/cells.ts';
import type { DetailsStrings } from './detailsStrings.ts';
import { type Api, call } from './rpc.ts';
import { type Shape, text } from '../base/schema.ts';

/** What a page is about: a resource, or a dataset by its name or id. */
export type DetailsTarget = Shape<typeof DetailsTarget>;
export const DetailsTarget = v.object({
  portalId: v.string(),
  resourceId: v.exactOptional(v.string()),
  /** With a resource: where it was found, which saves a request. */
  dataset: v.exactOptional(v.string()),
});

/** A part that couldn't be loaded; the others stay. */
const Failed = v.object({
  state: v.literal('failed'),
  message: v.string(),
  hint: v.string(),
  /** A token may help. */
  offersToken: v.boolean(),
});
const Loading = v.object({ state: v.literal('loading') });
/** Nobody has been asked yet, for a reason: people say when. */
const Waiting = v.object({ state: v.literal('waiting'), words: v.string() });

export type Fact = Shape<typeof Fact>;
const Fact = v.object({
  label: v.string(),
  value: v.string(),
  /** To the web. */
  link: v.exactOptional(v.string()),
  /** Leads to the page of the resource's dataset. */
  isDataset: v.exactOptional(v.literal(true)),
});

export type ListedResource = Shape<typeof ListedResource>;
const ListedResource = v.object({
  id: v.string(),
  name: v.string(),
  /** Format and date, or what there is of them. */
  facts: v.string(),
  hasRecords: v.boolean(),
});

/** What a catalog, or this machine, says about it. */
export type About = Shape<typeof About>;
const About = v.object({
  state: v.literal('shown'),
  title: v.string(),
  /** Markdown of the publisher. */
  notes: v.string(),
  /** The same of the dataset that a resource is in. */
  datasetNotes: v.string(),
  facts: v.array(Fact),
  /** Of a dataset. */
  resources: v.exactOptional(
    v.object({ first: v.array(ListedResource), count: v.string(), hasMore: v.boolean() }),
  ),
  /** There is a page on the portal's website. */
  hasWebsite: v.boolean(),
  /** The resource's own file. */
  hasFile: v.boolean(),
});

export type DetailsField = Shape<typeof DetailsField>;
const DetailsField = v.object({
  id: v.string(),
  /** As the server names it. */
  type: v.string(),
  isNumber: v.boolean(),
  label: v.exactOptional(v.string()),
  notes: v.exactOptional(v.string()),
  unit: v.exactOptional(v.string()),
});

/** Fields and first records. */
export type DetailsRecords = Shape<typeof DetailsRecords>;
const DetailsRecords = v.object({
  state: v.literal('shown'),
  /** How many there are, in words; empty where the server doesn't say. */
  total: v.string(),
  fields: v.array(DetailsField),
  /** In words; also those that aren't in `fields`. */
  fieldCount: v.string(),
  hasMoreFields: v.boolean(),
  /** Cells of the first fields. They are not looked at one by one: the page draws whatever they are as text. */
  sample: v.custom<readonly (readonly WireCell[])[]>(
    (value) => Array.isArray(value) && value.every(Array.isArray),
  ),
});

/** `none`: there are none to search; `canTry`: as far as the catalog knows, which may be wrong. */
const NoRecords = v.object({ state: v.literal('none'), words: v.string(), canTry: v.boolean() });

export type DetailsLook = Shape<typeof DetailsLook>;
export const DetailsLook = v.object({
  /** Until the catalog gives a better one. */
  title: v.string(),
  /** Which portal. */
  place: v.string(),
  kind: v.picklist(['resource', 'dataset', 'file']),
  /** Whether the tree keeps it under its portal; absent for what the tree can't keep. */
  isSaved: v.exactOptional(v.boolean()),
  about: v.variant('state', [Waiting, Loading, Failed, About]),
  records: v.variant('state', [Loading, Failed, DetailsRecords, NoRecords]),
});

export type DetailsInit = Shape<typeof DetailsInit>;
const DetailsInit = v.object({
  strings: v.custom<DetailsStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47, for number formats. */
  language: v.string(),
  /** Kept by the page, for a reload of the window. */
  target: DetailsTarget,
  look: DetailsLook,
});

/** What can be copied. */
export const COPIED = ['id', 'address', 'citation'] as const;
export type Copied = (typeof COPIED)[number];

/** Served by the host, called by the page. */
export type DetailsHost = typeof DetailsHost;
export const DetailsHost = {
  ready: call([], DetailsInit),
  /** Of a resource that the page lists; null: the page's own. */
  openRecords: call([v.nullable(text)]),
  showResource: call([text]),
  showDataset: call([]),
  toggleSaved: call([]),
  openWebsite: call([]),
  openFile: call([]),
  /** From a description, or of a fact. */
  openLink: call([text]),
  copy: call([v.picklist(COPIED)]),
  retry: call([v.picklist(['about', 'records'])]),
  setToken: call([]),
} satisfies Api;

/** Served by the page, called by the host. */
export type DetailsView = typeof DetailsView;
export const DetailsView = {
  show: call([DetailsLook]),
} satisfies Api;
