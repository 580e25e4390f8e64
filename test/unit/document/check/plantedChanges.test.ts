// Changes that were planted into tables of CKAN 2.10, 2.11 and 2.12 are named; tables without changes raise no alarm.
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { parseExact, stringifyExact } from '../../../../src/base/exactJson.ts';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { checkExpectations } from '../../../../src/document/check/checkExpectations.ts';
import { findingText } from '../../../../src/document/check/checkResult.ts';
import { Expectations } from '../../../../src/document/check/expectations.ts';
import { proposeExpectations, type Proposal } from '../../../../src/document/check/proposedExpectations.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import type { FakeVersion } from '../../../support/fakes/fakeDialects.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { isFull } from '../../../support/results/full.ts';
import {
  drawTable,
  handWritten,
  type PlantedChange,
  plantedChanges,
  type SampleTable,
} from '../../../support/samples/changedTables.ts';

const { signal } = new AbortController();
const now = new Date('2026-11-29T12:00:00Z');
const VERSIONS = ['2.10', '2.11', '2.12'] as const;
/** Checks of each unchanged table: 200 in all in the long form. */
const RUNS = isFull ? 10 : 3;
/** Two tables for planted changes, and eighteen more. */
const TABLES = Array.from({ length: 20 }, (_, at) => drawTable(at + 1));

function clientFor({ fields, rows, modified }: SampleTable, version: FakeVersion = '2.11'): DatastoreClient {
  return clientOf(new FakeCkan({ version, resources: { r: { fields, rows, modified } } }));
}

async function alarms(table: SampleTable, json: string, version?: FakeVersion) {
  const expect = v.parse(Expectations, parseExact(json));
  const results = await checkExpectations(clientFor(table, version), { resourceId: 'r' }, expect, { now }, signal);
  return results.flatMap(({ expectation, finding }) =>
    finding === undefined ? [] : [{ kind: expectation.kind, text: findingText(finding) }],
  );
}

function jsonOf(proposals: readonly Proposal[]): string {
  const members = proposals.map((proposal) => {
    const json =
      'json' in proposal
        ? proposal.json
        : `{${proposal.fields.map(({ field, json }) => `${JSON.stringify(field)}:${json}`).join(',')}}`;
    return `${JSON.stringify(proposal.member)}:${json}`;
  });
  return `{${members.join(',')}}`;
}

async function isNamed({ kind, names, table }: PlantedChange, json: string, version: FakeVersion): Promise<boolean> {
  return (await alarms(table, json, version)).some((alarm) => alarm.kind === kind && alarm.text.includes(names));
}

async function proposedFor(table: SampleTable): Promise<string> {
  return jsonOf((await proposeExpectations(clientFor(table), { resourceId: 'r' }, { now }, signal)) ?? []);
}

const PLANTED = VERSIONS.flatMap((version) =>
  TABLES.slice(0, 2).flatMap((table) => plantedChanges(table).map((change) => ({ version, table, change }))),
);

describe('checks of changed tables', function () {
  this.timeout(120_000);

  it('name the field and the kind of each of 60 planted changes', async () => {
    assert.equal(PLANTED.length, 60);
    const missed: unknown[] = [];
    for (const { version, table, change } of PLANTED)
      if (!(await isNamed(change, handWritten(table), version))) missed.push([version, change.kind, change.names]);
    assert.deepEqual(missed, []);
  });

  it(`raise no alarm in ${TABLES.length * RUNS} checks of tables that have not changed`, async () => {
    for (const table of TABLES)
      for (let run = 0; run < RUNS; run += 1)
        assert.deepEqual(await alarms(table, handWritten(table), VERSIONS[run % 3]), [], table.name);
  });

  it('that are proposed from one half of 20 tables hold for the other half', async () => {
    for (const table of TABLES) {
      const half = Math.floor(table.rows.length / 2);
      const proposed = await proposedFor({ ...table, rows: table.rows.slice(0, half) });
      assert.deepEqual(await alarms({ ...table, rows: table.rows.slice(half) }, proposed), [], table.name);
      assert.ok(Object.keys(parseExact(proposed) as object).length >= 5, stringifyExact(parseExact(proposed)));
    }
  });

  it('that are proposed name at least 50 of the 60 planted changes', async () => {
    const proposed = new Map<SampleTable, string>();
    for (const table of new Set(PLANTED.map((each) => each.table))) {
      const half = table.rows.slice(0, Math.floor(table.rows.length / 2));
      proposed.set(table, await proposedFor({ ...table, rows: half }));
    }
    let named = 0;
    for (const { version, table, change } of PLANTED)
      if (await isNamed(change, proposed.get(table)!, version)) named += 1;
    // Nothing in the records says how often a publisher changes them, so `updatedWithin` isn't proposed.
    assert.equal(named, 54);
  });
});
