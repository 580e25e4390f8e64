import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { RULES_OF_KINDS, RULES_OF_STATUSES } from '../../../src/http/retry.ts';
import { FAULT_TABLE } from '../../faults/table/faultTable.ts';
import { withFaults, wordsOf } from '../../faults/table/faultDocs.ts';

describe('the table of faults', () => {
  it('has every number from 1 to 77 once, in their order', () => {
    assert.deepEqual(
      FAULT_TABLE.map(({ number }) => number),
      Array.from({ length: 77 }, (_, index) => index + 1),
    );
  });

  it("says of each what people read, unless it does no harm, is their own doing, or can't happen", () => {
    for (const { number, action, words, never } of FAULT_TABLE) {
      for (const key of words) assert.ok(wordsOf(key), `${number}: ${key}`);
      const isSilent = action === 'read' || never !== undefined || [73, 75].includes(number);
      assert.ok(isSilent || words.length > 0, String(number));
    }
  });

  it('has a row for every kind of failure and every status that is asked again', () => {
    const seen = new Set(FAULT_TABLE.flatMap((fault) => fault.seen));
    const asked = [...Object.keys(RULES_OF_KINDS), ...RULES_OF_STATUSES.keys()];
    assert.deepEqual(
      asked.filter((each) => !seen.has(each as never)),
      [],
    );
  });

  it('is what the documentation shows: npm run manifest', () => {
    const text = readFileSync('docs/network.md', 'utf8');
    assert.equal(text, withFaults(text));
    assert.ok(text.includes('| 77 |'));
  });
});
