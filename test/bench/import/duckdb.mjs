// duckdb.mjs FILE FOLDER [read]: the time that DuckDB takes for a table of the values of FILE, in milliseconds, and its highest memory, in MB.
// With `read`, its reader guesses the types.
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const [file, folder, how] = process.argv.slice(2);
const pointed = (column) => `replace(replace(${column}, '.', ''), ',', '.')`;
const typed = file.endsWith('german.csv')
  ? `try_cast(${pointed('betrag')} as decimal(18, 2)) betrag, try_strptime(datum, '%d.%m.%Y')::date datum,
     try_cast(${pointed(`replace(anteil, ' %', '')`)} as decimal(16, 1)) * 0.01::decimal(2, 2) anteil`
  : `try_cast(betrag as decimal(18, 2)) betrag, try_cast(datum as date) datum, try_cast(anteil as decimal(18, 3)) anteil`;
const start = performance.now();
const instance = await DuckDBInstance.create(path.join(folder, 'rival.duckdb'));
const connection = await instance.connect();
await connection.run(
  how === 'read'
    ? `create table rival as from read_csv('${file}')`
    : `create table rival as select try_cast(nr as bigint) nr, ort, ${typed}, projekt, bemerkung, try_cast(plz as bigint) plz
   from read_csv('${file}', delim = ';', header = true, all_varchar = true)`,
);
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
console.log(JSON.stringify({ ms: performance.now() - start, peakMb: process.resourceUsage().maxRSS / 1024 }));
process.exit(0);
