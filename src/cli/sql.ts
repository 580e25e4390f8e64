/** `datastore-explorer sql`: runs a statement of a SQL document over its files and resources of portals. */
import path from 'node:path';
import { defined } from '../base/defined.ts';
import { OUR_DIALECT } from '../datastore/dialect/dialect.ts';
import { type DocumentStatement, readSqlDocument, type SourceLine } from '../document/sqlDocument.ts';
import { permittedPath, sourcePlace } from '../document/sourcePlace.ts';
import { namedSources, sqlTokens } from '../document/sqlTokens.ts';
import type { Exchange } from '../http/exchange.ts';
import { MEMORY_LIMIT_MB, type StatementFolders, StatementRefused, whileRunningStatements } from '../service/index.ts';
import { withExchange } from './connection.ts';
import { atOffset, documentText, PLACE_WORDS } from './documentFile.ts';
import { requireFree, requireUnread, writeFile } from './export.ts';
import { type CliIo, exitCodes, FileError, UsageError, writeLine } from './io.ts';
import { FLAG, parsedOptions, readWhole, STRING, REPEATED, TOKEN_OPTION } from './options.ts';
import { type Output, OUTPUT_OPTIONS, readOutput } from './output.ts';
import { writeRecords } from './search.ts';
import { type CopyOptions, copyForStatement } from './portalCopy.ts';

/** A mistake in the document. The message says at which line and column. */
type Fault = (offset: number, text: string) => FileError;

/** Throws UsageError, FileError, HttpError, DatastoreError, file system errors, or the signal's reason. */
export async function runSql(argv: readonly string[], io: CliIo): Promise<number> {
  const options = readSqlOptions(argv);
  const { file, output } = options;
  const text = await documentText(file, 'SQL document');
  const fault: Fault = (offset, what) => new FileError(atOffset(file, text, offset, what));
  const { sources, statements, problems } = readSqlDocument(text);
  for (const problem of problems) await writeLine(io.stderr, fault(problem.range.start, problem.text).message);
  if (problems.length > 0) return exitCodes.usage;
  const statement = chosenStatement(statements, options);
  const places = await Promise.all(sources.map((source) => placeOf(source, statement, options, fault)));
  if ('target' in output) {
    const files = places.flatMap(({ place }) => (place?.kind === 'file' ? [place.path] : []));
    await requireUnread(output.target.file, [file, ...files]);
    await requireFree(output.target);
  }
  return whileRunningStatements(options.directory, MEMORY_LIMIT_MB, io, async (folders) => {
    const prepared = await withExchange(io, (exchange) => prepare(places, options, folders, exchange, fault, io));
    const result = await folders.run({ sql: statement.sql, sources: prepared.sources }).catch((error: unknown) => {
      if (io.signal.aborted || !(error instanceof StatementRefused)) throw error;
      throw fault(statement.range.start + (error.at ?? 0), error.message);
    });
    const code = await write(result, output, prepared.hasDoubts, io);
    return code === exitCodes.ok && (result.isCut || prepared.hasDoubts) ? exitCodes.refused : code;
  });
}

function chosenStatement(
  statements: readonly DocumentStatement[],
  { number, file }: Pick<SqlOptions, 'number' | 'file'>,
): DocumentStatement {
  const statement = number === undefined ? statements.at(-1) : statements[number - 1];
  if (statement !== undefined) return statement;
  if (statements.length === 0) throw new FileError(`${file} has no statement.`);
  throw new UsageError(`--statement: ${file} has the statements 1 to ${String(statements.length)}.`);
}

interface PlacedSource extends Omit<SourceLine, 'place'> {
  /** Undefined if the statement doesn't read the source, so that it is neither read nor asked for. */
  readonly place?:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'portal'; readonly baseUrl: string; readonly resourceId: string };
}

async function placeOf(
  source: SourceLine,
  { sql }: DocumentStatement,
  { file, allowed }: SqlOptions,
  fault: Fault,
): Promise<PlacedSource> {
  const place = sourcePlace(source.place);
  if (place.kind === 'refused') throw fault(source.placeRange.start, place.text);
  const { place: _, ...unread } = source;
  if (namedSources(sqlTokens(sql), [source]).length === 0) return unread;
  if (place.kind === 'portal') {
    if (source.choices !== undefined)
      throw fault(source.placeRange.end, 'Reading options are for files, not for resources of portals.');
    return { ...source, place };
  }
  const permitted = await permittedPath(path.dirname(path.resolve(file)), source.place, [], allowed, PLACE_WORDS);
  if ('refused' in permitted) throw fault(source.placeRange.start, permitted.refused);
  return { ...source, place: { kind: 'file', path: permitted.path } };
}

/** Reads the files, and downloads the resources of portals. */
async function prepare(
  placed: readonly PlacedSource[],
  options: SqlOptions,
  { sources: datastore, importFile }: StatementFolders,
  exchange: Exchange,
  fault: Fault,
  io: CliIo,
): Promise<{
  readonly sources: readonly { readonly name: string; readonly resourceId: string }[];
  readonly hasDoubts: boolean;
}> {
  const sources: { readonly name: string; readonly resourceId: string }[] = [];
  let hasDoubts = false;
  for (const { name, place, choices = {}, placeRange } of placed) {
    if (place?.kind !== 'portal') {
      const resource = await (place && importFile(place.path, choices, '{"table": "NAME"}'))?.catch(
        (error: unknown) => {
          throw io.signal.aborted || !(error instanceof Error) ? error : fault(placeRange.start, error.message);
        },
      );
      sources.push({ name, resourceId: resource?.id ?? '' });
      continue;
    }
    const { baseUrl, resourceId } = place;
    const copy = await copyForStatement({ name, baseUrl, resourceId }, options, datastore, exchange, io);
    sources.push({ name, resourceId: copy.id });
    hasDoubts ||= copy.hasDoubts;
  }
  return { sources, hasDoubts };
}

async function write(
  { baseUrl, token, resource, fields, isCut }: Awaited<ReturnType<StatementFolders['run']>>,
  output: Output,
  hasDoubts: boolean,
  io: CliIo,
): Promise<number> {
  const query = { resourceId: resource.id, fields: fields.map(({ id }) => id) };
  const place = { access: { baseUrl, token }, dialect: OUR_DIALECT };
  if (isCut) await writeLine(io.stderr, 'There are more than 1,000,000 records. The others are left out.');
  if ('writer' in output) return writeRecords({ ...place, query }, output.writer, io);
  const { target, ...how } = output;
  return writeFile(
    { ...place, target, question: { ...how, baseUrl, query }, once: { lacksRecords: isCut || hasDoubts } },
    io,
  );
}

interface SqlOptions extends CopyOptions {
  readonly file: string;
  readonly number?: number;
  readonly allowed: readonly string[];
  readonly directory?: string;
  readonly refreshes: boolean;
  readonly output: Output;
}

const OPTIONS = {
  statement: STRING,
  directory: STRING,
  'allow-dir': REPEATED,
  refresh: FLAG,
  ...OUTPUT_OPTIONS,
  ...TOKEN_OPTION,
} as const;

/** Throws UsageError for invalid options. */
function readSqlOptions(argv: readonly string[]): SqlOptions {
  const parsed = parsedOptions(argv, OPTIONS);
  const { statement, directory, refresh, 'allow-dir': allowed = [], ...values } = parsed.values;
  const [file, another] = parsed.positionals;
  if (file === undefined) throw new UsageError('Name the file with the SQL.');
  if (another !== undefined) throw new UsageError(`"${another}": only one SQL document can be run.`);
  return {
    ...defined({
      number: statement === undefined ? undefined : readWhole('statement', statement),
      directory: directory === undefined ? undefined : path.resolve(directory),
    }),
    ...{ file, allowed, refreshes: refresh === true, output: readOutput(values), 'token-for': values['token-for'] },
  };
}
