import assert from 'node:assert/strict';
import * as v from 'valibot';
import { FilterValue } from '../../../../src/datastore/query/condition.ts';

describe('an exact value from a page', () => {
  const table: [type: string, text: string, isTaken: boolean][] = [
    ['text', '"},{', true],
    ['number', '-1.50e3', true],
    ['number', '1,"x":2', false],
    ['number', '', false],
    ['number', ' 5', false],
    ['boolean', 'true', true],
    ['boolean', 'True', false],
    ['null', '', true],
    ['null', 'null', false],
    ['raw', '{}', false],
    ['auto', '5', false],
  ];
  for (const [type, text, isTaken] of table)
    it(`${type} ${JSON.stringify(text)} is ${isTaken ? 'taken' : 'refused'}`, () =>
      assert.equal(v.is(FilterValue, { type, text }), isTaken));
});
