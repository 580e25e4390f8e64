// What the API document says, asked of a real CKAN by the pure client. What CKAN means differently is named as such.
import assert from 'node:assert/strict';
import { DatastoreError, type DatastoreErrorKind } from '../../src/datastore/wire/errors.ts';
import { readResult } from '../../src/datastore/wire/envelope.ts';
import { parseExact } from '../../src/base/exactJson.ts';
import type { Page } from '../../src/datastore/wire/model.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { pastedCall } from '../support/samples/pastedCall.ts';
import { actionUrl, searchUrl } from '../../src/datastore/wire/request.ts';
import type { DraftPart } from '../../src/datastore/query/draft.ts';
import type { CellValue, ExactValue } from '../../src/base/cells.ts';
import { clientOf, digits, useExchange } from './client.ts';
import { readFixture, SUBJECTS_ALIAS } from './fixture.ts';
import { RecordingProxy } from './recordingProxy.ts';
import { digitsOf, STAFF_COUNT, SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from '../support/journeys/subjects.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';

type FieldId = (typeof SUBJECT_FIELDS)[number]['id'] | '_id';

const fixture = readFixture();
const { subjects: resourceId } = fixture;
const never = new AbortController().signal;

/** The loaded records for which the rule holds, as `_id`s. */
function idsWhere(rule: (record: ReturnType<typeof subjectRecord>) => boolean): readonly number[] {
  const all = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
  return all.filter((n) => rule(subjectRecord(n)));
}

function valuesOf(page: Page, field: FieldId): readonly (CellValue | undefined)[] {
  const index = page.fields.findIndex(({ id }) => id === field);
  assert.notEqual(index, -1, `the answer has a field ${field}`);
  return page.rows.map((row) => row[index]);
}

describe('The API document, asked of a real CKAN', () => {
  const exchange = useExchange();
  const proxy = new RecordingProxy(fixture.baseUrl);
  let baseUrl = '';

  before(async () => {
    baseUrl = await proxy.start();
  });
  beforeEach(() => proxy.requests.splice(0));
  after(() => proxy.stop());

  const search = (query: Omit<DatastoreQuery, 'resourceId'>): Promise<Page> =>
    clientOf(exchange, baseUrl).search({ resourceId, ...query }, undefined, never);

  /** Asserts that there was one request, and returns what it asked for. */
  function onlyBody(): unknown {
    assert.deepEqual(
      proxy.requests.map(({ method, path }) => `${method} ${path}`),
      ['POST /api/action/datastore_search'],
    );
    return JSON.parse(proxy.requests[0]!.body);
  }

  it('resource_id alone gives the first 100 records: CKAN’s own limit', async () => {
    const page = await search({});
    assert.deepEqual(onlyBody(), { resource_id: resourceId });
    assert.deepEqual(valuesOf(page, '_id'), idsWhere(() => true).slice(0, 100));
    assert.equal(page.total, SUBJECT_COUNT);
  });

  it('resource_id and limit give the first N records', async () => {
    const page = await search({ limit: 5 });
    assert.deepEqual(onlyBody(), { resource_id: resourceId, limit: 5 });
    assert.deepEqual(valuesOf(page, '_id'), [1, 2, 3, 4, 5]);
  });

  it('limit 0 gives the fields and the total without a record', async () => {
    const page = await search({ limit: 0 });
    assert.deepEqual(page.rows, []);
    assert.equal(page.total, SUBJECT_COUNT);
    assert.deepEqual(
      page.fields.map(({ id }) => id),
      ['_id', ...SUBJECT_FIELDS.map(({ id }) => id)],
    );
  });

  it('q finds records with the word in any field; CKAN finds whole words only', async () => {
    const word = await search({ q: 'pianoforte', limit: 100 });
    const ids = valuesOf(word, '_id').toSorted((a, b) => Number(a) - Number(b));
    assert.deepEqual(
      ids,
      idsWhere(({ note }) => note?.includes('pianoforte') ?? false),
    );
    const inAnotherField = await search({ q: 'college', limit: 0 });
    assert.equal(inAnotherField.total, idsWhere(({ stage }) => stage === 'college').length);
    const partOfWord = await search({ q: 'pianof', limit: 100 });
    assert.equal(partOfWord.total, 0);
  });

  it('q leaves no rank behind in fields or records', async () => {
    const page = await search({ q: 'pianoforte', limit: 1 });
    assert.deepEqual(
      page.fields.map(({ id }) => id),
      ['_id', ...SUBJECT_FIELDS.map(({ id }) => id)],
    );
    assert.equal(page.rows[0]?.length, page.fields.length);
    assert.ok(page.rank);
  });

  it('a filter with one value gives the records that equal it', async () => {
    const page = await search({ filters: conditionsOf('{"subject":"music"}'), limit: SUBJECT_COUNT });
    assert.deepEqual(
      valuesOf(page, '_id'),
      idsWhere(({ subject }) => subject === 'music'),
    );
  });

  it('a filter with an array gives the records that equal any of its values', async () => {
    const page = await search({ filters: conditionsOf('{"subject":["music","physics"]}'), limit: SUBJECT_COUNT });
    assert.deepEqual(
      valuesOf(page, '_id'),
      idsWhere(({ subject }) => subject === 'music' || subject === 'physics'),
    );
  });

  it('filters on several fields must all hold', async () => {
    const filters = conditionsOf('{"subject":["music","physics"],"stage":"college"}');
    const page = await search({ filters, limit: SUBJECT_COUNT });
    assert.deepEqual(
      valuesOf(page, '_id'),
      idsWhere(({ subject, stage }) => (subject === 'music' || subject === 'physics') && stage === 'college'),
    );
  });

  it('q, filters and limit go out in one POST and hold together', async () => {
    const page = await search({ q: 'pianoforte', filters: conditionsOf('{"stage":["primary","college"]}'), limit: 3 });
    assert.deepEqual(onlyBody(), {
      resource_id: resourceId,
      q: 'pianoforte',
      filters: { stage: ['primary', 'college'] },
      limit: 3,
    });
    const matching = idsWhere(({ note, stage }) => (note?.includes('pianoforte') ?? false) && stage !== 'secondary');
    assert.equal(page.total, matching.length);
    assert.equal(page.rows.length, 3);
    for (const id of valuesOf(page, '_id')) assert.ok(matching.includes(Number(id)));
  });

  it('the GET form asks the same, and records are at result.records', async () => {
    const query = { resourceId, filters: conditionsOf('{"stage":"college"}'), q: 'pianoforte', limit: 4 };
    const byPost = await search(query);
    const answer = await exchange.fetch({ method: 'GET', url: pastedCall(baseUrl, query) }, (answer) => answer, never);
    const { result } = parseExact(answer.text) as { result: { records: Record<string, ExactValue>[] } };
    assert.equal(proxy.requests.at(-1)?.method, 'GET');
    assert.ok(byPost.rows.length > 0);
    assert.deepEqual(
      result.records.map((record) => byPost.fields.map(({ id }) => record[id])),
      byPost.rows,
    );
  });

  for (const language of ['en', 'fr'])
    it(`the base URL may have a path: /${language}`, async () => {
      const client = clientOf(exchange, `${baseUrl}/${language}`);
      const page = await client.search({ resourceId, limit: 2 }, undefined, never);
      assert.deepEqual(
        proxy.requests.map(({ path }) => path),
        [`/${language}/api/action/datastore_search`],
      );
      assert.deepEqual(valuesOf(page, '_id'), [1, 2]);
    });

  it('an alias stands for the resource’s id', async () => {
    const page = await clientOf(exchange, baseUrl).search({ resourceId: SUBJECTS_ALIAS, limit: 1 }, undefined, never);
    assert.equal(page.total, SUBJECT_COUNT);
  });

  it('the token goes raw into Authorization and opens a private resource', async () => {
    const client = clientOf(exchange, baseUrl, fixture.memberToken);
    const page = await client.search({ resourceId: fixture.staff, limit: 1 }, undefined, never);
    assert.equal(proxy.requests[0]?.authorization, fixture.memberToken);
    assert.equal(page.total, STAFF_COUNT);
  });

  it('it says whose a token is, and nothing of one that it does not know', async () => {
    const user = (token?: string) => clientOf(exchange, baseUrl, token).tokenUser(never);
    assert.deepEqual(await user(fixture.memberToken), { name: 'board-member', isWithheld: false });
    assert.deepEqual(await user('unknown'), { isWithheld: false });
    assert.equal((await user()).name, undefined);
  });

  it('nothing is sent as Authorization without a token', async () => {
    await search({ limit: 1 });
    assert.equal(proxy.requests[0]?.authorization, undefined);
  });

  it('numbers come with the digits that are stored', async () => {
    const page = await search({ limit: 50 });
    const [codes, hours, weights] = [valuesOf(page, 'code'), valuesOf(page, 'hours, weekly'), valuesOf(page, 'weight')];
    const came = codes.map((code, row) => [digits(code), digits(hours[row]), digits(weights[row])]);
    assert.deepEqual(
      came,
      codes.map((_, row) => Object.values(digitsOf(row + 1))),
    );
    assert.equal(came[0]?.[2], '100000000000000000000.0000000100');
  });

  it('a number in a filter goes out with the digits that were typed', async () => {
    const { code } = digitsOf(2);
    const page = await search({ filters: conditionsOf(`{"code":${code}}`) });
    assert.ok(proxy.requests[0]?.body.includes(`"filters":{"code":${code}}`));
    assert.notEqual(String(Number(code)), code, 'a double would find another record');
    assert.deepEqual(valuesOf(page, '_id'), [2]);
  });

  it('empty text and no value stay apart', async () => {
    const page = await search({ limit: 8 });
    const stored = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => subjectRecord(n).note);
    assert.deepEqual(valuesOf(page, 'note'), stored);
    assert.ok(stored.includes(null) && stored.includes(''));
  });

  it('a field with a comma in its name can be filtered, chosen and sorted by', async () => {
    const page = await search({
      filters: conditionsOf('{"hours, weekly":[39.5,38.5]}'),
      fields: ['hours, weekly', 'code'],
      sort: [
        { field: 'hours, weekly', descending: true },
        { field: 'code', descending: false },
      ],
      limit: 2,
    });
    assert.deepEqual(
      page.rows.map((row) => row.map(digits)),
      [39, 79].map((n) => [digitsOf(n).hours, digitsOf(n).code]),
    );
  });

  it('fields() asks once and brings no record', async () => {
    const client = clientOf(exchange, baseUrl);
    const fields = await client.fields(resourceId, never);
    assert.equal(await client.fields(resourceId, never), fields);
    assert.deepEqual(onlyBody(), { resource_id: resourceId, limit: 0 });
    assert.deepEqual(
      fields.map(({ id, type }) => `${id}: ${type}`),
      ['_id: int', ...SUBJECT_FIELDS.map(({ id, type }) => `${id}: ${type}`)],
    );
  });

  it('resourceName() and status() say what people see on the portal', async () => {
    const client = clientOf(exchange, `${baseUrl}/fr`);
    assert.equal(await client.resourceName(resourceId, never), 'Subjects');
    const { title, version, hasDatastore, baseUrl: answered } = await client.status(never);
    assert.deepEqual({ title, hasDatastore }, { title: 'Test portal', hasDatastore: true });
    assert.equal(version, fixture.version);
    assert.equal(answered, `${baseUrl}/fr`);
  });

  describe('what CKAN refuses', () => {
    interface Refusal {
      readonly what: string;
      readonly query: DatastoreQuery;
      readonly token?: string;
      readonly kind: DatastoreErrorKind;
      readonly status: number;
      readonly part?: DraftPart;
      readonly words: RegExp;
    }
    // Each version has its own words.
    const NOT_AUTHORIZED = /not authorized to (read resource|perform resource_show)/;
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const refusals: readonly Refusal[] = [
      {
        what: 'a private resource, anonymously',
        query: { resourceId: fixture.staff, limit: 1 },
        kind: 'forbidden',
        status: 403,
        words: NOT_AUTHORIZED,
      },
      {
        what: 'a private resource, with the token of a person outside the organization',
        query: { resourceId: fixture.staff, limit: 1 },
        token: fixture.strangerToken,
        kind: 'forbidden',
        status: 403,
        words: /User stranger not authorized/,
      },
      {
        what: 'a private resource, with a token that is none',
        query: { resourceId: fixture.staff, limit: 1 },
        token: 'no-such-token',
        kind: 'forbidden',
        status: 403,
        words: NOT_AUTHORIZED,
      },
      {
        what: 'an unknown resource',
        query: { resourceId: unknownId, limit: 1 },
        kind: 'notFound',
        status: 404,
        part: 'resource',
        words: new RegExp(`Resource "${unknownId}" was not found`),
      },
      {
        what: 'a filter on an unknown field',
        query: { resourceId, filters: conditionsOf('{"no such field":"x"}'), limit: 1 },
        kind: 'validation',
        status: 409,
        part: 'filters',
        words: /^filters: (invalid value "no such field"|Unknown field: no such field)$/,
      },
      {
        what: 'a text as the filter of a number',
        query: { resourceId, filters: conditionsOf('{"code":"many"}'), limit: 1 },
        kind: 'validation',
        status: 409,
        part: 'filters',
        words: /Invalid query/,
      },
    ];
    for (const { what, query, token, ...expected } of refusals)
      it(`${what}: ${expected.status}`, async () => {
        const asked = clientOf(exchange, baseUrl, token).search(query, undefined, never);
        await assert.rejects(asked, (error: unknown) => {
          assert.ok(error instanceof DatastoreError);
          const { kind, status, part, host, serverMessage = '' } = error;
          assert.deepEqual(
            { kind, status, part },
            { kind: expected.kind, status: expected.status, part: expected.part },
          );
          assert.equal(host, new URL(baseUrl).host);
          assert.match(serverMessage, expected.words);
          return true;
        });
        assert.equal(proxy.requests.length, 1, 'a refusal is final');
        assert.equal(proxy.requests[0]?.authorization, token);
      });

    it('an unknown action: a bare text with status 400', async () => {
      const url = actionUrl(baseUrl, 'datastore_serch');
      const answer = await exchange.fetch({ method: 'GET', url }, (answer) => answer, never);
      await assert.rejects(
        readResult(answer, false, {}, never),
        (error) =>
          error instanceof DatastoreError &&
          error.kind === 'actionUnknown' &&
          error.serverMessage?.includes('datastore_serch') === true,
      );
    });

    it('a language that the portal does not offer: an HTML page with status 404', async () => {
      const url = searchUrl(`${baseUrl}/xx`);
      const answer = await exchange.fetch({ method: 'POST', url, body: '{}' }, (answer) => answer, never);
      await assert.rejects(
        readResult(answer, false, {}, never),
        (error) => error instanceof DatastoreError && error.kind === 'notCkan',
      );
    });
  });
});
