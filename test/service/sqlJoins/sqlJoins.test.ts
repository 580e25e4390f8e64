/** Joins over files and a copy by the supervisor and its real process equal answers in exact arithmetic, without SQL. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import { copyHead } from '../../../src/service/copies/copyFile.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { member, isList } from '../../../src/base/cells.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import type { Cell } from './exactTables.ts';
import { JOINS } from './joinCases.ts';
import { copyText, csvText, jsonText, TABLES } from './sampleTables.ts';

const never = new AbortController().signal;
const COPY_ID = '11111111-2222-5333-8444-888888888888';
const RESULT_ID = '11111111-2222-5333-8444-999999999999';

describe('SQL over files and a copy', function () {
  this.timeout(60_000);
  let folder: string;
  let local: EmbeddedDatastore;
  let results: EmbeddedDatastore;
  const sources: { name: string; resourceId: string }[] = [];

  const open = (name: string): EmbeddedDatastore =>
    new EmbeddedDatastore({
      servicePath,
      directory: path.join(folder, name),
      memoryLimitMb: () => 512,
      log: () => undefined,
    });

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sql-joins-'));
    local = open('data');
    results = open('results');
    const files = {
      lessons: { name: 'lessons.csv', text: csvText(TABLES.lessons) },
      teachers: { name: 'teachers.csv', text: csvText(TABLES.teachers) },
      rooms: { name: 'rooms.json', text: jsonText(TABLES.rooms, ['seats']) },
    };
    for (const [source, { name, text }] of Object.entries(files)) {
      const file = path.join(folder, name);
      await writeFile(file, text);
      sources.push({ name: source, resourceId: (await local.importFile(file, {}, never)).id });
    }
    const fields = ['_id:int', 'number:int', 'lesson:int', 'day:date', 'price:numeric', 'paid:bool'].map((each) => {
      const [id = '', type = ''] = each.split(':');
      return { id, type };
    });
    await local.copy(
      { id: COPY_ID, name: 'bookings' },
      async (file) => {
        await writeFile(file, copyHead(fields) + copyText(TABLES.bookings));
        return {
          portalId: 'p',
          baseUrl: 'https://data.example.org',
          resourceId: 'r',
          downloaded: '2026-01-01T00:00:00.000Z',
        };
      },
      never,
    );
    sources.push({ name: 'bookings', resourceId: COPY_ID });
  });
  after(async () => {
    local.dispose();
    results.dispose();
    await rm(folder, { recursive: true });
  });

  async function answer(sql: string): Promise<readonly (readonly Cell[])[]> {
    const result = { id: RESULT_ID, name: 'x', directory: path.join(folder, 'results') };
    await local.runStatement({ sql, sources, result }, never);
    const { baseUrl, token } = await results.access(never);
    const url = `${baseUrl}/api/action/datastore_search?resource_id=${RESULT_ID}&records_format=lists&limit=1000`;
    const text = await (await fetch(url, { headers: { Authorization: token } })).text();
    const records = member(member(parseExact(text), 'result'), 'records');
    return (isList(records) ? records : []).map((record) =>
      (isList(record) ? record.slice(1) : []).map((value) =>
        value === null ? null : typeof value === 'string' ? value : stringifyExact(value),
      ),
    );
  }

  for (const { sql, answer: expected } of JOINS)
    it(sql.replace(/\s+/g, ' '), async () => assert.deepEqual(await answer(sql), expected()));
});
