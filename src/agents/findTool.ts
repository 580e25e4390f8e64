/** Datasets and their resources in all places that people added, for `datastore_find`. */
import type { ExactValue } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import { type Field, typeName } from '../base/field.ts';
import type { Dataset, DatasetResource } from '../datastore/catalog/dataset.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { HttpError } from '../http/errors.ts';
import { AgentFault } from './agentFault.ts';
import { BudgetUsedUp } from './agentBudget.ts';
import type { AgentPortal } from './agentPlaces.ts';
import { aboutLine, answerText, budgetText, roomFor } from './agentAnswer.ts';
import type { AgentCall, AgentResource } from './agentCall.ts';
import { textOf, type ToolInput } from './agentInput.ts';
import { boundedText, fittingLines, safeJson } from './fencedText.ts';

const MOST_DATASETS = 10;
const MOST_RESOURCES = 5;
/** Fields are named with their types, the first ones of many. */
const MOST_FIELDS = [30, 12, 5, 0];
const LONGEST_TITLE = 200;
/** Requests of a call for the fields of resources. The rest is for other portals and routes. */
const REQUESTS_LEFT = 4;

const UNREADABLE = "A file that can't be read. Use datastore_describe with its name to see why.";

interface Search {
  readonly words: string;
  readonly organization: string;
  readonly field: string;
}

interface FoundResource extends Pick<DatasetResource, 'name' | 'format' | 'updated'> {
  readonly resource: string;
  readonly records?: number;
  /** Absent if the budget didn't allow to ask for them. */
  readonly fields?: readonly Field[];
}

interface FoundDataset extends Partial<Pick<Dataset, 'organization' | 'updated' | 'license'>> {
  readonly title: string;
  readonly portal?: string;
  readonly resources: readonly FoundResource[];
  readonly moreResources: number;
}

interface Findings {
  readonly datasets: FoundDataset[];
  readonly cuts: string[];
  total: number;
}

/** Throws AgentFault for a portal that isn't here. Errors of one portal of several are only said. */
export async function findTool(input: ToolInput, call: AgentCall): Promise<string> {
  const search = {
    words: textOf(input, 'q'),
    organization: textOf(input, 'organization'),
    field: textOf(input, 'field'),
  };
  const portals = portalsFor(textOf(input, 'portal'), call);
  const findings: Findings = { datasets: [], cuts: [], total: 0 };
  if (textOf(input, 'portal') === '' && search.organization === '') await findFiles(search, call, findings);
  for (const portal of portals) {
    try {
      await findAt(portal, search, Math.ceil(MOST_DATASETS / portals.length), call, findings);
    } catch (error) {
      const isOfPortal = error instanceof HttpError || error instanceof DatastoreError;
      if (error instanceof BudgetUsedUp) findings.cuts.push(budgetText(error));
      else if (!isOfPortal || portals.length === 1) throw error;
      else findings.cuts.push('A portal that failed. Ask it alone by portal to see why.');
    }
  }
  return findingsText(search, findings, call);
}

function findingsText(search: Search, { datasets, cuts, total }: Findings, call: AgentCall): string {
  const names = [...call.places.portals, ...call.places.files].slice(0, 20).map(({ name }) => boundedText(name, 100));
  const about = aboutLine({ request: boundedText(JSON.stringify(search), 500), places: names });
  const shown = datasets.slice(0, MOST_DATASETS);
  const levels = MOST_FIELDS.map((most) => () => shown.map((dataset) => datasetLine(dataset, most, call)));
  const { lines, level, isWhole } = fittingLines(levels, roomFor('datastore_find', about));
  const leftOut = total - lines.length;
  const isUnread = shown.some(({ resources }) => resources.some(({ fields }) => fields === undefined));
  const isComplete = leftOut <= 0 && level === 0 && cuts.length === 0 && !isUnread;
  return answerText(
    {
      total,
      returned: lines.length,
      isComplete,
      cuts: [
        ...cuts,
        ...(leftOut > 0 ? [`${String(leftOut)} datasets.`] : []),
        ...(level > 0 || !isWhole ? ['Names of fields behind the first ones.'] : []),
        ...(isUnread ? ['Fields of some resources, which were not asked for.'] : []),
      ],
      ...(lines.length === 0
        ? { next: 'Use fewer or other words, or leave out organization and field.' }
        : { next: 'Use datastore_describe with a resource. The total counts datasets.' }),
    },
    [about, ...lines],
  );
}

function portalsFor(name: string, { places: { portals } }: AgentCall): readonly AgentPortal[] {
  if (name === '') return portals;
  const portal = portals.find((each) => [each.name, each.baseUrl].includes(name.toLowerCase().replace(/\/$/, '')));
  if (portal !== undefined) return [portal];
  const names = portals.map((each) => each.name).join(', ');
  throw new AgentFault(
    'Only portals that people added can be asked, and this is none of them.',
    names === ''
      ? 'Leave out portal: there are only files.'
      : 'Use the name of a portal that people added, or leave out portal.',
    `${name}. Portals: ${names}`,
  );
}

/** Files whose name or fields have a word of the search, or all if none has. */
async function findFiles({ words, field }: Search, call: AgentCall, findings: Findings): Promise<void> {
  const sought = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const files: { readonly dataset: FoundDataset; readonly isMatch: boolean }[] = [];
  for await (const resource of fileResources(call, findings.cuts)) {
    if (!hasField(resource, field)) continue;
    const { name } = resource;
    const text = [name, ...(resource.fields ?? []).map(({ id }) => id)].join(' ').toLowerCase();
    const isMatch = sought.length === 0 || sought.some((word) => text.includes(word));
    files.push({ dataset: { title: name, resources: [resource], moreResources: 0 }, isMatch });
  }
  const matches = files.filter(({ isMatch }) => isMatch);
  const shown = matches.length > 0 || call.places.portals.length > 0 ? matches : files;
  findings.total += shown.length;
  findings.datasets.push(...shown.map(({ dataset }) => dataset));
}

/** All files that can be read, each sheet or table of its own, until the budget is used up. */
async function* fileResources(call: AgentCall, cuts: string[]): AsyncGenerator<FoundResource, void> {
  const waiting = [...call.places.files];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const { name } = file;
    try {
      const parts = (await file.parts?.(call.signal)) ?? [file];
      if (parts.length > 1) waiting.unshift(...parts);
      else yield { resource: name, name, format: '', ...(await fieldsOf(await call.fileResource(file), call)) };
    } catch (error) {
      if (error instanceof BudgetUsedUp) return void cuts.push(budgetText(error));
      if (!(error instanceof AgentFault)) throw error;
      if (!cuts.includes(UNREADABLE)) cuts.push(UNREADABLE);
    }
  }
}

async function findAt(
  portal: AgentPortal,
  { words, organization, field }: Search,
  most: number,
  call: AgentCall,
  findings: Findings,
): Promise<void> {
  const catalog = await call.catalog(portal);
  const query = { words, ...(organization !== '' && { within: { organization } }) };
  const { datasets, total = datasets.length } = await catalog.search(query, { start: 0, rows: most }, call.signal);
  findings.total += total;
  for (const { title, organization: by, updated, license, resources } of datasets) {
    const withRecords = resources.filter(({ hasRecords }) => hasRecords);
    const read: FoundResource[] = [];
    for (const resource of withRecords.slice(0, MOST_RESOURCES))
      read.push(await portalResource(portal, resource, call));
    const fitting = read.filter((each) => hasField(each, field));
    // A dataset of files alone is named, too, so that nothing seems to be missing.
    if (field !== '' && fitting.length === 0) findings.total -= 1;
    else
      findings.datasets.push({
        ...{ title, portal: portal.name, resources: fitting, moreResources: withRecords.length - read.length },
        ...defined({ organization: by, updated, license }),
      });
  }
}

async function portalResource(
  portal: AgentPortal,
  { id, name, format, updated, estimatedRecords }: DatasetResource,
  call: AgentCall,
): Promise<FoundResource> {
  const resource = call.nameAt(portal, id);
  const shown = { resource, name, format, ...defined({ updated, records: estimatedRecords }) };
  if (call.budget.requestsLeft <= REQUESTS_LEFT) return shown;
  const client = await call.client(portal);
  try {
    return { ...shown, ...(await fieldsOf({ name: resource, resourceId: id, client, portal }, call)) };
  } catch (error) {
    if (error instanceof BudgetUsedUp) throw error;
    call.signal.throwIfAborted();
    return shown;
  }
}

async function fieldsOf({ client, resourceId }: AgentResource, { signal }: AgentCall) {
  const { fields, total } = await client.search({ resourceId, limit: 0 }, undefined, signal);
  return defined({ fields, records: total });
}

/** Resources whose fields weren't asked for may have the field. */
function hasField({ fields }: FoundResource, field: string): boolean {
  return (
    field === '' || fields === undefined || fields.some(({ id }) => id.toLowerCase().includes(field.toLowerCase()))
  );
}

function datasetLine(dataset: FoundDataset, most: number, call: AgentCall): string {
  const { title, portal, organization, updated, license, resources, moreResources } = dataset;
  const bounded = (text: string | undefined): string | undefined =>
    text === undefined || text === '' ? undefined : boundedText(call.withoutTokens(text), LONGEST_TITLE);
  const lines = resources.map(({ resource, name, format, updated: changed, records, fields }) =>
    defined({
      ...{ resource: bounded(resource), name: bounded(name), format: bounded(format), updated: changed, records },
      fields: fields?.slice(0, most).map(({ id, type }) => bounded(`${id} ${typeName(type)}`) ?? ''),
      moreFields: fields !== undefined && fields.length > most ? fields.length - most : undefined,
    }),
  );
  return safeJson(
    defined({
      ...{ dataset: bounded(title), portal, organization: bounded(organization?.title), updated },
      ...{ licence: bounded(license?.title) ?? 'not stated', resources: lines },
      moreResources: moreResources > 0 ? moreResources : undefined,
    }) as ExactValue,
  );
}
