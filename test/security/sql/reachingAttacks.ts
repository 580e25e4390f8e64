/** Statements that write files, reach the network, settings or other databases, or change what later statements see. */

/** A file is in the empty folder `{out}` afterwards. */
export const WRITES = [
  `copy (select 1) to '{out}/x.csv'`,
  `copy lessons to '{out}/x.json'`,
  `copy (from lessons) to '{out}/x' (format parquet, partition_by (title))`,
  `copy {a}.t to '{out}/x.csv'`,
  `explain analyze copy (select 1) to '{out}/x.csv'`,
  `prepare p as copy (select 1) to '{out}/x.csv'; execute p`,
  `select 1; copy (select 1) to '{out}/x.csv'`,
  `export database {a} to '{out}/x'`,
  `attach '{out}/x.duckdb' as x; create table x.t as from lessons`,
  `attach '{out}/x.duckdb' as x; copy from database {a} to x`,
  `attach if not exists '{out}/x.duckdb'`,
  `call enable_logging(storage = 'file', storage_config = {'path': '{out}/x'}); select 1`,
  `set log_query_path = '{out}/x'; select 1`,
  `set secret_directory = '{out}/x'; create persistent secret s (type http)`,
] as const;

/** Something connects to the port, without httpfs: DuckDB itself asks for extensions. */
export const CONNECTS = [
  `install spatial from 'http://127.0.0.1:{port}/'`,
  `force install spatial from 'http://127.0.0.1:{port}/'`,
  `set custom_extension_repository = 'http://127.0.0.1:{port}'; install spatial`,
  `set http_proxy = '127.0.0.1:{port}'; install spatial from 'http://example.org'`,
  `{extensions}; from 'http://127.0.0.1:{port}/x.csv'`,
  `{extensions}; select * from read_xlsx('s3://x/x.xlsx')`,
  `{extensions}; copy (select 1) to 'https://127.0.0.1:{port}/x.csv'`,
  `{extensions}; attach 'postgres:host=127.0.0.1 port={port}' as p`,
  `{extensions}; create secret (type s3)`,
] as const;

/** The settings are others afterwards. */
export const SETS = [
  `set threads = 1`,
  `set session default_null_order = 'nulls_first'`,
  `set enable_external_access = false`,
  `set allowed_paths = ['{csv}']`,
  `pragma memory_limit = '7GB'`,
  `reset global TimeZone`,
  `call enable_logging()`,
  `select 1; set disabled_optimizers = 'filter_pushdown'`,
  `load icu; set Calendar = 'japanese'`,
] as const;

/** The answer has a record of another resource, the name of its database, or the folder of the data. */
export const LEARNS = [
  `from {c}.main.t`,
  `select (select max(c0) from {c}.t) from lessons`,
  `select title from lessons where false union select c0 from {c}.t`,
  // To JavaScript, the Kelvin sign is a `k` in lower case, but not to DuckDB.
  `with "duc\u212Adb_tables" as (select 1) from duckdb_tables`,
  `with recursive r as (select c0 from {c}.t union select c0 from r) from r`,
  `select * from query('from {c}.t')`,
  `use {c}; from t`,
  `select table_catalog from information_schema.tables`,
  `select * from duckdb_databases()`,
  `with duckdb_tables as (from duckdb_tables) from duckdb_tables`,
  `select * from (with duckdb_columns as (select 1) from duckdb_columns), duckdb_columns`,
  `select current_setting('temp_directory')`,
  `select datname from pg_catalog.pg_database`,
  `pragma database_list`,
  `show all tables`,
] as const;

/** The data of a source, or what its database holds, is another one afterwards. */
export const CHANGES = [
  `insert into {a}.t select * from {a}.t`,
  `update {a}.t set c0 = 'x'`,
  `delete from {a}.t using {b}.t where true`,
  `with r as (from {b}.t) delete from {a}.t where {a}.t.c0 not in (select c0 from r) returning *`,
  `merge into {a}.t using {b}.t u on true when matched then delete`,
  `drop table if exists {a}.t cascade`,
  `alter table {a}.t rename column c0 to x`,
  `create or replace table {a}.t as select 1`,
  `create view {a}.x as select 1`,
  `begin; truncate {a}.t; commit`,
] as const;

/** Another statement gets another answer afterwards. */
export const HIDES = [
  `create macro upper(t) as 'x'`,
  `create temp table lessons as select 'x' title, 1 n`,
  `create or replace view lessons as select 'x' title, 1 n`,
] as const;
