// How each engine behind our service is started and served, and how tables of cases are created in it.
import { quotedName, quotedText } from '../../../src/base/quotes.ts';
import { TrinoConnection } from '../../../src/service/engine/trino/trinoConnection.ts';
import { TrinoCluster } from '../../trino/trinoCluster.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';
import { isNumber, numberText, parseAnswer } from './exactAnswer.mjs';

/** `create` gets the `fields` of `datastore_info`, and `pages` of `datastore_search` with all records. */
export const ENGINES = {
  postgres: async () => {
    const cluster = await PostgresCluster.start();
    return {
      serving: ['--postgres', cluster.url()],
      create: (name, fields, pages) => createInPostgres(cluster, name, fields, pages),
      stop: () => cluster.stop(),
    };
  },
  /** TRINO_ORIGIN names a cluster that runs already. */
  trino: async () => {
    const cluster = process.env.TRINO_ORIGIN === undefined ? await TrinoCluster.start() : undefined;
    const origin = cluster?.origin ?? process.env.TRINO_ORIGIN;
    const address = { origin, user: 'test', password: undefined };
    const connection = new TrinoConnection(address, { scannedBytes: undefined }, 'the cluster');
    const sql = (statement) =>
      connection.all(statement, 0, new AbortController().signal).catch((error) => {
        throw new Error(JSON.stringify(error.body ?? error.message));
      });
    return {
      serving: ['--trino', origin, '--catalog', 'memory', '--schema', 'default'],
      create: (name, fields, pages) =>
        createInTrino(
          ...[sql, name, fields],
          pages.flatMap((page) => parseAnswer(page).result.records),
        ),
      stop: () => cluster?.stop(),
    };
  },
};

/** Creates a table as CKAN does, with a number as key. */
async function createInPostgres(cluster, name, fields, pages) {
  const table = quotedName(name);
  const columns = fields.map(({ id, schema: { native_type: type } }) => {
    return `${quotedName(id)} ${type === 'nested' ? 'json' : type}`;
  });
  await cluster.ask(`create table ${table} (${['_id int primary key', ...columns].join(', ')})`);
  const records = `json_populate_recordset(null::${table}, $1::json -> 'result' -> 'records')`;
  for (const page of pages) await cluster.ask(`insert into ${table} select * from ${records}`, [page]);
  await cluster.ask(`analyze ${table}`);
}

const TRINO_TYPES = {
  ...{ text: 'varchar', varchar: 'varchar', bpchar: 'char(3)', uuid: 'uuid', bool: 'boolean' },
  ...{ int2: 'smallint', int4: 'integer', int8: 'bigint', float4: 'real', float8: 'double' },
  ...{ date: 'date', time: 'time(6)', timestamp: 'timestamp(6)', timestamptz: 'timestamp(6) with time zone' },
  ...{ nested: 'json', jsonb: 'json', interval: 'varchar' },
};
/** Trino's statements have at most a million characters. */
const MOST_CHARACTERS = 400_000;

async function createInTrino(sql, name, fields, records) {
  const table = `memory.default.${quotedName(name)}`;
  const columns = [{ id: '_id', type: 'int4' }, ...fields].map(({ id, type }) => {
    return { id, type: trinoType(type, () => records.map((record) => record[id])) };
  });
  await sql(`create table ${table} (${columns.map(({ id, type }) => `${quotedName(id)} ${type}`).join(', ')})`);
  const texts = columns.map((_, at) => quotedName(`c${String(at)}`));
  const selected = columns.map(({ type }, at) => trinoValue(texts[at], type));
  const row = `row(${texts.map((text) => `${text} varchar`).join(', ')})`;
  for (const part of parts(records.map((record) => columns.map(({ id, type }) => valueText(record[id], type)))))
    await sql(
      `insert into ${table} select ${selected.join(', ')} ` +
        `from unnest(cast(json_parse(${quotedText(part)}) as array(${row}))) t (${texts.join(', ')})`,
    );
}

/** Each of Trino's decimal types has a fixed scale. */
function trinoType(type, values) {
  if (type.startsWith('_')) return `array(${trinoType(type.slice(1), () => values().flatMap((value) => value ?? []))})`;
  if (type !== 'numeric') return TRINO_TYPES[type] ?? 'varchar';
  const scales = values().map((value) => valueText(value)?.split('.')[1]?.length ?? 0);
  return `decimal(38, ${String(Math.max(0, ...scales))})`;
}

function trinoValue(text, type) {
  if (type === 'json') return `json_parse(${text})`;
  if (type.startsWith('timestamp')) return `cast(replace(${text}, 'T', ' ') as ${type})`;
  const [, element] = /^array\((.*)\)$/.exec(type) ?? [];
  if (element === undefined) return `cast(${text} as ${type})`;
  const items = `cast(json_parse(${text}) as array(varchar))`;
  return `transform(${items}, x -> ${trinoValue('x', element)})`;
}

function valueText(value, type) {
  if (value === undefined || value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  if (isNumber(value)) return numberText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON texts with some records each. */
function parts(records) {
  const lists = [];
  let length = MOST_CHARACTERS;
  for (const text of records.map((record) => JSON.stringify(record))) {
    if (length + text.length > MOST_CHARACTERS) {
      lists.push([]);
      length = 0;
    }
    lists.at(-1).push(text);
    length += text.length;
  }
  return lists.map((texts) => `[${texts.join(',')}]`);
}
