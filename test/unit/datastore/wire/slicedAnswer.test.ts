import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ExactValue, isList, member } from '../../../../src/base/cells.ts';
import { stringifyExact } from '../../../../src/base/exactJson.ts';
import { readResult } from '../../../../src/datastore/wire/envelope.ts';
import { type AnswerSlice, firstSlice } from '../../../../src/datastore/wire/slicedAnswer.ts';
import type { Answer } from '../../../../src/http/exchange.ts';

const { signal } = new AbortController();
const FIELDS = '"fields": [{"id": "_id", "type": "int"}, {"id": "a", "type": "text"}]';
/** Makes a record so long that a few of them fill a slice. */
const FILLING = 'x'.repeat(40_000);

function answerOf(text: string, status = 200): Answer {
  const url = new URL('https://h.test/api/action/datastore_search');
  return { status, text, headers: new Map(), url, tokenSent: false, lossyUtf8: false, elapsedMs: 1 };
}

const read = (answer: Answer) => readResult(answer, false, {}, signal);

async function slicesOf(answer: Answer): Promise<readonly AnswerSlice[]> {
  const slices = [await firstSlice(answer, read)];
  for (let next = slices[0]?.rest; next !== undefined; next = slices.at(-1)?.rest) slices.push(await next());
  return slices;
}

function recordsOf({ result }: AnswerSlice): readonly ExactValue[] {
  const records = member(result, 'records');
  return isList(records) ? records : [];
}

const textOf = (records: readonly string[], between = ',', behind = FIELDS): string =>
  `{"help": "h", "success": true, "result": {"limit": 9, "records": [${records.join(between)}], ${behind}, "total": 7}}`;

describe('the slices of a long answer', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(']],"fields"', '],[', '"],["', '\\', '\ue000n1', '"records": [['),
    fc.jsonValue(),
  );

  it('have the records of the whole answer, and everything else each', async () => {
    const record = fc.tuple(fc.nat(), value, fc.constantFrom('', FILLING));
    const records = fc.array(record, { minLength: 30, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom(',', ', ', ',\n ', ' , '), async (lists, between) => {
        const answer = answerOf(
          textOf(
            lists.map((list) => JSON.stringify(list)),
            between,
          ),
        );
        const slices = await slicesOf(answer);
        const { result } = await read(answer);
        assert.equal(stringifyExact(slices.flatMap(recordsOf)), stringifyExact(member(result, 'records') ?? null));
        for (const slice of slices)
          for (const name of ['limit', 'fields', 'total'])
            assert.equal(
              stringifyExact(member(slice.result, name) ?? null),
              stringifyExact(member(result, name) ?? null),
            );
      }),
      { numRuns: 60 },
    );
  });

  it('keep digits that a double would lose', async () => {
    const record = `[1,9007199254740993,1.50,"${FILLING}"]`;
    const slices = await slicesOf(answerOf(textOf(Array<string>(20).fill(record))));
    assert.equal(slices.length, 4);
    for (const slice of slices) assert.match(stringifyExact(recordsOf(slice)), /^\[\[1,9007199254740993,1\.50,/);
  });

  it('are about 192 KiB long where values are lists, too', async () => {
    const coordinates = JSON.stringify(Array.from({ length: 9000 }, (_, at) => [at, at]));
    const slices = await slicesOf(answerOf(textOf(Array<string>(20).fill(`[1,${coordinates}]`))));
    assert.deepEqual(
      slices.map((slice) => recordsOf(slice).length),
      [2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    );
  });

  const long = Array<string>(20).fill(`[1,"${FILLING}"]`);
  const wholes: readonly (readonly [string, string])[] = [
    ['is short', textOf(['[1,"a"]', '[2,"b"]'])],
    ['has objects', textOf(long.map((list) => `{"a":${list}}`))],
    ['has its fields in front', textOf(long, ',', '"x": 1').replace('"limit"', `${FIELDS}, "limit"`)],
    ['has no fields', textOf(long, ',', '"x": [{"id":1}]')],
    ['has a record list of another name', textOf(long).replace('"records"', '"record"')],
  ];
  for (const [what, text] of wholes)
    it(`are one where the answer ${what}`, async () => {
      const slices = await slicesOf(answerOf(text));
      assert.equal(slices.length, 1);
      assert.deepEqual(slices[0]?.result, (await read(answerOf(text))).result);
    });

  it('come before the one that is broken, which is refused like the answer', async () => {
    const text = textOf(long.with(12, '[1,"a" "b"]'));
    const first = await firstSlice(answerOf(text), read);
    const second = await first.rest?.();
    assert.ok(second !== undefined);
    assert.equal(recordsOf(first).length + recordsOf(second).length, 10);
    await assert.rejects(second.rest?.() ?? Promise.resolve(), { name: 'DatastoreError', kind: 'notJson' });
  });

  it('are refused like the answer where it breaks off or failed', async () => {
    await assert.rejects(firstSlice(answerOf(textOf(long).slice(0, -1)), read), { kind: 'truncated' });
    await assert.rejects(firstSlice(answerOf(textOf(long).slice(0, 600_000)), read), { kind: 'truncated' });
    await assert.rejects(firstSlice(answerOf(textOf(long), 500), read), { kind: 'server' });
    const failed = textOf(long).replace('"success": true', '"success": false, "error": {"__type": "Not Found Error"}');
    await assert.rejects(firstSlice(answerOf(failed), read), { kind: 'notFound' });
  });
});
