/** Checks of tables that change and tables that don't, on portals in memory or real ones. */
import * as v from 'valibot';
import { parseExact } from '../../src/base/exactJson.ts';
import type { DatastoreClient } from '../../src/datastore/client/client.ts';
import { checkExpectations } from '../../src/document/check/checkExpectations.ts';
import { findingText } from '../../src/document/check/checkResult.ts';
import type { Expectation } from '../../src/document/check/expectation.ts';
import { Expectations } from '../../src/document/check/expectations.ts';
import { proposeExpectations } from '../../src/document/check/proposedExpectations.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { clientOf } from '../support/fakes/fakeExchange.ts';
import { drawTable, handWritten, plantedChanges, type SampleTable } from '../support/samples/changedTables.ts';

const { signal } = new AbortController();
const NOW = new Date('2026-11-29T12:00:00Z');
const TABLES = Array.from({ length: 20 }, (_, at) => drawTable(at + 1));
/** In these, changes are planted. */
const PLANTED = TABLES.slice(0, 2);

/** A portal that gets a resource for each table. */
export interface CheckSite {
  readonly name: string;
  readonly load: (table: SampleTable) => Promise<{ readonly client: DatastoreClient; readonly resourceId: string }>;
}

/** CKANs in memory, which differ as the versions do. */
export const FAKE_SITES: readonly CheckSite[] = (['2.10', '2.11', '2.12'] as const).map((version) => ({
  name: `CKAN ${version}`,
  load: ({ fields, rows, modified }) => {
    const ckan = new FakeCkan({ version, resources: { r: { fields, rows, modified } } });
    return Promise.resolve({ client: clientOf(ckan), resourceId: 'r' });
  },
}));

/** The cases that hold, how many must, and those that don't. */
export interface CheckFigure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly missed: readonly string[];
}

interface Alarm {
  readonly kind: Expectation['kind'];
  readonly text: string;
}

async function alarmsOf(site: CheckSite, table: SampleTable, json: string): Promise<readonly Alarm[]> {
  const expect = v.parse(Expectations, parseExact(json));
  const { client, resourceId } = await site.load(table);
  const results = await checkExpectations(client, { resourceId }, expect, { now: NOW }, signal);
  return results.flatMap(({ expectation: { kind }, finding }) =>
    finding === undefined ? [] : [{ kind, text: findingText(finding) }],
  );
}

/** What is proposed from the first half of a table's records, as the `expect` of a document. */
async function proposedFor(site: CheckSite, table: SampleTable): Promise<string> {
  const rows = table.rows.slice(0, Math.floor(table.rows.length / 2));
  const { client, resourceId } = await site.load({ ...table, rows });
  const members = (await proposeExpectations(client, { resourceId }, { now: NOW }, signal))?.map((proposal) => {
    if ('json' in proposal) return `"${proposal.member}":${proposal.json}`;
    const fields = proposal.fields.map(({ field, json }) => `${JSON.stringify(field)}:${json}`);
    return `"${proposal.member}":{${fields.join(',')}}`;
  });
  return `{${members?.join(',') ?? ''}}`;
}

interface Planted {
  readonly value: number;
  readonly missed: readonly string[];
}

/** How many of ten kinds of changes in two tables a check names, by field and kind. */
async function namedChanges(site: CheckSite, expectOf: (table: SampleTable) => Promise<string>): Promise<Planted> {
  const missed: string[] = [];
  let value = 0;
  for (const table of PLANTED) {
    const json = await expectOf(table);
    for (const change of plantedChanges(table)) {
      const alarms = await alarmsOf(site, change.table, json);
      if (alarms.some(({ kind, text }) => kind === change.kind && text.includes(change.names))) value += 1;
      else missed.push(`${site.name}: ${change.kind} ${change.names}`);
    }
  }
  return { value, missed };
}

/** `runs`: how often each of 20 unchanged tables is checked, each time on the next site. */
export async function checkFigures(sites: readonly CheckSite[], runs: number): Promise<readonly CheckFigure[]> {
  const sum = async (one: (site: CheckSite) => Promise<Planted>): Promise<Planted> => {
    const all: Planted[] = [];
    for (const site of sites) all.push(await one(site));
    return { value: all.reduce((count, { value }) => count + value, 0), missed: all.flatMap(({ missed }) => missed) };
  };
  const changes = sites.length * 20;
  const written = await sum((site) => namedChanges(site, (table) => Promise.resolve(handWritten(table))));
  const proposed = await sum((site) => namedChanges(site, (table) => proposedFor(site, table)));
  const [quiet, steady]: [string[], string[]] = [[], []];
  for (const [at, table] of TABLES.entries()) {
    const siteOf = (run: number): CheckSite => sites[(at + run) % sites.length]!;
    for (let run = 0; run < runs; run += 1)
      for (const { text } of await alarmsOf(siteOf(run), table, handWritten(table)))
        quiet.push(`${table.name}: ${text}`);
    const rest = { ...table, rows: table.rows.slice(Math.floor(table.rows.length / 2)) };
    const alarms = await alarmsOf(siteOf(0), rest, await proposedFor(siteOf(0), table));
    for (const { text } of alarms) steady.push(`${table.name}: ${text}`);
  }
  const checks = TABLES.length * runs;
  return [
    { name: 'changes-named', limit: changes, ...written },
    { name: 'checks-without-alarm', value: checks - quiet.length, limit: checks, missed: quiet },
    { name: 'proposals-that-hold', value: TABLES.length - steady.length, limit: TABLES.length, missed: steady },
    { name: 'changes-named-by-proposals', limit: Math.ceil((changes * 50) / 60), ...proposed },
  ];
}
