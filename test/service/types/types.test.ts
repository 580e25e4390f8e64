/** Field types behave as in PostgreSQL 15. Tables were recorded from real CKANs (2.11.6, 2.12.0), value by value. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import { typeRules } from '../../../src/service/types/fieldTypes.ts';
import { InvalidValue } from '../../../src/service/types/invalidValue.ts';
import { nativeName, scalarTypes } from '../../../src/service/types/typeName.ts';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ckanTable } from '../ckanTable.ts';
import { declaredType } from '../declaredType.ts';
import { TestDatastore } from '../datastore.ts';
import { writeTable } from '../typedTable.ts';

/** The declared type, the value as JSON, and what `datastore_search` returned, or why it was refused. */
type ValueCase = readonly [string, string, string | { readonly refused: string }];
interface OrderCase {
  readonly type: string;
  readonly values: readonly unknown[];
  /** The `_id`s in their expected order. */
  readonly sorted: readonly number[];
  /** The number of distinct values, or the status of the refusal. */
  readonly distinct?: number;
  readonly filters: readonly { readonly filter: string; readonly found: readonly number[] | number }[];
}

function recorded(name: string): unknown {
  return JSON.parse(readFileSync(path.join(projectRoot, 'test/service/postgres', name), 'utf8'));
}

/** A text as the type stores it in JSON, or why it's refused. */
function given(type: string, text: string): string | { refused: string } {
  const { parse, wire } = scalarTypes.get(type) ?? assert.fail(`no type ${type}`);
  try {
    const stored = parse(text);
    return wire === 'json' && !/^-?[NI]/.test(stored) ? stored : JSON.stringify(stored);
  } catch (error) {
    assert.ok(error instanceof InvalidValue);
    return { refused: error.message };
  }
}

function keyOf(type: string, value: ExactValue): string {
  return typeRules(type).operand(value) ?? assert.fail(`no key of ${stringifyExact(value)}`);
}

function inOrder(type: string, one: ExactValue, other: ExactValue, expected: number): void {
  const [first, second] = [one, other].map((value) => Buffer.from(keyOf(type, value)));
  assert.ok(first && second);
  const shown = `${type}: ${stringifyExact(one)} and ${stringifyExact(other)}`;
  assert.equal(Buffer.compare(first, second), Math.sign(expected), shown);
}

describe('texts as values', () => {
  const cases = (recorded('values.json') as ValueCase[]).flatMap(([type, json, expected]) => {
    const text = JSON.parse(json) as unknown;
    return typeof text === 'string' && text !== '' && scalarTypes.has(type) ? [{ type, text, expected }] : [];
  });
  /** Only the meaning of these is kept: their stored texts are spelled in several ways. */
  const FREE = ['interval', 'jsonb'];
  for (const { type, text, expected } of cases)
    it(`${type} takes ${JSON.stringify(text)} as PostgreSQL does`, () => {
      const stored = given(type, text);
      if (FREE.includes(type) && typeof expected === 'string') {
        const spelled = JSON.parse(expected) as unknown;
        assert.equal(keyOf(type, text), keyOf(type, type === 'jsonb' ? expected : String(spelled)));
        return;
      }
      // CKAN 2.11 shows neither fractions of a second nor eras.
      const whole =
        type === 'timestamp' && typeof stored === 'string' ? stored.replace(/\.\d+|(?<=\d) BC/g, '') : stored;
      assert.deepEqual(whole, expected);
    });

  it('keeps all digits of a numeric', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?[1-9]\d{0,60}(\.\d{1,60})?$/), (text) => {
        assert.equal(given('numeric', text), text);
      }),
    );
  });

  it('spells a double so that it comes back', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(doubles, (value) => {
        const stored = given('float8', Object.is(value, -0) ? '-0' : String(value));
        assert.ok(typeof stored === 'string');
        assert.ok(Object.is(Number(stored), value), `${String(value)} became ${stored}`);
      }),
    );
  });

  it('spells a single so that it comes back', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const stored = given('float4', Object.is(value, -0) ? '-0' : String(value));
        assert.ok(typeof stored === 'string');
        assert.ok(Object.is(Math.fround(Number(stored)), value), `${String(value)} became ${stored}`);
      }),
    );
  });

  it('takes an array for the same as a list and as a literal, whatever texts are in it', () => {
    const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))));
    fc.assert(
      fc.property(texts, (list) => {
        const literal = list.map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`));
        assert.equal(keyOf('_text', list), keyOf('_text', `{${literal.join(',')}}`));
      }),
    );
  });

  for (const [fraction, whole] of Object.entries({ '1.5': 2, '1.4': 1, '-2.5': -3, '-0.4': 0, '0.5': 1 }))
    it(`rounds ${fraction} in an array of int4 as PostgreSQL does`, () =>
      assert.equal(keyOf('_int4', parseExact(`[${fraction}]`)), keyOf('_int4', [whole])));

  for (const text of ['a\0b', '\ud800', 'x\udc00'])
    it(`refuses ${JSON.stringify(text)}, which no text of PostgreSQL's can be`, () => {
      for (const type of ['text', 'varchar', '_text'])
        assert.throws(() => typeRules(type).operand(type === '_text' ? [text] : text), InvalidValue);
    });
});

describe('hostile values', () => {
  const long = 300_000;
  const cases: readonly (readonly [string, string])[] = [
    ['_text', `{a${' '.repeat(long)}b}`],
    ['_text', `{${'\\a'.repeat(long)}`],
    ['_int4', `{${'1'.repeat(long)}x}`],
    ['jsonb', `"${'\\'.repeat(long)}`],
    ['jsonb', '['.repeat(long)],
    ['int4', '9'.repeat(long)],
    ['numeric', `${'1'.repeat(long)}x`],
    ['date', `2020-01-01${' '.repeat(long)}x`],
    ['interval', '1 '.repeat(long)],
    ['bpchar', `${' '.repeat(long)}x`],
    ['uuid', 'a'.repeat(long)],
  ];
  for (const [type, text] of cases)
    it(`a long text for ${type} (${text.slice(0, 5)}…) is read or refused at once @timed`, () => {
      const begun = performance.now();
      try {
        typeRules(type).operand(text);
      } catch (error) {
        assert.ok(error instanceof InvalidValue);
      }
      assert.ok(performance.now() - begun < 1000);
    });
});

describe('sort keys', () => {
  const dates = fc.date({ min: new Date('1600-01-01'), max: new Date('9998-01-01'), noInvalidDate: true });

  it('order doubles, whatever their size', () => {
    const doubles = fc.double({ noNaN: true });
    fc.assert(
      fc.property(doubles, doubles, (one, other) => {
        inOrder('float8', String(one), String(other), one < other ? -1 : one > other ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('order timestamps and instants as moments', () => {
    fc.assert(
      fc.property(dates, dates, (one, other) => {
        const expected = one.getTime() - other.getTime();
        inOrder('timestamp', one.toISOString().slice(0, -1), other.toISOString().slice(0, -1), expected);
        inOrder('timestamptz', one.toISOString(), other.toISOString(), expected);
      }),
    );
  });

  it('order days from 4714 BC to the year 5,874,897', () => {
    const day = fc.tuple(fc.integer({ min: -4712, max: 5_874_897 }), fc.integer({ min: 1, max: 12 }));
    const text = ([year, month]: readonly [number, number]) =>
      `${String(year < 1 ? 1 - year : year).padStart(4, '0')}-${String(month).padStart(2, '0')}-07${year < 1 ? ' BC' : ''}`;
    fc.assert(
      fc.property(day, day, (one, other) => {
        inOrder('date', text(one), text(other), (one[0] - other[0]) * 12 + one[1] - other[1]);
      }),
    );
  });

  it('order spans of time by their length, a month being 30 days', () => {
    const span = fc.tuple(...[1200, 3000, 86_400_000].map((max) => fc.integer({ min: -max, max })));
    const length = ([months = 0, days = 0, millis = 0]: readonly number[]) =>
      (months * 30 + days) * 86_400_000 + millis;
    const text = ([months, days, millis]: readonly number[]) =>
      `${String(months)} months ${String(days)} days ${String(millis)} ms`;
    fc.assert(
      fc.property(span, span, (one, other) => {
        inOrder('interval', text(one), text(other), length(one) - length(other));
      }),
    );
  });

  it('order arrays element by element, a longer one behind its beginning', () => {
    const list = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\u0001', '\u0002', 'é') }), { maxLength: 4 });
    const compare = (one: readonly string[], other: readonly string[]): number => {
      const at = one.findIndex((text, index) => text !== other[index]);
      if (at < 0) return one.length - other.length;
      const beside = other[at];
      return beside === undefined ? 1 : Buffer.compare(Buffer.from(one[at] ?? ''), Buffer.from(beside));
    };
    fc.assert(
      fc.property(list, list, (one, other) => inOrder('_text', one, other, compare(one, other))),
      { numRuns: 3000 },
    );
  });
});

describe('names of types', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['INT', 'int4', 'integer'],
    ['bigint', 'int8', 'bigint'],
    ['int[2]', '_int4', 'integer[]'],
    ['numeric( 10 , 2 )', 'numeric', 'numeric(10,2)'],
    ['numeric(5)', 'numeric', 'numeric(5,0)'],
    ['double precision', 'float8', 'double precision'],
    ['float(3)', 'float4', 'real'],
    ['timestamp(3) with time zone', 'timestamptz', 'timestamp(3) with time zone'],
    ['text array', '_text', 'text[]'],
    ['character varying(3)', 'varchar', 'character varying(3)'],
    ['json', 'json', 'nested'],
  ];
  for (const [name, type, native] of cases)
    it(`${name} is ${type}, ${native}`, () => {
      const declared = declaredType(name);
      assert.equal(declared?.type, type);
      assert.equal(nativeName(type, declared.modifiers), native);
    });
  for (const name of ['', 'intx', 'text(3)', 'varchar(0)', 'json[]', 'int; drop table t', 'numeric(1,2,3)'])
    it(`there is no type “${name}”`, () => assert.equal(declaredType(name), undefined));
});

describe('fields of a local copy', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({});
  });
  after(() => datastore.close());

  /** Local copies have moments and intervals as portals send them, in any spelling. */
  const AS_SENT = /^(timestamp|interval)/;

  for (const { type, values, sorted, distinct, filters } of recorded('order.json') as OrderCase[])
    it(`${type} sorts, groups and compares as in PostgreSQL`, async () => {
      const resource_id = randomUUID();
      const records = values.map((v) => ({ v: v as ExactValue }));
      const table = ckanTable({ fields: [{ id: 'v', type }], records }, resource_id);
      const sent = values.map((value) => [String(value)]);
      await writeTable(datastore.data, { ...table, ...(AS_SENT.test(type) && { records: sent }) });
      const search = async (body: string) => {
        const reply = await datastore.post(
          'datastore_search',
          `{"resource_id":${JSON.stringify(resource_id)},${body}}`,
        );
        const found = member(reply.result, 'records') as readonly { _id: number }[] | undefined;
        return { reply, ids: found?.map(({ _id }) => _id) ?? reply.status };
      };
      // NaN and infinities of doubles come after the numbers in both directions.
      const isBehind = (id: number): boolean => type === 'float8' && Number.isNaN(Number(values[id - 1]) * 0);
      const inTurn = (ids: readonly number[]) => [...ids.filter((id) => !isBehind(id)), ...ids.filter(isBehind)];
      assert.deepEqual((await search('"fields":["_id"],"sort":"v, _id"')).ids, inTurn(sorted));
      assert.deepEqual((await search('"fields":["_id"],"sort":"v desc, _id desc"')).ids, inTurn([...sorted].reverse()));
      if (distinct !== undefined) {
        const { reply } = await search('"fields":["v"],"distinct":true,"limit":0');
        assert.equal(member(reply.result, 'total') ?? reply.status, distinct);
      }
      for (const { filter, found } of filters) {
        const { ids } = await search(`"fields":["_id"],"sort":"_id","filters":{"v":${filter}}`);
        assert.deepEqual(ids, found, filter);
      }
    });
});
