import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExact } from '../../../src/base/exactJson.ts';
import { fieldInfo } from '../../../src/base/field.ts';

describe('a field’s entry in the data dictionary', () => {
  const cases: readonly (readonly [json: string, expected: object])[] = [
    ['null', {}],
    ['"text"', {}],
    ['[{"label":"a"}]', {}],
    ['{"label":"","notes":" ","type_override":"numeric"}', {}],
    ['{"label":7,"notes":["a"],"unit":{}}', {}],
    [
      '{"label":" Name ","notes":"one\\r\\ntwo","unit":"km/h"}',
      { label: 'Name', notes: 'one\ntwo', unit: 'km/h' },
    ],
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
