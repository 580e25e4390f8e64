// What is searched for, in every way that the form offers, asked of a real CKAN (docs/ckan.md 25, 48, 49).
import assert from 'node:assert/strict';
import { DatastoreError } from '../../src/datastore/wire/errors.ts';
import type { Page } from '../../src/datastore/wire/model.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { clientOf, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { SUBJECT_COUNT, subjectRecord } from '../support/journeys/subjects.ts';

const { subjects: resourceId, baseUrl } = readFixture();
const never = new AbortController().signal;

/** The loaded records for which the rule holds, as `_id`s. */
function idsWhere(rule: (record: ReturnType<typeof subjectRecord>) => boolean): readonly number[] {
  const all = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
  return all.filter((n) => rule(subjectRecord(n)));
}

describe('a search, asked of a real CKAN', () => {
  const exchange = useExchange();
  const search = (query: Omit<DatastoreQuery, 'resourceId'>): Promise<Page> =>
    clientOf(exchange, baseUrl).search({ resourceId, ...query }, undefined, never);

  const idsOf = async (query: Omit<DatastoreQuery, 'resourceId'>): Promise<readonly unknown[]> => {
    const page = await search({ limit: SUBJECT_COUNT, ...query });
    return page.rows.map(([id]) => Number(id)).sort((a, b) => a - b);
  };
  const withPiano = () => idsWhere(({ note }) => note?.includes('pianoforte') ?? false);

  it('q as beginnings of words finds each word that begins so, in all fields or in one', async () => {
    for (const q of ['pianof', 'Pianoforte', 'less pia', 'pianof-'])
      assert.deepEqual(await idsOf({ q, qMode: 'startsWith' }), withPiano(), q);
    assert.deepEqual(await idsOf({ q: 'pianof', qMode: 'startsWith', qField: 'note' }), withPiano());
    assert.deepEqual(await idsOf({ q: 'pianof', qMode: 'startsWith', qField: 'subject' }), []);
    assert.deepEqual(await idsOf({ q: 'ianof', qMode: 'startsWith' }), []);
    // A whole word that the index holds by its stem, and one whose end is stemmed away.
    const geography = idsWhere(({ subject }) => subject === 'geography');
    assert.deepEqual(await idsOf({ q: 'geography', qMode: 'startsWith' }), geography);
    assert.deepEqual(await idsOf({ q: 'geogr', qMode: 'startsWith' }), geography);
  });

  const odd = [
    ...["' :x", ':name', "\\' x", '#5 a', '%s', 'a;b', 'a -- b', '/* a', '$$ a', '"a', '{"a": 1}', 'a:*'],
    ...['!a', 'a <-> b', 'a & | b', '((a', '東京', '🎹 a', 'the', '-5', '3.5', '1,5', 'a@b.c', 'x/y', 'x_y'],
  ];
  for (const q of odd)
    it(`q as beginnings of words takes any text: ${q}`, async () => {
      for (const where of [{}, { qField: 'note' }])
        assert.ok((await search({ q, qMode: 'startsWith', ...where, limit: 1 })).rows.length <= 1);
    });

  it('q as an expression says or, not and next to', async () => {
    const pianoOrMusic = idsWhere(
      ({ subject, note }) => subject === 'music' || (note?.includes('pianoforte') ?? false),
    );
    assert.deepEqual(await idsOf({ q: 'music | piano:*', qMode: 'expression' }), pianoOrMusic);
    const next = await idsOf({ q: 'lesson <-> 2', qMode: 'expression', qField: 'note' });
    assert.deepEqual(next, [2]);
    const client = clientOf(exchange, baseUrl);
    await client.search({ resourceId, q: 'a', qMode: 'expression' }, undefined, never);
    assert.equal(client.dialect.facts.expressions, true);
  });

  it('an expression that is none is refused, and q is to blame', async () => {
    for (const q of ['music |', 'two words', ':*']) {
      const error = await search({ q, qMode: 'expression' }).catch((reason: unknown) => reason);
      assert.ok(error instanceof DatastoreError, q);
      assert.deepEqual([error.kind, error.part], ['validation', 'q'], q);
    }
  });

  it('q of one field finds words of this field only', async () => {
    assert.deepEqual(await idsOf({ q: 'pianoforte', qField: 'note' }), withPiano());
    assert.deepEqual(await idsOf({ q: 'pianoforte', qField: 'subject' }), []);
    const filters = conditionsOf('{"stage":"college"}');
    const both = withPiano().filter((n) => subjectRecord(n).stage === 'college');
    assert.deepEqual(await idsOf({ q: 'pianoforte', qField: 'note', filters }), both);
  });
});
