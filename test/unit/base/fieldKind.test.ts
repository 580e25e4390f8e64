import assert from 'node:assert/strict';
import { fieldKind } from '../../../src/base/fieldKind.ts';

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
