/** Fills an empty portal: one organization, a public and a private dataset, a user inside and one outside. */
import { action, ActionError, type Actor } from './action.ts';
import { type Fixture, SUBJECTS_ALIAS } from './fixture.ts';
import { reading, READING_FIELDS } from '../support/gridJourney/readings.ts';
import {
  READING_COUNT,
  STAFF_COUNT,
  staffRecord,
  SUBJECT_COUNT,
  SUBJECT_FIELDS,
  subjectRecord,
} from './subjects.ts';

/** To be changed whenever what is loaded changes: a portal with this mark is taken as it is. */
const FIXTURE_VERSION = '3';
const ORGANIZATION = 'school-board';
const GROUP = 'education';
const PUBLIC_DATASET = 'school-subjects';
const PRIVATE_DATASET = 'school-staff';
const MEMBER = 'board-member';
const STRANGER = 'stranger';
/** Records in one request: CKAN keeps a whole request in memory several times over. */
const BATCH = 11_000;

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

const SUBJECTS: Table = {
  name: 'Subjects',
  alias: SUBJECTS_ALIAS,
  fields: SUBJECT_FIELDS,
  records: numbered(SUBJECT_COUNT, subjectRecord),
};

const READINGS: Table = {
  name: 'Meter readings',
  fields: READING_FIELDS,
  records: numbered(READING_COUNT, reading),
};

const STAFF: Table = {
  name: 'Staff',
  fields: [
    { id: 'subject', type: 'text' },
    { id: 'stage', type: 'text' },
    { id: 'salary', type: 'numeric' },
  ],
  records: numbered(STAFF_COUNT, staffRecord),
};

/** Without records. */
const REPORT = { name: 'Report', url: 'https://example.org/report.pdf', format: 'PDF' };

/** Makes what is not there yet. `admin` is a system administrator. */
export async function load(admin: Actor): Promise<Fixture> {
  for (const name of [MEMBER, STRANGER])
    await ensure(admin, 'user', name, {
      name,
      email: `${name}@localhost.test`,
      password: `never-used-${name}`,
    });
  await ensure(admin, 'organization', ORGANIZATION, {
    name: ORGANIZATION,
    title: 'School board',
    users: [{ name: MEMBER, capacity: 'member' }],
  });
  await ensure(admin, 'group', GROUP, { name: GROUP, title: 'Education and culture' });
  const open = await ensureDataset(admin, PUBLIC_DATASET, false, [SUBJECTS, READINGS], {
    title: 'School subjects: what is taught',
    notes: 'Drawing, music and 20 more.',
    groups: [{ name: GROUP }],
    tags: [{ name: 'lessons' }, { name: 'meter readings' }],
    resources: [REPORT],
  });
  const hidden = await ensureDataset(admin, PRIVATE_DATASET, true, [STAFF], { title: 'School staff' });
  return {
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
  admin: Actor,
  name: string,
  isPrivate: boolean,
  tables: readonly Table[],
  more: object,
): Promise<Dataset> {
  const found = await find<Dataset>(admin, 'package_show', { id: name });
  if (found?.version === FIXTURE_VERSION) return found;
  if (found) {
    for (const { id } of found.resources)
      await find(admin, 'datastore_delete', { resource_id: id, force: true });
    await action(admin, 'dataset_purge', { id: name });
  }
  await action(admin, 'package_create', { name, owner_org: ORGANIZATION, private: isPrivate, ...more });
  for (const table of tables) await createTable(admin, name, table);
  return action<Dataset>(admin, 'package_patch', { id: name, version: FIXTURE_VERSION });
}

async function createTable(admin: Actor, dataset: string, table: Table): Promise<void> {
  const { resource_id } = await action<{ resource_id: string }>(admin, 'datastore_create', {
    resource: { package_id: dataset, name: table.name },
    fields: table.fields,
    aliases: table.alias ?? [],
  });
  for (let first = 0; first < table.records.length; first += BATCH)
    await action(admin, 'datastore_upsert', {
      resource_id,
      method: 'insert',
      force: true,
      records: table.records.slice(first, first + BATCH),
    });
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
