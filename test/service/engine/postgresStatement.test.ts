/** Names and values of a request don't change the shape of a statement for PostgreSQL. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExactValue } from '../../../src/base/cells.ts';
import { searchQuestion } from '../../../src/service/api/search/searchQuestion.ts';
import { searchParameters } from '../../../src/service/api/search/searchParameters.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { postgresFields } from '../../../src/service/engine/postgres/postgresFields.ts';
import {
  postgresCountStatement,
  placedStatement,
  postgresRecordsStatement,
  type PostgresRelation,
} from '../../../src/service/engine/postgres/postgresStatement.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ATTACKS } from '../../support/samples/hostileQueries.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const attacks = [...ATTACKS, 'public.kept', ' '];
/** Texts that PostgreSQL can store, in names of at most 63 bytes. */
const text = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 15 }).filter((value) => !value.includes('\0')),
);

const operators = {};

function relationOf(table: string, schema: string, field: string): PostgresRelation {
  const attributes = [
    { name: field, type: 'text', category: 'S', declared: 'text', operators, comment: '' },
    { name: 'the other', type: 'numeric', category: 'N', declared: 'numeric', operators, comment: '' },
    { name: 'a third', type: 'inet', category: 'I', declared: 'inet', operators, comment: '' },
  ];
  const fields = postgresFields(attributes);
  return { schema, name: table, fields, key: [field], hasRowIds: true };
}

const names = ['the other', 'a third'];
const asked = (relation: PostgresRelation, field: string, value: string, isPlain: boolean) => {
  const body: Record<string, ExactValue> = {
    resource_id: 'x',
    filters: { [field.startsWith('$') ? `$${field}` : field]: [value, value], 'a third': { gt: value } },
    q: { [field]: value },
    full_text: isPlain ? value : "'one' & two:* | !three <-> four",
    plain: isPlain,
    sort: [`"${field}" desc`],
  };
  const { question } = searchQuestion(
    searchParameters(isPlain ? body : { ...body, q: '' }),
    { fields: relation.fields, isInOrderOfIds: false },
    true,
  );
  return [
    postgresRecordsStatement(question, relation),
    postgresCountStatement(question, relation),
    placedStatement(question, relation, [value, value]),
  ] as const;
};

/** The statement without its quoted names. */
const shapeOf = (sql: string): string => sql.replaceAll(/"(?:[^"]|"")*"/g, 'NAME');

describe('a statement for PostgreSQL', () => {
  it('has no text of a request or of a table outside of quotes', () => {
    const tame = relationOf('table', 'schema', 'field');
    const shapes = [true, false].map((isPlain) =>
      asked(tame, 'field', 'value', isPlain).map(({ sql }) => shapeOf(sql)),
    );
    fc.assert(
      fc.property(text, text, text, text, fc.boolean(), (table, schema, field, value, isPlain) => {
        // CKAN's grammar of a sort doesn't go beyond a line.
        fc.pre(!names.includes(field) && field !== '_id' && /^.*$/.test(field));
        const statements = asked(relationOf(table, schema, field), field, value, isPlain);
        assert.deepEqual(
          statements.map(({ sql }) => shapeOf(sql)),
          shapes[isPlain ? 0 : 1],
        );
        for (const { values } of statements) assert.ok(values.includes(value));
      }),
      { numRuns: 500 },
    );
  });

  describe('finds in a real database', () => {
    let cluster: PostgresCluster;
    before(async () => (cluster = await PostgresCluster.start()));
    after(() => cluster.stop());
    const never = new AbortController().signal;

    it('tables, fields and values of any name, and nothing else', async () => {
      const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
      await cluster.sql(
        attacks
          .map(
            (name) =>
              `create table ${quoted(name)} (${quoted(name)} text primary key, "the other" numeric, "a third" inet);`,
          )
          .join('\n'),
      );
      for (const name of attacks)
        await cluster.ask(
          `insert into ${quoted(name)} select text, 1, '10.0.0.1' from json_array_elements_text($1) text`,
          [JSON.stringify(attacks)],
        );
      const datastore = await openPostgres(postgresOptions(cluster.url()));
      try {
        for (const [at, name] of attacks.entries()) {
          const table = await datastore.open(name, never);
          assert.ok(table, name);
          // Each name meets a fifth of the values, so that each value meets a fifth of the names.
          for (const value of attacks.filter((each, place) => isFull || each === name || (at + place) % 5 === 0)) {
            const key = name.startsWith('$') ? `$${name}` : name;
            const body = { resource_id: 'x', filters: { [key]: value }, q: { [name]: value }, sort: [`"${name}"`] };
            const { question } = searchQuestion(searchParameters(body), table, false);
            const found: unknown[] = [];
            for await (const { records, total } of table.page(question, never))
              found.push(total, ...records.map(({ content }) => content));
            assert.deepEqual(found, [1, [value, '1', '10.0.0.1']], `${name} ${value}`);
          }
        }
      } finally {
        await datastore.close();
      }
    });
  });
});
