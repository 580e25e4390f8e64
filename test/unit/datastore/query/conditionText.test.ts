import assert from 'node:assert/strict';
import { conditionText } from '../../../../src/datastore/query/conditionText.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import { GRID_STRINGS } from '../../../../src/messages/gridStrings.ts';

describe('a condition in words', () => {
  const strings = { ...GRID_STRINGS, null: GRID_STRINGS.null.message };
  const said: [json: string, text: string][] = [
    ['"math"', 'math'],
    ['["math",5,null,""]', 'math, 5, NULL, empty text'],
    ['{"not":["math","art"]}', 'not math, art'],
    ['{"contains":"a b"}', 'contains "a b"'],
    ['{"notContains":"a"}', 'doesn\'t contain "a"'],
    ['{"startsWith":"a"}', 'starts with "a"'],
    ['{"lte":5,"gte":1}', '1 to 5'],
    ['{"gte":1.50}', 'from 1.50'],
    ['{"lte":"2026"}', 'to 2026'],
    ['{"gt":1}', 'greater than 1'],
    ['{"lt":1}', 'less than 1'],
    ['{"empty":true}', 'is empty'],
    ['{"empty":false}', 'is not empty'],
  ];
  for (const [json, text] of said)
    it(`${json} is: ${text}`, () => {
      const [condition] = conditionsOf(`{"a":${json}}`);
      assert.ok(condition && condition.kind !== 'raw');
      assert.equal(conditionText(condition, strings), text);
    });
});
