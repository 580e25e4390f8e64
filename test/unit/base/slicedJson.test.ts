import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAnswer, parseRounded } from '../../../src/base/exactJson.ts';
import { breaksOff, JsonWidthError, parseInSlices } from '../../../src/base/slicedJson.ts';

const noSignal = new AbortController().signal;
const lengths = [1, 2, 3, 5, 8, 13, 40];

/**
 * Keys without escapes: once Node 24 has seen the key `\\`, its own JSON.parse confuses the key `
 * ` with it.
 */
const key = fc
  .oneof(fc.constantFrom('a', 'a', 'b', '__proto__', '1', '0', '', '\ue000n1', '},{'), fc.string({ maxLength: 3 }))
  .filter((name) => !/["\\]/.test(name));
const number = fc.constantFrom('0', '-0', '7', '1.50', '9007199254740993', '1e400', 'NaN', '-Infinity');
const space = fc.constantFrom('', '', '', ' ', '\n\t');

/** JSON as text, because an object can't have a key twice. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      number,
      key.map((text) => JSON.stringify(text)),
      fc.constantFrom('"\\""', '"\\\\"', '"\\\\\\""', '"\\ue000"', '"]"'),
      fc.constantFrom('null', 'true', '[]', '{ }'),
    ),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 5 })
      .map((members) => `[${members.map((member) => member.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, key, space, tie('value'), space), { maxLength: 5 })
      .map(
        (members) =>
          `{${members.map(([a, name, b, value, c]) => `${a}${JSON.stringify(name)}${b}:${value}${c}`).join(',')}}`,
      ),
  ),
}));

/** Pieces of this length, which may be shorter or longer than what is scanned at a time. */
function inPieces(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`[^]{1,${String(length)}}`, 'g')) ?? [];
}

/** What a reader returns for a text, with the order of keys, or the name of its error. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    const { value, repeatsKeys } = (await read()) as ReturnType<typeof parseAnswer>;
    return { value, order: JSON.stringify(value), repeatsKeys };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

describe('JSON in slices', () => {
  it('is what it is in one piece, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(json.value, fc.constantFrom(...lengths), async (text, length) => {
        assert.deepEqual(
          await outcome(() => parseInSlices(inPieces(text, length), { length }, noSignal)),
          await outcome(() => parseAnswer(text)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('is refused where it is in one piece, after any characters were put in or left out', async () => {
    const put = fc.constantFrom('', '"', '1.50', ',', '{', '}', '[', ']', ':', '\\', '-', ',,', '[],', '],[', '5', ' ');
    await fc.assert(
      fc.asyncProperty(
        json.value,
        fc.nat(),
        fc.nat({ max: 3 }),
        put,
        fc.constantFrom(...lengths),
        async (whole, place, left, added, length) => {
          const at = place % (whole.length + 1);
          const text = whole.slice(0, at) + added + whole.slice(at + left);
          assert.deepEqual(
            await outcome(() => parseInSlices(inPieces(text, length), { length }, noSignal)),
            await outcome(() => parseAnswer(text)),
          );
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('takes any record of a page alone, and none apart while it is short', async () => {
    const records = Array.from({ length: 500 }, (_, id) => ({ _id: id, name: `{"${String(id)}",[` }));
    const text = JSON.stringify({ help: 'h', success: true, result: { records, total: 500 } });
    for (const length of [10, 100, 1000])
      assert.deepEqual((await parseInSlices(inPieces(text, length), { length }, noSignal)).value, JSON.parse(text));
  });

  it('rounds like the whole', async () => {
    const text = '[[9007199254740993,1.50],[NaN,1],{"a":1,"a":2}]';
    const sliced = await parseInSlices(inPieces(text, 3), { numbers: 'rounded', length: 4 }, noSignal);
    assert.deepEqual(sliced, { value: [[9007199254740992, 1.5], ['NaN', 1], { a: 2 }], repeatsKeys: false });
    assert.deepEqual(parseRounded('[1.50]').value, [1.5]);
  });

  it('keeps what lies below 64 levels as its own text', async () => {
    const text = `[1,${'['.repeat(70)}1.50,2${']'.repeat(70)},3]`;
    assert.deepEqual(
      await outcome(() => parseInSlices(inPieces(text, 3), { length: 4 }, noSignal)),
      await outcome(() => parseAnswer(text)),
    );
  });

  it('gives way between slices, and ends with the reason of an abort', async () => {
    const text = `[${'{"a":"bcdefghij"},'.repeat(400_000)}0]`;
    const stop = new AbortController();
    const reason = new Error('stopped');
    setImmediate(() => stop.abort(reason));
    await assert.rejects(parseInSlices([text], {}, stop.signal), reason);
  });

  it('breaks off where a bracket has no end', async () => {
    await fc.assert(
      fc.asyncProperty(json.value, fc.nat(), async (text, place) => {
        const cut = text.slice(0, place % text.length);
        const isContainer = /^[{[]/.test(cut);
        assert.equal(await breaksOff(inPieces(cut, 3), noSignal), isContainer);
        assert.equal(await breaksOff(inPieces(text, 3), noSignal), false);
      }),
    );
    const long = `[${'{"a":"]"},'.repeat(100_000)}`;
    assert.equal(await breaksOff([long], noSignal), true);
    assert.equal(await breaksOff([`${long}0]`], noSignal), false);
  });
});

describe('JSON with more members than it may have', () => {
  const list = (count: number) => `[${Array.from({ length: count }, (_, at) => String(at)).join()}]`;
  const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${String(at)}":1`).join()}}`;
  /** Allows twenty members in what `a.b` and an index in `a.b` name. */
  const most = (names: readonly string[]) => (['a.b', 'a.b.'].includes(names.join('.')) ? 20 : Infinity);
  const cases: readonly (readonly [text: string, isRefused: boolean])[] = [
    [`{"a":{"b":${list(20)}}}`, false],
    [`{"a":{"b":${list(21)}}}`, true],
    [`{"x":[1,2,3,4],"a":{"y":{"z":0},"b":${list(21)}}}`, true],
    [`{"a":{"b":[${object(20)},${object(20)}]}}`, false],
    [`{"a":{"b":[${object(20)},${object(100)}]}}`, true],
    [`{"a":{"b":[{"c":${list(50)}}],"d":${list(50)}},"b":${object(50)}}`, false],
    [list(50), false],
  ];
  for (const [text, isRefused] of cases)
    it(`${isRefused ? 'is refused' : 'is read'}: ${text.slice(0, 40)}…, ${String(text.length)} characters`, async () => {
      for (const length of lengths) {
        const read = parseInSlices([text], { length, most }, noSignal);
        if (isRefused) await assert.rejects(read, JsonWidthError);
        else assert.deepEqual((await read).value, JSON.parse(text));
      }
    });
});
