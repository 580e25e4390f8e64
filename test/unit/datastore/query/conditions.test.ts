import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringifyExact, parseExact } from '../../../../src/base/exactJson.ts';
import { conditionsOf, filtersJson, narrowFilters, parseFilters } from '../../../../src/datastore/query/conditions.ts';
import type { Condition, FilterValue } from '../../../../src/datastore/query/condition.ts';

const number = (text: string): FilterValue => ({ type: 'number', text });

const text = (value: string): FilterValue => ({ type: 'text', text: value });
const nothing: FilterValue = { type: 'null', text: '' };

describe('filters as conditions', () => {
  const table: readonly [json: string, condition: Condition][] = [
    ['{"a":1.50}', { kind: 'values', field: 'a', values: [number('1.50')], list: false }],
    ['{"a":[]}', { kind: 'values', field: 'a', values: [], list: true }],
    [
      '{"a":["5",5,true,null]}',
      {
        kind: 'values',
        field: 'a',
        values: [
          { type: 'text', text: '5' },
          number('5'),
          { type: 'boolean', text: 'true' },
          { type: 'null', text: '' },
        ],
        list: true,
      },
    ],
    [
      '{"a":{"lt":1e400,"gte":-0}}',
      {
        kind: 'range',
        field: 'a',
        bounds: [
          { comparison: 'lt', value: number('1e400') },
          { comparison: 'gte', value: number('-0') },
        ],
      },
    ],
    ['{"a":{"contains":"x"}}', { kind: 'contains', field: 'a', text: 'x' }],
    ['{"a":{"not":["x",null]}}', { kind: 'not', field: 'a', values: [text('x'), nothing], list: true }],
    ['{"a":{"not":5}}', { kind: 'not', field: 'a', values: [number('5')], list: false }],
    ['{"a":{"empty":false}}', { kind: 'empty', field: 'a', isEmpty: false }],
    ['{"a":{"contains":5}}', { kind: 'raw', field: 'a', json: '{"contains":5}' }],
    ['{"a":{"empty":true,"gt":1}}', { kind: 'raw', field: 'a', json: '{"empty":true,"gt":1}' }],
    ['{"a":{"gt":1,"like":2}}', { kind: 'raw', field: 'a', json: '{"gt":1,"like":2}' }],
    ['{"a":{}}', { kind: 'raw', field: 'a', json: '{}' }],
    ['{"a":{"like":1}}', { kind: 'raw', field: 'a', json: '{"like":1}' }],
    ['{"a":{"gt":1,"gt":2}}', { kind: 'raw', field: 'a', json: '{"gt":1,"gt":2}' }],
    ['{"a":[{"gt":1}]}', { kind: 'raw', field: 'a', json: '[{"gt":1}]' }],
    ['{"$or":[ {"a":1.0} ]}', { kind: 'raw', field: '$or', json: '[ {"a":1.0} ]' }],
    ['[{"a":1}]', { kind: 'raw', field: null, json: '[{"a":1}]' }],
    ['{"a":', { kind: 'raw', field: null, json: '{"a":' }],
  ];
  for (const [json, condition] of table)
    it(`${json} and back`, () => {
      assert.deepEqual(conditionsOf(json), [condition]);
      assert.equal(filtersJson([condition]), json);
    });

  it('know exceptions of a range, and of a text, in one member', () => {
    const json = '{"a":{"gte":1,"not":[2]},"b":{"contains":"x","not":["xy"]},"c":{"not":[1]}}';
    const conditions = conditionsOf(json);
    assert.deepEqual(
      conditions.map(({ kind, field }) => `${String(field)} ${kind}`),
      ['a range', 'a not', 'b contains', 'b not', 'c not'],
    );
    assert.equal(filtersJson(conditions), json);
  });

  it('keep the order of names, and names that come twice', () => {
    const json = '{"10":1,"2":2,"10":3,"__proto__":4,"":5}';
    assert.equal(filtersJson(conditionsOf(json)), json);
  });

  it('are added to by a condition that may be of the same field', () => {
    const more = conditionsOf('{"a":{"gt":5}}')[0]!;
    assert.deepEqual(narrowFilters(undefined, more), [more]);
    const both = narrowFilters(conditionsOf('{"a":1,"b":2}'), more);
    assert.equal(both && filtersJson(both), '{"$and":[{"a":1,"b":2},{"a":{"gt":5}}]}');
    assert.equal(narrowFilters(conditionsOf('[{"a":1}]'), more), undefined);
    // A group can't contain conditions that need SQL.
    const beside = narrowFilters(conditionsOf('{"b":{"not":[2]}}'), more);
    assert.equal(beside && filtersJson(beside), '{"b":{"not":[2]},"a":{"gt":5}}');
    assert.equal(narrowFilters(conditionsOf('{"a":{"not":[2]}}'), more), undefined);
    const orNull = narrowFilters(conditionsOf('{"b":[1,null]}'), more);
    assert.equal(orNull && filtersJson(orNull), '{"b":[1,null],"a":{"gt":5}}');
  });

  it('say exactly what the JSON says, whatever it is', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      fc.constantFrom('5', '1.50', '-0', '1e400', '9007199254740993', 'true', 'false', 'null'),
    );
    const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
      json: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('object')),
      list: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      object: fc
        .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('gt', 'lte', '$or')), tie('json')), {
          selector: ([name]) => name,
          maxLength: 4,
        })
        .map((members) => `{ ${members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join(',')}}`),
    }));
    fc.assert(
      fc.property(json, (text) => {
        const written = filtersJson(conditionsOf(text));
        assert.equal(stringifyExact(parseExact(written)), stringifyExact(parseExact(text)));
        assert.deepEqual(conditionsOf(written), conditionsOf(text));
      }),
    );
  });

  it('are not read from JSON that is deeper than anyone writes', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.deepEqual(parseFilters(deep), { problem: 'notJson', line: 1, column: 1 });
  });
});

const findJsonError = (text: string) => {
  const read = parseFilters(text);
  return 'problem' in read && read.problem === 'notJson' ? { line: read.line, column: read.column } : undefined;
};

describe('JSON error position', () => {
  const broken: [text: string, line: number, column: number][] = [
    ['', 1, 1],
    ['{"a":}', 1, 6],
    ['{"a": 1,\n "b" 2}', 2, 6],
    ['{"a": 1,}', 1, 9],
    ['[1 2]', 1, 4],
    ['{"a": 01}', 1, 8],
    ['{a: 1}', 1, 2],
    ["{'a': 1}", 1, 2],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 1', 1, 8],
    ['{"a": NaN}', 1, 7],
    ['{} {}', 1, 4],
  ];
  for (const [text, line, column] of broken) {
    it(`finds ${JSON.stringify(text)} broken at ${line}:${column}`, () => {
      assert.deepEqual(findJsonError(text), { line, column });
    });
  }

  it('finds an error exactly where JSON.parse throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\n',
      '"a"',
      '"\\u00e9"',
      '"\u007f"',
      '1',
      '-1.5e3',
      '01',
      'true',
      'null',
      '"',
      '\\',
      '\u00a0',
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.json(), fc.nat(), pieces)
        .map(([json, at, piece]) => json.slice(0, at % json.length) + piece + json.slice(at % json.length)),
    );
    fc.assert(
      fc.property(text, (json) => {
        let isValid = true;
        try {
          JSON.parse(json);
        } catch {
          isValid = false;
        }
        assert.equal(findJsonError(json) === undefined, isValid, json);
      }),
      { numRuns: 3000 },
    );
  });
});
