import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExact } from '../../../src/base/exactJson.ts';
import { fieldInfo, fieldKind } from '../../../src/base/field.ts';

describe('a field’s entry in the data dictionary', () => {
  const cases: readonly (readonly [json: string, expected: object])[] = [
    ['null', {}],
    ['"text"', {}],
    ['[{"label":"a"}]', {}],
    ['{"label":"","notes":" ","type_override":"numeric"}', {}],
    ['{"label":7,"notes":["a"],"unit":{}}', {}],
    ['{"label":" Name ","notes":"one\\r\\ntwo","unit":"km/h"}', { label: 'Name', notes: 'one\ntwo', unit: 'km/h' }],
    ['{"__proto__":{"label":"x"},"constructor":1}', {}],
    [`{"label":"${'x'.repeat(199)}😀"}`, { label: 'x'.repeat(199) }],
  ];
  for (const [json, expected] of cases)
    it(`of ${json.slice(0, 60)} is ${JSON.stringify(expected).slice(0, 60)}`, () => {
      assert.deepEqual(fieldInfo(parseExact(json)), expected);
    });

  it('is short texts, whatever JSON is there', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        for (const text of Object.values(fieldInfo(parseExact(json))) as readonly unknown[])
          assert.ok(typeof text === 'string' && text.length > 0 && text.length <= 4000);
      }),
    );
  });
});

describe('The kind of a field', () => {
  const table = {
    number: [
      'int',
      'INT4',
      'int8',
      'bigint',
      'hugeint',
      'smallint',
      'integer',
      'serial',
      'numeric',
      'numeric(10,2)',
      'DECIMAL(18,3)',
      'float8',
      'double precision',
      'real',
      'oid',
    ],
    text: ['text', 'varchar', 'uuid', 'interval', 'tsvector', 'bytea', 'point', ''],
    boolean: ['bool', 'boolean'],
    date: ['date', 'timestamp', 'timestamptz', 'time', 'timestamp without time zone'],
    json: ['json', 'jsonb', '_text', '_int4', 'integer[]', 'timestamp[]'],
  } as const;
  for (const [kind, types] of Object.entries(table))
    for (const type of types)
      it(`is ${kind} for ${JSON.stringify(type)}`, () => {
        assert.equal(fieldKind(type), kind);
      });
});
