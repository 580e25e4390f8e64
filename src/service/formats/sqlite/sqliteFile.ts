import { constants } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { quotedName } from '../../../base/quotes.ts';
import type { FilePart, ReadableFile } from '../fileFormatReader.ts';
import { decoderOf } from '../../reading/textEncoding.ts';
import type { FileEncoding } from '../../resource/reading.ts';
import type { FileEdition } from '../../resource/localResource.ts';
import { checkLength, MAX_RECORD, VALUE_TOO_LONG } from '../../resource/bounds.ts';
import { reason, ReasonError, UnreadableFile } from '../../resource/reasons.ts';
import { BESIDE_ENDINGS, fileEdition, isSameEdition } from '../../reading/fileEdition.ts';
import { firstLine } from '../../reading/unreadableFile.ts';

/** SQLite's INTEGER is a bigint, REAL a number, BLOB bytes. A text that's invalid in its encoding is bytes, too. */
export type SqliteValue = bigint | number | string | Uint8Array | null;

export interface SqliteTable extends FilePart {
  /** All columns, including generated ones. */
  readonly columns: readonly string[];
  /** Columns whose values aren't in the file, so that a few bytes can stand for any length. */
  readonly virtual: readonly string[];
}

const ATTEMPTS = 3;
/** What `pragma_table_xinfo` reports for a generated column that isn't stored. */
const VIRTUAL = 2;

/** Endings of the tables in which virtual tables keep their content, by the beginning of the module's name. */
const SHADOWS: readonly (readonly [module: string, endings: readonly string[]])[] = [
  ['fts', ['data', 'idx', 'content', 'docsize', 'config', 'segments', 'segdir', 'stat']],
  ['rtree', ['node', 'parent', 'rowid']],
  ['geopoly', ['node', 'parent', 'rowid']],
];
const VIRTUAL_TABLE = /^create virtual table\b/i;

const NOT_A_DATABASE = 26;
const CORRUPT = 11;
const NO_MEMORY = 7;
const TOO_BIG = 18;

/** Opens a file so that it isn't changed or locked. Throws UnreadableFile. */
export function openSqlite(file: ReadableFile, encoding?: FileEncoding): SqliteFile {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) throw new UnreadableFile(file.name, reason('noSqlite'));
  const url = pathToFileURL(file.path);
  // In place, no lock may stop other programs, and nothing may be changed.
  if (file.isCopy !== true) url.search = 'immutable=1';
  let database: DatabaseSync | undefined;
  try {
    // Views of programs that take "text" for a text, as SQLite does by itself, must work.
    const lenient = { enableDoubleQuotedStringLiterals: true };
    const options = { readOnly: url.search !== '', limits: { length: MAX_RECORD }, ...lenient };
    database = new sqlite.DatabaseSync(url, options);
    return new SqliteFile(file.name, database, encoding);
  } catch (error) {
    database?.close();
    throw inWords(file.name, error);
  }
}

/** Node and VS Code may be built without SQLite. */
function nodeSqlite(): { readonly DatabaseSync: typeof DatabaseSync } | undefined {
  return process.getBuiltinModule('node:sqlite');
}

/** Returns the file, or a copy if a write-ahead log or journal must be applied to it. Throws UnreadableFile. */
export async function sqliteSnapshot(
  file: ReadableFile,
): Promise<{ readonly file: ReadableFile; readonly edition: FileEdition }> {
  const { path, name, workDirectory } = file;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const edition = await fileEdition(path, 'sqlite');
    if (edition === undefined) throw new UnreadableFile(name, reason('missing'));
    const beside = BESIDE_ENDINGS.filter((_, index) => edition.beside?.[index]?.[0] !== 0);
    if (beside.length === 0) return { file, edition };
    // A new folder, because files beside an earlier copy must not count for this one.
    const copy = join(await mkdtemp(join(workDirectory, 'sqlite-')), 'copy.sqlite');
    for (const ending of ['', ...beside])
      await copyFile(path + ending, copy + ending, constants.COPYFILE_FICLONE).catch(() => undefined);
    if (isSameEdition(edition, await fileEdition(path, 'sqlite')))
      return { file: { ...file, path: copy, isCopy: true }, edition };
  }
  throw new UnreadableFile(name, reason('busy'));
}

export class SqliteFile {
  /** Tables first, then views, each in the order of their making. */
  readonly parts: readonly FilePart[];
  readonly #name: string;
  /** A chosen one, of texts that aren't valid in that of the database. */
  readonly #encoding: FileEncoding | undefined;
  readonly #database: DatabaseSync;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  /** Node replaces invalid UTF-8 by U+FFFD, and until version 22 cuts at NUL. SQLite mistakes half surrogate pairs. */
  readonly #isCareful: boolean;

  constructor(name: string, database: DatabaseSync, encoding: FileEncoding | undefined) {
    this.#name = name;
    this.#encoding = encoding;
    this.#database = database;
    // What a view sorts would fill the disk, whereas this process's memory has a bound.
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma temp_store = memory');
    const declared = (database.prepare('pragma encoding').get() as { encoding: string }).encoding;
    this.#decoder = new TextDecoder(declared, { fatal: true, ignoreBOM: true });
    const { text } = database.prepare(`select cast(x'610062' as text) text`).get() as { text: string };
    this.#isCareful = declared !== 'UTF-8' || text !== 'a\0b';
    this.parts = this.#partsOf();
  }

  /** Throws an error of SQLite for a view that can't be read. */
  tableOf(part: FilePart): SqliteTable {
    return { ...part, ...this.#columnsOf(part.part) };
  }

  count({ part }: SqliteTable): number {
    const { records } = this.#database.prepare(`select count(*) records from ${quotedName(part)}`).get() as {
      records: number;
    };
    return records;
  }

  /** Throws ReasonError if values of virtual columns would be too long for a file of this size. */
  checkVirtual({ part, virtual }: SqliteTable, fileBytes: number): void {
    let longest = 0;
    let all = 0;
    for (const column of virtual) {
      const length = `length(${quotedName(column)})`;
      const statement = `select max(${length}) longest, total(${length}) sum from ${quotedName(part)}`;
      const facts = this.#database.prepare(statement).get() as { longest: number | null; sum: number };
      longest += facts.longest ?? 0;
      all += facts.sum;
      if (longest > MAX_RECORD) throw new ReasonError(VALUE_TOO_LONG);
      checkLength(all, fileBytes);
    }
  }

  /** Yields records in the order of the rowid or primary key. A view runs once, because it may differ the next time. */
  *rows(table: SqliteTable): Generator<readonly SqliteValue[]> {
    let count = 0;
    if (!this.#isCareful && !table.isView)
      for (const values of this.#iterate(table, (column) => column)) {
        if (values.some((value) => typeof value === 'string' && value.includes('\ufffd'))) break;
        count += 1;
        yield values;
      }
    yield* this.#carefully(table, count);
  }

  inWords(error: unknown): unknown {
    return inWords(this.#name, error);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  *#carefully(table: SqliteTable, skip: number): Generator<readonly SqliteValue[]> {
    const value = (column: string): string =>
      `case typeof(${column}) when 'text' then cast(${column} as blob)
       when 'blob' then '\\x' || lower(hex(${column})) else ${column} end`;
    for (const values of this.#iterate(table, value, skip))
      yield values.map((value) => (value instanceof Uint8Array ? this.#decode(value) : value));
  }

  *#iterate({ part, columns }: SqliteTable, value: (column: string) => string, offset = 0) {
    const list = columns.map((column, index) => `${value(quotedName(column))} c${String(index)}`);
    // Without `not indexed`, an index over all columns could decide the order.
    const statement = this.#database.prepare(
      `select ${list.join(', ')} from ${quotedName(part)} not indexed limit -1 offset ${String(offset)}`,
    );
    statement.setReadBigInts(true);
    for (const row of statement.iterate()) yield Object.values(row as Record<string, SqliteValue>);
  }

  #decode(bytes: Uint8Array): string | Uint8Array {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      if (this.#encoding === undefined) return bytes;
      return decoderOf(this.#encoding)(Buffer.from(bytes), false).toWellFormed();
    }
  }

  /** The pragma that lists tables prepares every view, and nested ones can make that endless. */
  #partsOf(): readonly FilePart[] {
    const list = "select name, type, sql from sqlite_schema where type in ('table', 'view') order by type, rowid";
    const all = this.#database
      .prepare(list)
      .all()
      .map(({ name, type, sql }) => ({ part: String(name), isView: type === 'view', sql: String(sql) }));
    const shadows = new Set(all.flatMap(({ part, sql }) => shadowsOf(part, sql)));
    return all
      .filter(({ part, sql }) => !/^sqlite_/i.test(part) && !VIRTUAL_TABLE.test(sql) && !shadows.has(part))
      .map(({ part, isView }) => ({ part, isView }));
  }

  #columnsOf(table: string): Pick<SqliteTable, 'columns' | 'virtual'> {
    const list = 'select name, hidden from pragma_table_xinfo(?) where hidden <> 1 order by cid';
    const rows = this.#database.prepare(list).all(table);
    return {
      columns: rows.map(({ name }) => String(name)),
      virtual: rows.filter(({ hidden }) => hidden === VIRTUAL).map(({ name }) => String(name)),
    };
  }
}

function shadowsOf(name: string, sql: string): readonly string[] {
  const module = VIRTUAL_TABLE.test(sql) ? (/\busing\s+(\w+)/i.exec(sql)?.[1]?.toLowerCase() ?? '') : '';
  const endings = SHADOWS.find(([beginning]) => module.startsWith(beginning))?.[1] ?? [];
  return endings.map((ending) => `${name}_${ending}`);
}

function inWords(file: string, error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined) return error;
  const primary = code & 0xff;
  if (primary === NOT_A_DATABASE) return new UnreadableFile(file, reason('notSqlite'));
  if (primary === NO_MEMORY || primary === TOO_BIG) return new UnreadableFile(file, VALUE_TOO_LONG);
  if (primary === CORRUPT) return new UnreadableFile(file, reason('sqliteDamaged'));
  return new UnreadableFile(file, reason('failed', firstLine((error as Error).message)));
}
