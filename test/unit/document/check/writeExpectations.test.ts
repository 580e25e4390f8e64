// Proposed expectations in the text of a document: behind comments, beside what people wrote.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expectChanges } from '../../../../src/document/check/writeExpectations.ts';
import type { Proposal } from '../../../../src/document/check/proposedExpectations.ts';
import { changedText } from '../kept/changedText.ts';
import { isFull } from '../../../support/results/full.ts';
import { readQueryDocument } from '../../../../src/document/kept/readQueryDocument.ts';

const PROPOSALS: readonly Proposal[] = [
  { member: 'records', json: '{"min":5}', evidence: { word: 'records', details: { records: 1234, date: 'today' } } },
  {
    member: 'oneOf',
    fields: [
      { field: 'city', json: '["Bern"]', evidence: { word: 'oneOf', details: { values: 1, least: 9, records: 9 } } },
    ],
  },
];

const written = (text: string, proposals = PROPOSALS): string => changedText(text, expectChanges(text, 'q', proposals));

describe('written expectations', () => {
  it('stand behind the other members, with the evidence before each', () => {
    assert.equal(
      written('{"queries": {\n\t"q": {\n\t\t"file": "a.csv", // mine\n\t},\n}}\n'),
      '{"queries": {\n\t"q": {\n\t\t"file": "a.csv", // mine\n\t\t"expect": {\n' +
        '\t\t\t/* 1,234 records on today */\n\t\t\t"records": { "min": 5 },\n\t\t\t"oneOf": {\n' +
        '\t\t\t\t/* 1 values, each in at least 9 of 9 records */\n\t\t\t\t"city": ["Bern"]\n\t\t\t}\n\t\t},\n\t},\n}}\n',
    );
  });

  it('leave what people expect already, and its line ends', () => {
    const text = '{"queries":{"q":{"file":"a.csv","expect":{"records":{"max":1}, /* mine */ "future": 1}}}}\r\n';
    const changed = written(text);
    assert.ok(changed.startsWith(text.slice(0, text.indexOf('1}}}}') + 1)), changed);
    assert.deepEqual(readQueryDocument(changed).queries[0]?.expect, { records: { max: 1 }, oneOf: { city: ['Bern'] } });
    assert.equal(written(changed), changed);
    assert.ok(!/[^\r]\n/.test(changed), JSON.stringify(changed));
  });

  it('can be read back whatever fields and values are called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (name, isOpen) => {
        fc.pre(!['__proto__', 'constructor', 'prototype'].includes(name));
        const evidence = { word: 'unique', details: { field: `${name}*/ "file": 1 /*`, records: 1 } } as const;
        const proposals: readonly Proposal[] = [
          { member: 'unique', json: JSON.stringify([name]), evidence },
          { member: 'oneOf', fields: [{ field: name, json: JSON.stringify([name]), evidence }] },
        ];
        const text = isOpen
          ? '{"queries": {\n  "q": {\n    "file": "a.csv"\n  }\n}}'
          : '{"queries": {"q": {"file": "a"}}}';
        const { queries, problems } = readQueryDocument(written(text, proposals));
        assert.deepEqual(problems, []);
        assert.deepEqual(queries[0]?.expect, { unique: [name], oneOf: { [name]: [name] } });
      }),
      { numRuns: isFull ? 1000 : 30 },
    );
  });
});
