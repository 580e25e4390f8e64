/** Tables of a real Trino cluster behind the action API: the API document's cases, with the same answers as from files. */
import type { ExactValue } from '../../src/base/cells.ts';
import { valueText } from '../../src/base/exactJson.ts';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../src/datastore/dialect/dialect.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { FetchTransport } from '../../src/http/fetchTransport.ts';
import { engineContract, sampleContract } from '../service/contract/engineContract.ts';
import { ServedTables } from '../support/drivers/askedServer.ts';
import { mainJob } from '../support/journeys/mainJob.ts';
import { isFull } from '../support/results/full.ts';
import { SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from '../support/journeys/subjects.ts';
import { type Column, create, server } from './fixture.ts';

/** Trino's type for one of ours; a decimal has a scale of its own there. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ int: 'bigint', int4: 'integer', int8: 'bigint', text: 'varchar', bool: 'boolean' },
  ...{ numeric: 'decimal(38,2)', timestamp: 'timestamp(0)', date: 'date', json: 'json' },
};
/** The highest number of digits after the decimal point. */
function scaleOf(values: readonly (ExactValue | undefined)[]): number {
  return Math.max(...values.map((value) => valueText(value ?? null).split('.')[1]?.length ?? 0));
}
const typeOf = (type: string): string => TYPES[type] ?? type;
/** Ties of a sort without a number are in the order of all fields, the first field first; `code` grows with the number. */
function byFields(one: number, other: number): number {
  const [first = '', second = ''] = [one, other].map((n) => {
    const { subject, stage } = subjectRecord(n);
    return `${subject ?? ''} ${stage ?? ''}`;
  });
  return first.localeCompare(second, 'en') || one - other;
}

describe('tables of Trino', () => {
  /** The digits after the point are a column's own in Trino. */
  const engine = {
    served: () => new ServedTables(server()),
    create: async (name: string, columns: readonly Column[], records: readonly (readonly ExactValue[])[]) => {
      const typed = columns.map(([id, type], at): Column => {
        return [id, type === 'numeric' ? `decimal(38,${scaleOf(records.map((record) => record[at]))})` : typeOf(type)];
      });
      await create(name, typed, records);
    },
  };
  engineContract(engine);
  describe('answer like a file', () => {
    // Numbers of the stations have several scales, and no record says where the next page begins: no key is known.
    sampleContract(engine, ['lessons'], ['records', 'total', 'fields', 'limit', 'filterops'], isFull ? 1 : 3);
  });

  // In VS Code, the main job is played on numbered records (mainJob.mocharc.json).
  for (const [what, isNumbered] of [
    ...(isFull ? ([['numbered by _id', true]] as const) : []),
    ['without a number', false],
  ] as const)
    describe(`the main job on records ${what}`, () => {
      const table = isNumbered ? 'subjects' : 'unnumbered';
      before(async () => {
        const columns = SUBJECT_FIELDS.map(({ id, type }): Column => {
          return [id, id === 'weight' ? 'decimal(38,10)' : typeOf(type)];
        });
        const records = Array.from({ length: SUBJECT_COUNT }, (_, at) => {
          const record = subjectRecord(at + 1);
          const values = SUBJECT_FIELDS.map(({ id, type }) =>
            type === 'timestamp' ? (record[id]?.replace('T', ' ') ?? null) : record[id],
          );
          return isNumbered ? [at + 1, ...values] : values;
        });
        const id: Column = ['_id', 'bigint'];
        await create(table, isNumbered ? [id, ...columns] : columns, records);
      });
      const client = () =>
        new DatastoreClient({
          exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
          access: () => Promise.resolve({ baseUrl: server().baseUrl, token: server().token }),
          dialect: OUR_DIALECT,
        });
      let known: DatastoreClient | undefined;
      mainJob({
        client: () => (known ??= client()),
        resourceId: () => table,
        ...(!isNumbered && { hasNoOrder: true, ownOrder: byFields }),
        weightScale: 10,
      });
    });
});
