/** Datastores with a table of hostile names and texts, in which code runs: the embedded one, and a real CKAN. */
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { FetchTransport } from '../../src/http/fetchTransport.ts';
import { startServer } from '../../src/service/http/server.ts';
import { action, type Actor } from '../ckan/action.ts';
import { TestDatastore } from '../service/datastore.ts';

interface KeptTable {
  readonly baseUrl: string;
  readonly resourceId: string;
  readonly client: DatastoreClient;
}

export interface KeptSite {
  readonly name: string;
  /** Refuses requests without the token. */
  readonly closed: KeptTable & { readonly token: string };
  /** Has the same records, and needs no token. */
  readonly open: KeptTable;
  /** The name of the field with the hostile texts. */
  readonly hostile: string;
  readonly close: () => Promise<void>;
}

/** CKAN's names have no double quotes. */
const HOSTILE_NAME = "it's 50% #a,b;c &d=$(e) `f` \\g {h} )---' /~";
export const HOSTILE_TEXTS = [
  `O'Brien "Rd"`,
  '$(touch owned) `id` ${HOME}',
  String.raw`back\slash \u0041 \n`,
  `''' """ )---"`,
  '%s %d &limit=1 #x',
  'Ж 東 🎹 \u202e',
];
/** More records than a server gives in one answer. */
const RECORDS = 32_400;
/** Records in one request to CKAN, which takes several times its memory. */
const MOST_AT_ONCE = 8_100;

type KeptRecord = readonly [
  city: string,
  hostile: string | null,
  amount: string | null,
  key: string,
  since: string | null,
];

function recordAt(at: number): KeptRecord {
  const amount = `${String(at % 997)}.${String(at % 100).padStart(2, '0')}`;
  const since = `20${String(10 + (at % 15))}-03-0${String(1 + (at % 9))}`;
  return [
    `c${String(at % 40)}`,
    HOSTILE_TEXTS[at % (HOSTILE_TEXTS.length + 1)] ?? null,
    at % 11 === 0 ? null : amount,
    String(9_007_199_254_740_000n + BigInt(at)),
    at % 13 === 0 ? null : since,
  ];
}

const ALL = Array.from({ length: RECORDS }, (_, at) => recordAt(at));

function clientOf(baseUrl: string, token: string): DatastoreClient {
  const exchange = new Exchange({ transport: new FetchTransport(), timeoutMs: () => 60_000 });
  return new DatastoreClient({ exchange, access: () => Promise.resolve({ baseUrl, token }) });
}

export async function embeddedSite(): Promise<KeptSite> {
  const cell = (text: string | null): string => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);
  const lines = [['city', HOSTILE_NAME, 'amount', 'key', 'since'], ...ALL].map((record) => record.map(cell).join(','));
  const datastore = await TestDatastore.open({ 'records.csv': { content: `${lines.join('\n')}\n` } });
  const open = await startServer({ directory: datastore.data, memoryLimitMb: 1024, withoutToken: true });
  const { client, server } = datastore;
  const resourceId = datastore.id('records.csv');
  return {
    name: 'embedded',
    closed: { baseUrl: server.baseUrl, token: server.token, resourceId, client },
    open: { baseUrl: open.baseUrl, resourceId, client },
    hostile: HOSTILE_NAME,
    close: async () => {
      await open.close();
      await datastore.close();
    },
  };
}

/** Loads the records into a public and a private dataset. CKAN before 2.12 refuses names that have a `#`. */
export async function ckanSite(version: string, admin: Actor, close: () => Promise<void>): Promise<KeptSite> {
  const hostile = HOSTILE_NAME.replace('#', '');
  const organization = `kept-${String(Date.now())}`;
  await action(admin, 'organization_create', { name: organization });
  const table = async (isPrivate: boolean): Promise<KeptTable> => {
    const name = `${organization}-${isPrivate ? 'private' : 'public'}`;
    await action(admin, 'package_create', { name, owner_org: organization, private: isPrivate });
    const fields = [
      { id: 'city', type: 'text' },
      { id: hostile, type: 'text' },
      { id: 'amount', type: 'numeric' },
      { id: 'key', type: 'int8' },
      { id: 'since', type: 'date' },
    ];
    const resource = { package_id: name, name: 'Records' };
    const { resource_id } = await action<{ resource_id: string }>(admin, 'datastore_create', { resource, fields });
    for (let from = 0; from < RECORDS; from += MOST_AT_ONCE) {
      const records = ALL.slice(from, from + MOST_AT_ONCE).map((record) =>
        Object.fromEntries(fields.map(({ id }, at) => [id, record[at]])),
      );
      await action(admin, 'datastore_upsert', { resource_id, method: 'insert', force: true, records });
    }
    return { baseUrl: admin.baseUrl, resourceId: resource_id, client: clientOf(admin.baseUrl, admin.token) };
  };
  return {
    name: `ckan-${version}`,
    closed: { ...(await table(true)), token: admin.token },
    open: await table(false),
    hostile,
    close,
  };
}
