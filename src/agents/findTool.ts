/** Datasets and their resources in all places that people added, for `datastore_find`. */
import type { ExactValue } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import { type Field, typeName } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { Dataset, DatasetResource } from '../datastore/catalog/dataset.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { HttpError } from '../http/errors.ts';
import { aboutLine, answerOf, budgetText, roomFor } from './agentAnswer.ts';
import { BudgetUsedUp } from './agentBudget.ts';
import type { AgentCall } from './agentCall.ts';
import { AgentFault } from './agentFault.ts';
import { inputText, type ToolInput } from './agentInput.ts';
import type { AgentPortal } from './agentPlaces.ts';
import { boundedText, boundedValue, fittingLines, type LineMembers, jsonLine } from './fencedText.ts';

const MOST_DATASETS = 10;
const MOST_RESOURCES = 5;
/** Levels of detail: how many fields of a resource are named, with their types. */
const MOST_FIELDS = [30, 12, 5, 0];
const LONGEST_TITLE = 200;
/** Requests that are left when no more fields of resources are asked for. */
const REQUESTS_LEFT = 4;

const SOME_WORDS = 'Datasets with all words, because there are none. These have some of the words.';
const UNREADABLE = "A file that can't be read. Use datastore_describe with its name to see why.";

interface ListedResource {
  readonly members: LineMembers;
  /** Absent if the budget allowed no request for them, or the portal gave none. */
  readonly fields?: readonly Field[];
}

interface ListedDataset {
  readonly members: LineMembers;
  readonly resources: readonly ListedResource[];
}

interface Listing {
  readonly datasets: ListedDataset[];
  readonly cuts: string[];
  total: number;
}

/** Throws AgentFault for a portal that isn't here. An error of one of several portals is only said. */
export async function findTool(input: ToolInput, call: AgentCall): Promise<string> {
  const portals = portalsFor(inputText(input, 'portal'), call);
  const listing: Listing = { datasets: [], cuts: [], total: 0 };
  try {
    if (inputText(input, 'portal') === '' && inputText(input, 'organization') === '')
      await listFiles(input, call, listing);
    for (const portal of portals) await listPortal(portal, input, call, listing, portals.length);
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error;
    listing.cuts.push(budgetText(error));
  }
  const { datasets, cuts, total } = listing;
  const places = [...call.places.portals, ...call.places.files].slice(0, 20).map(({ name }) => boundedText(name, 100));
  const about = aboutLine({ request: boundedValue(input as ExactValue, 500), places });
  const shown = datasets.slice(0, MOST_DATASETS);
  const levels = MOST_FIELDS.map((most) => () => shown.map((dataset) => datasetLine(dataset, most, call)));
  const { lines, level, isWhole } = fittingLines(levels, roomFor('datastore_find', about));
  const isUnread = shown.some(({ resources }) => resources.some(({ fields }) => fields === undefined));
  const missing = [
    ...cuts,
    ...(total > lines.length
      ? [`${String(total - lines.length)} datasets. Use other words, organization or portal.`]
      : []),
    ...(level > 0 || !isWhole ? ['Names of fields behind the first ones.'] : []),
    ...(isUnread ? ['Fields of some resources, which were not read.'] : []),
  ];
  const next =
    lines.length === 0
      ? 'Use fewer or other words, or leave out organization and field.'
      : 'Use datastore_describe with a resource. The total counts datasets.';
  const facts = { total, returned: lines.length, isComplete: missing.length === 0, cuts: missing, next };
  return answerOf(facts, [about, ...lines]);
}

function portalsFor(name: string, { places: { portals } }: AgentCall): readonly AgentPortal[] {
  if (name === '') return portals;
  const portal = portals.find(({ name: own, baseUrl }) =>
    [own, baseUrl].some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  if (portal !== undefined) return [portal];
  throw new AgentFault(
    'Only portals that people added can be asked, and this is none of them.',
    'Leave out portal, or use one of these.',
    portals.map((each) => each.name).join(', '),
  );
}

/** All files that can be read, each sheet or table by itself, until the budget is used up. */
async function* readableFiles(call: AgentCall, cuts: string[]) {
  const waiting = [...call.places.files];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
    try {
      const parts = (await file.parts?.(call.signal)) ?? [file];
      if (parts.length > 1) {
        waiting.unshift(...parts);
        continue;
      }
      const { client, resourceId } = await call.fileResource(file);
      yield { name: file.name, ...(await fieldsOf(client, resourceId, call)) };
    } catch (error) {
      if (error instanceof BudgetUsedUp) return void cuts.push(budgetText(error));
      if (!(error instanceof AgentFault)) throw error;
      if (!cuts.includes(UNREADABLE)) cuts.push(UNREADABLE);
    }
}

/** Files of which the name or a field has a word of the search, or all files if there is nothing else. */
async function listFiles(input: ToolInput, call: AgentCall, listing: Listing): Promise<void> {
  const words =
    inputText(input, 'q')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const { portals } = call.places;
  const listed: ListedDataset[] = [];
  const matches: ListedDataset[] = [];
  for await (const { name, fields, records } of readableFiles(call, listing.cuts)) {
    if (!hasField(fields, inputText(input, 'field'))) continue;
    const resources = [{ members: { resource: name, records }, fields }];
    const dataset = { members: { dataset: name, licence: 'not stated' }, resources };
    const text = [name, ...fields.map(({ id }) => id)].join(' ').toLowerCase();
    listed.push(dataset);
    if (words.length === 0 || words.some((word) => text.includes(word))) matches.push(dataset);
  }
  const shown = matches.length === 0 && portals.length === 0 ? listed : matches;
  listing.total += shown.length;
  listing.datasets.push(...shown);
}

async function listPortal(
  portal: AgentPortal,
  input: ToolInput,
  call: AgentCall,
  listing: Listing,
  portals: number,
): Promise<void> {
  const organization = inputText(input, 'organization');
  const rows = Math.ceil(MOST_DATASETS / portals);
  const words = inputText(input, 'q');
  try {
    const catalog = await call.catalog(portal);
    const search = (isAny: boolean) =>
      catalog.search(
        { words, isAny, ...(organization !== '' && { within: { organization } }) },
        { start: 0, rows },
        call.signal,
      );
    let page = await search(false);
    if (page.datasets.length === 0 && /\s/.test(words)) {
      page = await search(true);
      if (page.datasets.length > 0) listing.cuts.push(SOME_WORDS);
    }
    const { datasets, total } = page;
    listing.total += total ?? datasets.length;
    for (const dataset of datasets) {
      const listed = await portalDataset(portal, dataset, inputText(input, 'field'), call);
      if (listed === undefined) listing.total -= 1;
      else listing.datasets.push(listed);
    }
  } catch (error) {
    const isOfPortal = error instanceof HttpError || error instanceof DatastoreError;
    if (!isOfPortal || portals === 1) throw error;
    listing.cuts.push('A portal that failed. Ask it alone by portal to see why.');
  }
}

/** Undefined if no resource has the field. */
async function portalDataset(
  portal: AgentPortal,
  { title, organization, updated, license, resources }: Dataset,
  field: string,
  call: AgentCall,
): Promise<ListedDataset | undefined> {
  const searchable = resources.filter(({ hasRecords }) => hasRecords);
  const first = searchable.slice(0, MOST_RESOURCES);
  const read = await Promise.all(first.map((each) => portalResource(portal, each, call)));
  const fitting = read.filter(({ fields }) => fields === undefined || hasField(fields, field));
  if (field !== '' && fitting.length === 0) return undefined;
  const more = searchable.length - read.length;
  const members = { dataset: title, portal: portal.name, organization: organization?.title, updated };
  return {
    members: { ...members, licence: license?.title ?? 'not stated', moreResources: more === 0 ? undefined : more },
    resources: fitting,
  };
}

async function portalResource(
  portal: AgentPortal,
  { id, name, format, updated, estimatedRecords }: DatasetResource,
  call: AgentCall,
): Promise<ListedResource> {
  const members = { resource: call.nameAt(portal, id), name, format, updated, records: estimatedRecords };
  if (call.budget.requestsLeft <= REQUESTS_LEFT) return { members };
  try {
    const { fields, records } = await fieldsOf(await call.client(portal), id, call);
    return { members: { ...members, records }, fields };
  } catch {
    // The dataset is found anyway, also when the budget ends here.
    return { members };
  }
}

async function fieldsOf(client: DatastoreClient, resourceId: string, { signal }: AgentCall) {
  const { fields, total: records } = await client.search({ resourceId, limit: 0 }, undefined, signal);
  return { fields, records };
}

function hasField(fields: readonly Field[], name: string): boolean {
  return name === '' || fields.some(({ id }) => id.toLowerCase().includes(name.toLowerCase()));
}

function datasetLine({ members, resources }: ListedDataset, most: number, call: AgentCall): string {
  const bounded = (value: ExactValue | undefined): ExactValue | undefined =>
    typeof value === 'string' ? boundedText(call.withoutTokens(value), LONGEST_TITLE) : value;
  const line = (of: LineMembers) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, bounded(value)]));
  const shown = resources.map((resource) => {
    const { fields = [] } = resource;
    const names = fields.slice(0, most).map(({ id, type }) => bounded(`${id} ${typeName(type)}`));
    const more = fields.length - names.length;
    return defined({ ...line(resource.members), fields: names, moreFields: more === 0 ? undefined : more });
  });
  return jsonLine({ ...line(members), resources: shown as readonly ExactValue[] });
}
