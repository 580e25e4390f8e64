/** Fills an empty portal: a public and a private dataset with records, a user inside and one outside, and a town's catalog. */
import { action, ActionError, type Actor } from './action.ts';
import { type Fixture, SUBJECTS_ALIAS } from './fixture.ts';
import { FIRST_YEAR, GROUPS, OFFICE_DATASETS, type OfficeDataset, ORGANIZATIONS, titleOf } from './offices.ts';
import type { CkanVersion } from './portal/version.ts';
import { reading, READING_FIELDS } from '../support/journeys/grid/readings.ts';
import {
  READING_COUNT,
  STAFF_COUNT,
  staffRecord,
  SUBJECT_COUNT,
  SUBJECT_FIELDS,
  subjectRecord,
} from '../support/journeys/subjects.ts';

/** To be changed whenever what is loaded changes: a portal with this mark is taken as it is. */
const FIXTURE_VERSION = '4';
const ORGANIZATION = 'school-board';
const GROUP = 'education';
const PUBLIC_DATASET = 'school-subjects';
const PRIVATE_DATASET = 'school-staff';
const MEMBER = 'board-member';
const STRANGER = 'stranger';
/** Records in one request: CKAN keeps a whole request in memory several times over. */
const MOST_AT_ONCE = 11_000;
/** CKAN's server of these tests has four threads. */
const AT_ONCE = 4;

interface Dataset {
  readonly version: string | null;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
}

interface Table {
  readonly name: string;
  readonly alias?: string;
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  readonly records: readonly object[];
}

/** An empty portal, by its administrator's token and by its database. */
export interface EmptyPortal extends Actor {
  fill(resourceId: string, names: readonly string[], records: readonly (readonly string[])[]): Promise<void>;
}

const SUBJECTS: Table = {
  name: 'Subjects',
  alias: SUBJECTS_ALIAS,
  fields: SUBJECT_FIELDS,
  records: numbered(SUBJECT_COUNT, subjectRecord),
};

const READINGS: Table = { name: 'Meter readings', fields: READING_FIELDS, records: numbered(READING_COUNT, reading) };

const STAFF: Table = {
  name: 'Staff',
  fields: [
    { id: 'subject', type: 'text' },
    { id: 'stage', type: 'text' },
    { id: 'salary', type: 'numeric' },
  ],
  records: numbered(STAFF_COUNT, staffRecord),
};

/** A resource of the dataset that has no records. */
const REPORT = { name: 'Report', url: 'https://example.org/report.pdf', format: 'PDF' };

/** Makes what is not there yet. `admin` is a system administrator. */
export async function load(admin: EmptyPortal, version: CkanVersion): Promise<Fixture> {
  for (const name of [MEMBER, STRANGER])
    await ensure(admin, 'user', name, { name, email: `${name}@localhost.test`, password: `never-used-${name}` });
  await ensure(admin, 'organization', ORGANIZATION, {
    name: ORGANIZATION,
    title: 'School board',
    users: [{ name: MEMBER, capacity: 'member' }],
  });
  await ensure(admin, 'group', GROUP, { name: GROUP, title: 'Education and culture' });
  await ensureOffices(admin);
  const open = await ensureDataset(admin, PUBLIC_DATASET, false, [SUBJECTS, READINGS], {
    title: 'School subjects: what is taught',
    notes: 'Drawing, music and 20 more.',
    groups: [{ name: GROUP }],
    tags: [{ name: 'lessons' }, { name: 'meter readings' }],
    resources: [REPORT],
  });
  const hidden = await ensureDataset(admin, PRIVATE_DATASET, true, [STAFF], { title: 'School staff' });
  return {
    version,
    baseUrl: admin.baseUrl,
    publicDataset: PUBLIC_DATASET,
    subjects: resourceOf(open, SUBJECTS.name),
    readings: resourceOf(open, READINGS.name),
    staff: resourceOf(hidden, STAFF.name),
    memberToken: await newToken(admin, MEMBER),
    strangerToken: await newToken(admin, STRANGER),
    adminToken: admin.token,
  };
}

async function ensure(admin: Actor, type: string, name: string, content: object): Promise<void> {
  const found = await find(admin, `${type}_show`, { id: name });
  if (found === undefined) await action(admin, `${type}_create`, content);
}

/** The dataset with its resources; one that was left half loaded is made again. */
async function ensureDataset(
  admin: EmptyPortal,
  name: string,
  isPrivate: boolean,
  tables: readonly Table[],
  more: object,
): Promise<Dataset> {
  const found = await find<Dataset>(admin, 'package_show', { id: name });
  if (found?.version === FIXTURE_VERSION) return found;
  if (found) {
    for (const { id } of found.resources) await find(admin, 'datastore_delete', { resource_id: id, force: true });
    await action(admin, 'dataset_purge', { id: name });
  }
  await action(admin, 'package_create', { name, owner_org: ORGANIZATION, private: isPrivate, ...more });
  for (const table of tables) await createTable(admin, name, table);
  return action<Dataset>(admin, 'package_patch', { id: name, version: FIXTURE_VERSION });
}

/** The last one to be there says that all are. */
async function ensureOffices(admin: Actor): Promise<void> {
  const last = OFFICE_DATASETS.at(-1)?.name;
  if ((await find(admin, 'package_show', { id: last })) !== undefined) return;
  for (const name of ORGANIZATIONS) await ensure(admin, 'organization', name, { name, title: titleOf(name) });
  for (const name of GROUPS) await ensure(admin, 'group', name, { name, title: titleOf(name) });
  // Tags are made with the first dataset that has them: two requests at once would make them twice.
  const isFirst = ({ name }: OfficeDataset): boolean => name.endsWith(String(FIRST_YEAR));
  for (const dataset of OFFICE_DATASETS.filter(isFirst)) await ensureOffice(admin, dataset);
  const left = OFFICE_DATASETS.filter((dataset) => !isFirst(dataset)).slice(0, -1);
  const createAll = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await ensureOffice(admin, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, createAll));
  for (const dataset of OFFICE_DATASETS.slice(-1)) await ensureOffice(admin, dataset);
}

async function ensureOffice(admin: Actor, dataset: OfficeDataset): Promise<void> {
  const { name, title, isPrivate, organization, group, tags, resources } = dataset;
  await ensure(admin, 'package', name, {
    name,
    title,
    notes: `${title}, by the ${titleOf(organization)}.`,
    private: isPrivate,
    owner_org: organization,
    groups: [{ name: group }],
    tags: tags.map((tag) => ({ name: tag })),
    resources,
  });
}

async function createTable(admin: EmptyPortal, dataset: string, table: Table): Promise<void> {
  const { resource_id } = await action<{ resource_id: string }>(admin, 'datastore_create', {
    resource: { package_id: dataset, name: table.name },
    fields: table.fields,
    aliases: table.alias ?? [],
  });
  const { fields, records } = table;
  if (records.length <= MOST_AT_ONCE)
    await action(admin, 'datastore_upsert', { resource_id, method: 'insert', force: true, records });
  else
    await admin.fill(
      resource_id,
      fields.map(({ id }) => id),
      records.map((record) => Object.values(record as Readonly<Record<string, string>>)),
    );
}

async function newToken(admin: Actor, user: string): Promise<string> {
  return (await action<{ token: string }>(admin, 'api_token_create', { user, name: 'tests' })).token;
}

/** The answer, or undefined when there is no such thing. */
async function find<T>(admin: Actor, name: string, body: object): Promise<T | undefined> {
  try {
    return await action<T>(admin, name, body);
  } catch (error) {
    if (error instanceof ActionError && error.status === 404) return undefined;
    throw error;
  }
}

function resourceOf(dataset: Dataset, name: string): string {
  const resource = dataset.resources.find((candidate) => candidate.name === name);
  if (resource === undefined) throw new Error(`The portal has lost the resource ${name}.`);
  return resource.id;
}

function numbered<T>(count: number, record: (n: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => record(index + 1));
}
