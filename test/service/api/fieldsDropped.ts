/**
 * Takes fields away from many records, in a process of its own, whose memory is looked at. Argument: a folder. Prints the
 * highest memory of the process in MB, and what a record is afterwards.
 */
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { Engine } from '../../../src/service/engine/duckdb/engine.ts';
import { TableRows } from '../../../src/service/engine/duckdb/tableRows.ts';

const RECORDS = 150_000;
const never = new AbortController().signal;
const types = ['text', 'numeric', 'text', 'json', 'text', 'text', 'text', 'text'];
const fields = types.map((type, place) => ({ id: `field ${String(place)}`, type }));

const [, , directory = ''] = process.argv;
const engine = await Engine.open({ directory, memoryLimitMb: 128 });
const [from, to] = [
  await engine.attach('from.duckdb', 'read_write'),
  await engine.attach('to.duckdb', 'read_write'),
];
await engine.write(async (connection) => {
  await new TableRows(connection, from, fields).create();
  const long = (place: number): string => `repeat('Value ${String(place)} of ' || i || ' ', 5)`;
  await connection.run(
    `insert into ${from}.t by name select range as i, ${long(0)} as c0, i::varchar as c1, 'k' || i as k1,` +
      ` ${long(2)} as c2, case when i % 3 > 0 then '["\\u00d6l ' || i || '"]' end as c3,` +
      ` ${long(4)} as c4, ${long(5)} as c5, ${long(6)} as c6, ${long(7)} as c7 from range(${String(RECORDS)})`,
  );
}, never);
await engine.write(
  (connection) => new TableRows(connection, from, fields).copyTo(to, [1, 3, 4, 5, 6, 7]),
  never,
);
const found: unknown[] = [];
const sql = `select count(*) over (), k0, s from ${to}.t order by i limit 2`;
for await (const rows of engine.rows(sql, new Bindings(), never))
  found.push(...rows.map((row) => row.map(String)));
await engine.close();
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`${JSON.stringify({ megabytes, found })}\n`);
