import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatsFor } from '../../../src/export/formats.ts';
import { journalOf, journalText, type Journal } from '../../../src/export/journal.ts';
import { anyQuery } from '../datastore/query/queryArbitrary.ts';

const natural = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: 'binary' });
const some = { noNullPrototype: true } as const;

const fields = fc.array(fc.record({ id: text, type: text }, some));

const notices = fc.array(
  fc.constantFrom(
    { kind: 'recordsMoved' as const },
    { kind: 'lossyText' as const },
    { kind: 'unsortedPage' as const },
    { kind: 'rankHidden' as const, ownField: true },
    { kind: 'distinctPage' as const, shown: 7 },
    { kind: 'totalWrong' as const, claimed: 9, found: 7, atLeast: false },
  ),
);

const seams = fc.array(
  fc.record({ record: natural, id: text, hash: text }, { requiredKeys: ['record', 'hash'], ...some }),
);

const states = fc.record(
  { fields, query: anyQuery, records: natural, seams, edition: text, total: natural, notices },
  { requiredKeys: ['fields', 'query', 'records', 'seams', 'notices'], ...some },
);

const questions = fc.record(
  { baseUrl: text, edition: text, query: anyQuery, format: fc.constantFrom(...formatsFor('export')) },
  { requiredKeys: ['baseUrl', 'query', 'format'], ...some },
);

const journals: fc.Arbitrary<Journal> = fc.record(
  {
    question: questions,
    state: states,
    notes: fc.array(
      fc.constantFrom({ kind: 'asText' as const, field: 'a' }, { kind: 'noGeometry' as const, count: 2 }),
    ),
    bytes: natural,
    sha256: text,
    whole: fc.record({ records: natural, fields, notices }, some),
  },
  { requiredKeys: ['question', 'bytes', 'sha256'], ...some },
);

describe('the journal of an export', () => {
  it('reads as it was written', () => {
    fc.assert(
      fc.property(journals, (journal) => {
        assert.deepEqual(journalOf(journalText(journal), journal.question), journal);
      }),
    );
  });

  it('is of no other question', () => {
    fc.assert(
      fc.property(journals, journals, ({ question }, journal) => {
        fc.pre(JSON.stringify(question) !== JSON.stringify(journal.question));
        assert.equal(journalOf(journalText(journal), question), 'other');
      }),
    );
  });

  it('is none when it was cut, or is of another version', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (journal, at) => {
        const whole = journalText(journal);
        // The last character is a line end.
        const cut = whole.slice(0, at % (whole.length - 1));
        assert.equal(journalOf(cut, journal.question), 'none');
        assert.equal(journalOf(whole.replace('"version": 2', '"version": 1'), journal.question), 'none');
      }),
    );
  });

  it('is none when a count is negative', () => {
    fc.assert(
      fc.property(journals, (journal) => {
        const text = journalText({ ...journal, bytes: -1 });
        assert.equal(journalOf(text, journal.question), 'none');
      }),
    );
  });
});
