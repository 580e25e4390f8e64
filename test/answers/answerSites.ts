/** The engines that answer random summaries, each with all tables. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { quotedName, quotedText } from '../../src/base/quotes.ts';
import { openPostgres, openTrino } from '../../src/service/engine/openDatastore.ts';
import { serveDatastore } from '../../src/service/http/serving.ts';
import { postgresOptions } from '../../src/service/process/postgresUrl.ts';
import { TestDatastore } from '../service/datastore.ts';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';
import { withDuckdb } from '../service/reading/fileImport.ts';
import { type AskedServer, ServedTables } from '../support/drivers/askedServer.ts';
import { TrinoCluster } from '../trino/trinoCluster.ts';
import type { AnswerField, AnswerTable } from './randomSummaries.ts';

export interface AnswerSite {
  readonly served: AskedServer;
  readonly create: (table: AnswerTable) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** SQL of a table's records, each value a literal of its type. */
function rowsSql({ fields, records }: AnswerTable, typeOf: (field: AnswerField) => string, row = ''): string {
  const rows = records.map(
    (record) =>
      `${row}(${record
        .map((value, at) => {
          const field = fields[at];
          if (value === null || field === undefined) return 'null';
          return `cast(${quotedText(spelled(value, field))} as ${typeOf(field)})`;
        })
        .join(', ')})`,
  );
  return `values ${rows.join(', ')}`;
}

function spelled(value: string, { kind }: AnswerField): string {
  return kind === 'instant' || kind === 'timestamp' ? value.replace('T', ' ') : value;
}

export async function fileSite(): Promise<AnswerSite> {
  const served = await TestDatastore.open({});
  const typeOf = ({ type }: AnswerField): string => type.replace('numeric', 'decimal');
  return {
    served,
    create: async (table) => {
      const file = path.join(served.folder, `${table.name}.parquet`);
      const columns = table.fields.map((field) => `${quotedName(field.id)} ${typeOf(field)}`);
      await withDuckdb(
        "set TimeZone = 'UTC'",
        `create table t (${columns.join(', ')})`,
        ...(table.records.length === 0 ? [] : [`insert into t ${rowsSql(table, typeOf)}`]),
        `copy t to ${quotedText(file)} (format parquet)`,
      );
      await served.import(file, table.name);
      await rm(file);
    },
    close: () => served.close(),
  };
}

export async function postgresSite(): Promise<AnswerSite> {
  const cluster = await PostgresCluster.start();
  const server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
  return {
    served: new ServedTables(server),
    create: (table) => {
      const columns: [string, string][] = [
        ['_id', 'int'],
        ...table.fields.map(({ id, type }): [string, string] => [id, type]),
      ];
      return cluster.create(
        table.name,
        columns,
        table.records.map((record, at) => [at + 1, ...record]),
      );
    },
    close: async () => {
      await server.close();
      await cluster.stop();
    },
  };
}

/** Trino has names of its own for these types. */
const TRINO_TYPES: Readonly<Record<string, string>> = {
  ...{ text: 'varchar', int8: 'bigint', float8: 'double', bool: 'boolean' },
  ...{ timestamp: 'timestamp(0)', timestamptz: 'timestamp(0) with time zone' },
};

export async function trinoSite(): Promise<AnswerSite> {
  const cluster = await TrinoCluster.start(undefined, []);
  const address = { origin: cluster.origin, user: 'test', password: undefined, scannedBytes: undefined };
  const server = await serveDatastore(await openTrino({ ...address, catalog: 'memory', schema: 'default' }), {});
  const typeOf = ({ type }: AnswerField): string => TRINO_TYPES[type] ?? type.replace('numeric', 'decimal');
  return {
    served: new ServedTables(server),
    create: async (table) => {
      const name = `memory.default.${quotedName(table.name)}`;
      const columns = table.fields.map((field) => `${quotedName(field.id)} ${typeOf(field)}`);
      await cluster.sql(`create table ${name} (${columns.join(', ')})`);
      if (table.records.length > 0) await cluster.sql(`insert into ${name} ${rowsSql(table, typeOf, 'row')}`);
    },
    close: async () => {
      await server.close();
      await cluster.stop();
    },
  };
}
