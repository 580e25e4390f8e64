/** S11: fields that are called what members of objects are called (docs/security.md 18). */
import { parse } from 'csv-parse/sync';
import { member } from '../../src/base/cells.ts';
import { parseExact, stringifyExact } from '../../src/base/exactJson.ts';
import type { DatastoreClient } from '../../src/datastore/client/client.ts';
import { conditionsOf, filtersJson } from '../../src/datastore/query/conditions.ts';
import { JsonWriter, NdjsonWriter } from '../../src/export/jsonWriter.ts';
import type { RecordWriter } from '../../src/export/recordWriter.ts';
import { allRecords } from '../../src/export/records.ts';
import { CsvWriter } from '../../src/export/textWriters.ts';
import { noSignal, releaseAll } from '../faults/client.ts';
import { message, RawServer } from '../faults/rawServer.ts';
import { clientOf } from '../faults/tableServer.ts';
import { TestDatastore } from '../service/datastore.ts';
import { Cases } from './cases.ts';

const NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toString', 'toLocaleString', 'valueOf', 'toJSON', 'then', 'length', 'name', 'at', 'map', 'size'],
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', 'Symbol.iterator'],
  ...['constructor.prototype', '__proto__.polluted', '__proto__[polluted]', 'get', 'set', 'has', 'id'],
  ...['type', 'rank1', 'j', '0', '-1', 'NaN', 'undefined', 'null'],
];
/** What each field of the one record holds: an object that would be merged somewhere, or its own name. */
const valueOf = (name: string): string =>
  name.startsWith('_') ? '{"polluted":true,"__proto__":{"polluted":true}}' : JSON.stringify(`value of ${name}`);

/** Written by hand: an object literal would lose `__proto__`. */
const RECORD = `{"_id":1,${NAMES.map((name) => `${JSON.stringify(name)}:${valueOf(name)}`).join()}}`;
const LIST = `[1,${NAMES.map(valueOf).join()}]`;
const FIELDS = `[{"id":"_id","type":"int"},${NAMES.map((name) => `{"id":${JSON.stringify(name)},"type":"${name.startsWith('_') ? 'json' : 'text'}"}`).join()}]`;

const ANSWERS: Readonly<Record<string, string>> = {
  objects: `{"fields":${FIELDS},"records":[${RECORD}],"total":1}`,
  lists: `{"fields":${FIELDS},"records":[${LIST}],"records_format":"lists","total":1}`,
  'objects without a description': `{"records":[${RECORD}],"total":1}`,
};

/** Members of what every object has. */
const BUILT_IN = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const members = () => BUILT_IN.map((each) => Reflect.ownKeys(each).map(String).join());

async function written(client: DatastoreClient, writer: RecordWriter): Promise<string> {
  let text = '';
  for await (const { fields, rows } of allRecords(client, { resourceId: 'r' }, noSignal))
    text += (text === '' ? writer.begin(fields) : '') + writer.rows(rows);
  return text + writer.end();
}

describe('S11: a field with an evil name', () => {
  const cases = new Cases();
  const before = members();
  afterEach(releaseAll);
  after(() => cases.count('S11', `columns kept and objects unchanged, of ${String(NAMES.length)} evil names`));
  afterEach('nothing was added to what every object has', () => {
    cases.judge('built-in objects', String(members()) === String(before) && !('polluted' in {}));
  });

  for (const [what, result] of Object.entries(ANSWERS))
    it(`of a portal that answers with ${what} is in every export`, async () => {
      const server = await RawServer.start((_request, socket) =>
        socket.write(message(200, {}, `{"success":true,"result":${result}}`)),
      );
      const json = await written(clientOf(server), new JsonWriter());
      const lines = await written(clientOf(server), new NdjsonWriter());
      const [head = [], row = []] = parse(await written(clientOf(server), new CsvWriter()));
      for (const name of NAMES) {
        const key = `${JSON.stringify(name)}:${valueOf(name)}`;
        cases.judge(`${what}, JSON: ${name}`, json.replace(/\s+/g, '').includes(key.replace(/\s+/g, '')));
        cases.judge(`${what}, JSON Lines: ${name}`, lines.includes(key));
        const value = row[head.indexOf(name)];
        const isText = !name.startsWith('_');
        cases.judge(`${what}, CSV: ${name}`, value === (isText ? `value of ${name}` : valueOf(name)));
      }
    });

  it('is filtered by', () => {
    for (const name of NAMES) {
      const json = `{${JSON.stringify(name)}:["a",1]}`;
      cases.judge(`filter: ${name}`, filtersJson(conditionsOf(json)) === json);
    }
  });

  it('of a local file is there, and can be searched and filtered', async () => {
    const texts = NAMES.map((name) => `"text of ${name}"`).join();
    const datastore = await TestDatastore.open({
      'a.csv': { content: `${NAMES.map((name) => `"${name}"`).join()}\n${texts}\n` },
      'a.json': { content: `[{${NAMES.map((name) => `${JSON.stringify(name)}:"text of ${name}"`).join()}}]` },
    });
    try {
      for (const file of ['a.csv', 'a.json'])
        for (const name of NAMES) {
          const filters = `{${JSON.stringify(name)}:${JSON.stringify(`text of ${name}`)}}`;
          const { status, text } = await datastore.post(
            'datastore_search',
            `{"resource_id":"${datastore.id(file)}","filters":${filters}}`,
          );
          const result = status === 200 ? member(parseExact(text), 'result') : text;
          const records = member(result, 'records') ?? null;
          const has = stringifyExact(records).includes(`${JSON.stringify(name)}:"text of ${name}"`);
          cases.judge(`${file}: ${name}: ${text.slice(0, 200)}`, has && member(result, 'total') === 1);
        }
    } finally {
      await datastore.close();
    }
  });
});
