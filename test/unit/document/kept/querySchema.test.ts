/** The JSON schema of query documents refuses what our own reader refuses, and nothing else. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { newQueryDocument } from '../../../../src/document/kept/editQueryDocument.ts';
import { readQueryDocument } from '../../../../src/document/kept/readQueryDocument.ts';
import { projectRoot } from '../../../../tools/vscode/projectPaths.ts';
import { isFull } from '../../../support/results/full.ts';
import { anyKept } from './keptArbitrary.ts';

const schema = JSON.parse(fs.readFileSync(path.join(projectRoot, 'media', 'queries.schema.json'), 'utf8')) as object;

const anyValue = fc.constantFrom(
  ...[
    null,
    0,
    -1,
    1.5,
    20,
    1e15,
    '',
    'x',
    'count',
    'sum:a',
    'starts-with',
    '${p}',
    true,
    false,
    [],
    {},
    ['a'],
    [1],
    { a: 1 },
  ],
  ...[
    '${none}',
    { field: 'a', unit: 'day' },
    { type: 'number', default: 1 },
    { min: 0, max: 2 },
    { by: ['a:day'] },
    '1.csv',
  ],
);

const NAMES = [
  ...['base_url', 'resource_id', 'file', 'reading', 'q', 'q_mode', 'plain', 'filters', 'fields', 'sort', 'distinct'],
  ...['limit', 'summarize', 'by', 'measures', 'top', 'time_zone', 'parameters', 'type', 'default', 'description'],
  ...[
    'chart',
    'kind',
    'expect',
    'records',
    'min',
    'unique',
    'notNull',
    'oneOf',
    'range',
    'updatedWithin',
    'other',
    '0',
  ],
];

/** Members that nest, so that changes reach all parts of a document. */
const FULL = {
  parameters: { p: { type: 'text', default: 'x' } },
  summarize: { by: ['a', { field: 'b' }], measures: ['count'], top: 1, time_zone: 'UTC' },
  expect: {
    ...{ records: { min: 1 }, fields: { a: 'int' }, unique: ['a'], notNull: ['a'], oneOf: { a: [1] } },
    ...{ range: { a: { min: 1 } }, updatedWithin: 'P1D' },
  },
};

type Json = Record<string, unknown>;

/** Changes what stands at the end of the steps, each of which chooses one of the members that are there. */
function changed(value: unknown, steps: readonly number[], name: string, more: unknown): unknown {
  const [step, ...rest] = steps;
  if (typeof value !== 'object' || value === null || step === undefined) return more;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (at === step % value.length ? changed(each, rest, name, more) : each));
  const names = Object.keys(value);
  if (rest.length === 0 || names.length === 0) return { ...value, [name]: more };
  const chosen = names[step % names.length] ?? name;
  return { ...value, [chosen]: changed((value as Json)[chosen], rest, name, more) };
}

describe('the schema of query documents', function () {
  this.timeout(isFull ? 300_000 : 30_000);

  const validate = new Ajv().compile(schema);

  it('takes every query that is kept', () => {
    fc.assert(
      fc.property(anyKept, (keep) => {
        assert.ok(validate(JSON.parse(newQueryDocument('a', keep))), JSON.stringify(validate.errors));
      }),
      { numRuns: 100 },
    );
  });

  it('agrees with the reader on any change of one', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        anyKept,
        fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...NAMES),
        anyValue,
        (keep, steps, name, more) => {
          const { queries } = JSON.parse(newQueryDocument('a', keep)) as { queries: { a: Json } };
          const document = { queries: { a: changed({ ...queries.a, ...FULL }, steps, name, more) } };
          const text = JSON.stringify(document);
          const { problems } = readQueryDocument(text);
          const isTaken = validate(document);
          seen[isTaken === true ? 'taken' : 'refused'] += 1;
          const texts = problems.map((each) => each.text);
          if (isTaken !== true) assert.notDeepEqual(texts, [], `${text}\n${JSON.stringify(validate.errors)}`);
          else
            assert.deepEqual(
              problems.filter(({ isOfSchema }) => isOfSchema),
              [],
              text,
            );
        },
      ),
      { numRuns: isFull ? 20_000 : 500 },
    );
    assert.ok(seen.taken > 50 && seen.refused > 50, JSON.stringify(seen));
  });
});
