/** A value of another type than its field's is refused in every format, and never changes a record's shape. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ActionError } from '../../../src/service/ckan/actionError.ts';
import { dumpWriter } from '../../../src/service/api/dump.ts';
import { recordWriter } from '../../../src/service/api/search/recordsText.ts';
import type { OutputField } from '../../../src/service/question/datastore.ts';

const text: OutputField = { id: 'b', type: 'text', isJson: false };
const columnsOf = (type: string): readonly OutputField[] => [{ id: 'a', type, isJson: true }, text];

/** Writes the record in each format. Throws ActionError. */
const FORMATS: Readonly<Record<string, (columns: readonly OutputField[], value: string) => string>> = {
  ...Object.fromEntries(
    (['objects', 'lists', 'csv', 'tsv'] as const).map((format) => [
      format,
      (columns: readonly OutputField[], value: string) => recordWriter(columns, format)([value, 'x']),
    ]),
  ),
  ...Object.fromEntries(
    (['csv', 'json'] as const).map((format) => [
      `dump ${format}`,
      (columns: readonly OutputField[], value: string) =>
        dumpWriter(format, { columns, named: columns }, []).record([value, 'x']),
    ]),
  ),
};

const NUMBERS = ['int', 'int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];
const NESTED = ['json', 'jsonb', '_int4', '_text'];

describe('a record', () => {
  for (const [format, write] of Object.entries(FORMATS)) {
    for (const type of NUMBERS)
      it(`${format}: has a number in a field of type ${type}, or is refused`, () => {
        for (const value of ['0', '-1', '1.50', '1e+300', '9007199254740993', 'NaN', '-Infinity'])
          assert.doesNotThrow(() => write(columnsOf(type), value), value);
        for (const value of ['', 'abc', '007', '1,"b":2', '"1"', 'true', 'null', '[1]', '1 ', '+1', '.5', 'Nice'])
          assert.throws(() => write(columnsOf(type), value), ActionError, value);
      });

    it(`${format}: has true or false in a field of type bool, or is refused`, () => {
      for (const value of ['true', 'false']) assert.doesNotThrow(() => write(columnsOf('bool'), value));
      for (const value of ['t', 'True', '1', 'null', '"true"', 'true,"b":2', ''])
        assert.throws(() => write(columnsOf('bool'), value), ActionError, value);
    });

    for (const type of NESTED)
      it(`${format}: has JSON in a field of type ${type}, or is refused`, () => {
        for (const value of ['[]', '{"a":[1.50,null]}', '"x"', '1e400'])
          assert.doesNotThrow(() => write(columnsOf(type), value), value);
        for (const value of ['', 'x', '{"a":1},{"a":2', '[1],"b":2', "{'a':1}", '[01]'])
          assert.throws(() => write(columnsOf(type), value), ActionError, value);
      });
  }

  it('has the keys of its fields, whatever a value is', () => {
    const write = FORMATS['objects'];
    assert.ok(write);
    const nearJson = fc
      .tuple(fc.json(), fc.constantFrom('', ',"b":1', '}', '},{"a":1', ' '), fc.string({ maxLength: 3 }))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom('bool', ...NUMBERS, ...NESTED), nearJson, (type, value) => {
        try {
          const record = JSON.parse(write(columnsOf(type), value)) as object;
          assert.deepEqual(Object.entries(record)[1], ['b', 'x']);
          assert.equal(Object.keys(record).length, 2);
        } catch (error) {
          assert.ok(error instanceof ActionError, String(error));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
