import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAnswer, parseExact, parseRounded, stringifyExact } from '../../../src/base/exactJson.ts';
import { JsonDepthError } from '../../../src/base/jsonScan.ts';
import { ExactNumber } from '../../../src/base/cells.ts';

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[0-9]{${String(min)},${String(max)}}$`));

/** Any JSON number: up to 10^40, trailing zeros, exponents beyond a double, minus zero. */
const numberText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(1, 40).map((text) => text.replace(/^0+(?=.)/, '')),
    fraction: fc.oneof(
      fc.constant(''),
      digits(1, 20).map((text) => `.${text}`),
    ),
    exponent: fc.constantFrom('', '', '', 'e5', 'E+400', 'e-400', 'e0'),
  })
  .map(({ sign, whole, fraction, exponent }) => sign + whole + fraction + exponent);

/** Texts that look like the scan's own marks. */
const trickyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ue000', '\ue000n1.50', '\ue000t', '__proto__', '"', '\\', '\\"', '\\ue000', 'NaN', '1.50'),
);
/**
 * V8 of Node 24.21 confuses a key of one character that is written as two (`"\
 * "`) with another such key of an earlier object.
 */
const trickyKey = trickyText.filter((text) => !/^["\\\n\r\t\f\b]$/.test(text));
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(trickyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(trickyKey, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe('exact JSON', () => {
  it('reads every JSON text as JSON.parse does, apart from numbers', () => {
    fc.assert(
      fc.property(tree.value, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        assert.deepEqual(parseExact(text), JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every character of every number, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(trickyKey, numberText), { minLength: 1 }), (entries) => {
        const text = `[${entries.map(([key, number]) => `{${JSON.stringify(key)}:${number}},${number}`).join(',')}]`;
        assert.equal(stringifyExact(parseExact(text)), text);
      }),
      { numRuns: 500 },
    );
  });

  for (const text of ['9007199254740993', '1.50', '1e400', '-0', '1E5', '100000000000000000000.0000000001']) {
    it(`holds ${text} as its text`, () => {
      assert.deepEqual(parseExact(text), new ExactNumber(text));
    });
  }
  for (const text of ['0', '-1', '9007199254740991', '1.5', '1e+21']) {
    it(`holds ${text} as a plain number`, () => {
      assert.equal(parseExact(text), Number(text));
    });
  }

  it('keeps strings that begin with its mark, written raw or escaped', () => {
    assert.deepEqual(parseExact('["\ue000n1","\\ue000n2","\\uE000t3",{"\ue000n4":1.50}]'), [
      '\ue000n1',
      '\ue000n2',
      '\ue000t3',
      { '\ue000n4': new ExactNumber('1.50') },
    ]);
  });

  it('keeps a __proto__ key as an own key and touches no prototype', () => {
    const value = parseExact('{"__proto__":{"polluted":1.50},"a":[1.50]}') as object;
    assert.deepEqual(Object.keys(value), ['__proto__', 'a']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(stringifyExact(value as never), '{"__proto__":{"polluted":1.50},"a":[1.50]}');
  });

  it('rounds where no number is shown, and still reads what isn’t strict JSON', () => {
    assert.deepEqual(parseRounded('[9007199254740993,1.50]').value, [9007199254740992, 1.5]);
    assert.deepEqual(parseRounded('[NaN,1]').value, ['NaN', 1]);
    assert.throws(() => parseRounded('[1,'), SyntaxError);
  });

  it('reads the literals NaN, Infinity and -Infinity as the strings that CKAN writes', () => {
    assert.deepEqual(parseExact('[NaN, -Infinity,Infinity,"NaN"]'), ['NaN', '-Infinity', 'Infinity', 'NaN']);
  });

  it('refuses what JSON.parse refuses', () => {
    const broken = ['', '{', '[1,]', '01', '1.', '.5', '+1', '1.50.60', '-', '00.10', '{1.50:0}', '{NaN : 0}'];
    for (const text of [...broken, '9007199254740993x', '"a', '"a\\"', '1.50"a"', 'Nan', '--1.50', '1.50 1']) {
      assert.throws(() => parseExact(text), SyntaxError, text);
    }
  });

  it('refuses what JSON.parse refuses, after any one character was put in or left out', () => {
    fc.assert(
      fc.property(tree.value, fc.nat(), fc.constantFrom('', '"', '1.50', ',', '{', ':', '\\', '-'), (value, n, put) => {
        const text = JSON.stringify(value);
        const at = n % (text.length + 1);
        const edited = text.slice(0, at) + put + text.slice(at + (put === '' ? 1 : 0));
        assert.equal(
          succeeds(() => parseExact(edited)),
          succeeds(() => JSON.parse(edited) as unknown),
          edited,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses more than 64 levels before it parses them', () => {
    assert.ok(parseExact('['.repeat(64) + ']'.repeat(64)));
    assert.throws(() => parseExact('['.repeat(65) + ']'.repeat(65)), JsonDepthError);
    assert.throws(() => parseExact('['.repeat(100_000)), JsonDepthError);
    assert.ok(parseExact(JSON.stringify('['.repeat(100))), 'brackets in a string are no levels');
  });

  it('of an answer keeps what lies below 64 levels as its own text', () => {
    const nested = (levels: number, inner: string): string => '['.repeat(levels) + inner + ']'.repeat(levels);
    const deep = '{"a}":[1.50,"\\"]"],"b":{}}';
    let value: unknown = parseAnswer(`{"deep":${nested(63, deep)},"other":1.50}`).value;
    assert.deepEqual((value as { other: unknown }).other, new ExactNumber('1.50'));
    value = (value as { deep: unknown }).deep;
    for (let level = 0; level < 63; level += 1) value = (value as unknown[])[0];
    assert.equal(value, deep);
    assert.equal(stringifyExact(parseAnswer(nested(64, '1.50')).value), nested(64, '1.50'));
    assert.throws(() => parseAnswer(nested(70, '1').slice(0, -6)), SyntaxError);
    assert.ok(parseAnswer(nested(200_000, '')), 'whatever the depth');
  });

  it('of an answer tells whether an object has a key twice', () => {
    const wide = fc.json({ depthSize: 'medium' });
    fc.assert(fc.property(wide, (text) => !parseAnswer(text).repeatsKeys));
    for (const text of ['{"a":1,"a":1}', '[{"b":[{"a":1.50,"b":":","a":null}]}]', '{"__proto__":1,"__proto__":2}'])
      assert.ok(parseAnswer(text).repeatsKeys, text);
    assert.ok(!parseAnswer('{"__proto__":{"a":{}},"b":":{}"}').repeatsKeys);
  });

  it('escapes half a surrogate pair, which UTF-8 can’t hold', () => {
    assert.equal(stringifyExact('a\ud800b'), String.raw`"a\ud800b"`);
  });

  it('comes back as JSON.stringify would write it, with any indent', () => {
    fc.assert(
      fc.property(tree.value, fc.constantFrom('', '  ', '\t'), (value, indent) => {
        const plain = JSON.parse(JSON.stringify(value)) as never;
        assert.equal(stringifyExact(plain, indent), JSON.stringify(plain, null, indent));
      }),
    );
  });
});

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
