/** `datastore-explorer diff`: what was added, removed and changed between two files or resources of portals. */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { OUR_DIALECT } from '../datastore/dialect/dialect.ts';
import { namesText } from '../datastore/query/summaryCheck.ts';
import { KeyRefused, keyText, prepareComparison, type TableComparison } from '../document/comparison/comparison.ts';
import { type RecordChange, cellStatement } from '../document/comparison/comparisonStatement.ts';
import { sourcePlace } from '../document/sourcePlace.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { SUMMARY_FORMATS } from '../export/formats.ts';
import type { Exchange } from '../http/exchange.ts';
import {
  FILE_FLAGS,
  type ReadingChoices,
  readFileFlags,
  type StatementFolders,
  StatementRefused,
  whileRunningStatements,
} from '../service/index.ts';
import { withExchange } from './connection.ts';
import { type CliIo, exitCodes, fail, FileError, UsageError, writeLine } from './io.ts';
import { CSV_OPTIONS, parsedOptions, readCsv, readFormat, STRING, REPEATED, TOKEN_OPTION } from './options.ts';
import { englishCount } from './progressLine.ts';
import { writeRecords } from './search.ts';
import { type CopyOptions, copyForStatement } from './portalCopy.ts';

/** The exit code for sides that differ. */
const DIFFERENT = 1;

/** Says itself what has failed, because its exit codes have other meanings. */
export async function diff(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    return await differences(argv, io);
  } catch (error) {
    const code = await fail(error, io);
    // The usual code for an unexpected error says here that the sides differ.
    return code === exitCodes.failed ? exitCodes.usage : code;
  }
}

async function differences(argv: readonly string[], io: CliIo): Promise<number> {
  const { sides, key, writer, memoryLimitMb, ...options } = readDiffOptions(argv);
  return whileRunningStatements(undefined, memoryLimitMb, io, (folders) =>
    withExchange(io, async (exchange) => {
      const old = await readSide(sides.old, options, folders, exchange, io);
      const fresh = await readSide(sides.new, options, folders, exchange, io);
      const tables = { old: old.id, new: fresh.id };
      const client = new DatastoreClient({
        exchange,
        access: () => folders.sources.access(io.signal),
        dialect: OUR_DIALECT,
      });
      const ask = (sql: string) => client.sql(sql, io.signal);
      const comparison = await prepareComparison(tables, key, false, ask).catch((error: unknown) => {
        throw error instanceof KeyRefused ? new FileError(keyText(error.problem, key)) : error;
      });
      const sources = [...new Set(Object.values(tables))].map((id) => ({ name: id, resourceId: id }));
      const result = await folders.run({ sql: cellStatement(tables, comparison), sources }).catch((error: unknown) => {
        throw error instanceof StatementRefused ? new FileError(error.message) : error;
      });
      const changes = new CountedChanges(writer, comparison);
      const query = { resourceId: result.resource.id, fields: result.fields.map(({ id }) => id) };
      const access = { baseUrl: result.baseUrl, token: result.token };
      await writeRecords({ access, dialect: OUR_DIALECT, query }, changes, io);
      for (const line of changes.lines(result.isCut)) await writeLine(io.stderr, line);
      if (old.hasDoubts || fresh.hasDoubts) return exitCodes.refused;
      return changes.areEqual ? exitCodes.ok : DIFFERENT;
    }),
  );
}

/** Counts what it writes: a row for each cell, and the rows of a record one after the other. */
class CountedChanges implements RecordWriter {
  readonly #writer: RecordWriter;
  readonly #comparison: TableComparison;
  readonly #counts = { added: 0, removed: 0, changed: 0 };
  #cells = 0;
  #record = '';

  constructor(writer: RecordWriter, comparison: TableComparison) {
    this.#writer = writer;
    this.#comparison = comparison;
  }

  get areEqual(): boolean {
    const { added, removed, changed } = this.#counts;
    const { lonely } = this.#comparison;
    return added + removed + changed + lonely.old.length + lonely.new.length === 0;
  }

  begin(fields: readonly Field[]): string {
    return this.#writer.begin(fields);
  }

  rows(rows: readonly RecordRow[]): string {
    for (const row of rows) {
      const record = JSON.stringify(row.slice(0, -3).map(String));
      const change = row[0] as RecordChange;
      if (record !== this.#record) this.#counts[change] += 1;
      if (change === 'changed') this.#cells += 1;
      this.#record = record;
    }
    return this.#writer.rows(rows);
  }

  end(): string {
    return this.#writer.end();
  }

  /** What was compared, fields that only one side has, and the counts in one line. */
  lines(isCut: boolean): readonly string[] {
    const { key, lonely } = this.#comparison;
    const { added, removed, changed } = this.#counts;
    const by = key.length === 0 ? 'Compared by whole records' : `Compared by ${namesText(key.map(({ id }) => id))}`;
    const cells = changed === 0 ? '' : ` (${englishCount(this.#cells)} ${this.#cells === 1 ? 'cell' : 'cells'})`;
    const only = (['old', 'new'] as const).flatMap((side) => {
      const { length } = lonely[side];
      const fields = `${englishCount(length)} ${length === 1 ? 'field' : 'fields'}`;
      return length === 0 ? [] : [`${fields} only on the ${side} side: ${namesText(lonely[side])}.`];
    });
    return [
      ...only,
      ...(isCut ? ['There are more than 1,000,000 differences. The others are left out and not counted.'] : []),
      `${by}: ${englishCount(added)} added, ${englishCount(removed)} removed, ${englishCount(changed)} changed${cells}.`,
    ];
  }
}

interface SideOptions extends CopyOptions {
  readonly choices: ReadingChoices;
}

/** Reads a file, or downloads a portal's resource. */
async function readSide(
  place: string,
  { choices, ...options }: SideOptions,
  { sources, importFile }: StatementFolders,
  exchange: Exchange,
  io: CliIo,
): Promise<{ readonly id: string; readonly hasDoubts: boolean }> {
  const named = sourcePlace(place);
  if (named.kind === 'refused') throw new UsageError(named.text);
  if (named.kind === 'portal') return copyForStatement({ ...named, name: place }, options, sources, exchange, io);
  const { id } = await importFile(place, choices, '--table NAME').catch((error: unknown) => {
    throw io.signal.aborted || !(error instanceof Error) ? error : new FileError(error.message);
  });
  return { id, hasDoubts: false };
}

interface DiffOptions extends SideOptions {
  readonly sides: { readonly old: string; readonly new: string };
  /** The names of fields. Without any, the key is found. */
  readonly key: readonly string[];
  readonly writer: RecordWriter;
  readonly memoryLimitMb: number;
}

/** Throws UsageError or WrongOptions for invalid options. */
function readDiffOptions(argv: readonly string[]): DiffOptions {
  const { schema: _, ...fileFlags } = FILE_FLAGS;
  const options = { ...fileFlags, ...CSV_OPTIONS, ...TOKEN_OPTION, format: STRING, key: REPEATED };
  const { values, positionals } = parsedOptions(argv, options);
  const [old, fresh, another] = positionals;
  if (old === undefined || fresh === undefined) throw new UsageError('Name two files, or URLs of resources.');
  if (another !== undefined) throw new UsageError(`"${another}": only two can be compared.`);
  const { format, key = [] } = values;
  const { choices, memoryLimitMb } = readFileFlags(values);
  return {
    sides: { old, new: fresh },
    ...{ key, choices, memoryLimitMb, 'token-for': values['token-for'] },
    writer: readFormat(SUMMARY_FORMATS, format, readCsv(values, format)),
  };
}
