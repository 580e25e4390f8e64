import assert from 'node:assert/strict';
import { capabilitiesOf, limitOf } from '../../../../src/datastore/dialect/capabilities.ts';
import type { DialectFacts } from '../../../../src/datastore/dialect/facts.ts';

describe('what a portal can do', () => {
  const answers = (facts: DialectFacts) =>
    Object.fromEntries(
      capabilitiesOf(facts).map(({ name, answer, knownBy }) => [name, [answer, knownBy ?? ''].join(' ').trim()]),
    );

  it('is not known before it is asked', () => {
    assert.deepEqual([...new Set(Object.values(answers({})))], ['unknown']);
  });

  it('is what is usual for its version until an answer shows it', () => {
    const usual = answers({ version: '2.11.6' });
    assert.deepEqual(usual, {
      ranges: 'no version',
      sql: 'no version',
      sortsNulls: 'yes version',
      distinct: 'yes version',
      distinctPages: 'no version',
      expressions: 'unknown',
      ranks: 'yes version',
      totals: 'yes version',
      estimates: 'yes version',
      lists: 'yes version',
      numbers: 'yes version',
      hashInNames: 'no version',
      prefixes: 'yes version',
      privateDatasets: 'unknown',
      titleSort: 'unknown',
    });
  });

  const learned: [facts: DialectFacts, name: string, answer: string][] = [
    [{ version: '2.11.6', sql: true }, 'sql', 'yes answer'],
    [{ version: '2.8.0', sql: false }, 'sql', 'no refusal'],
    [{ ranges: true }, 'ranges', 'yes answer'],
    [{ ranges: false }, 'ranges', 'no answer'],
    [{ ranges: true }, 'distinctPages', 'yes answer'],
    [{ distinctByPage: true }, 'distinctPages', 'no answer'],
    [{ distinct: false }, 'distinct', 'no refusal'],
    [{ version: '2.2.0' }, 'distinct', 'no version'],
    [{ numbersAsTexts: true }, 'numbers', 'no answer'],
    [{ numbersAsTexts: false }, 'numbers', 'yes answer'],
    [{ version: '2.10.0', hashInNames: false }, 'hashInNames', 'no refusal'],
    [{ privateDatasets: false }, 'privateDatasets', 'no refusal'],
    [{ titleSort: false }, 'titleSort', 'no refusal'],
    [{ offsets: false }, 'offsets', 'no answer'],
    [{ sorts: false }, 'sorts', 'no refusal'],
    [{ fields: false }, 'fields', 'no refusal'],
  ];
  for (const [facts, name, answer] of learned)
    it(`knows of ${JSON.stringify(facts)} about ${name}: ${answer}`, () => {
      assert.equal(answers(facts)[name], answer);
    });

  it('says how many records there are at most in a response', () => {
    assert.deepEqual(limitOf({}), {});
    assert.deepEqual(limitOf({ version: '2.8.0' }), {});
    assert.deepEqual(limitOf({ version: '2.9.0' }), { most: 32_000, knownBy: 'version' });
    assert.deepEqual(limitOf({ version: '2.9.0', maxLimit: 500 }), { most: 500, knownBy: 'answer' });
  });
});
