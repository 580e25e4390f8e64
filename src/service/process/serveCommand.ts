import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPostgres, openTrino } from '../engine/openDatastore.ts';
import type { Datastore } from '../question/datastore.ts';
import { startServer } from '../http/server.ts';
import { serveDatastore, type RunningServer, type ServingOptions } from '../http/serving.ts';
import { JobProcesses } from './jobProcess.ts';
import { MEMORY_BOUND_MB, servingBoundMb } from './memoryBound.ts';
import { FileImports, filesOf } from './serveFiles.ts';
import { type FileOptions, SERVE_USAGE, serveOptions, type ServeIo, type ServeOptions } from './serveOptions.ts';
import { keepHeapSmall } from './smallHeap.ts';
import { SqlProcesses } from './sqlProcesses.ts';
import { EmbeddedDatastore, type SqlStatement } from './supervisor.ts';
import { trinoOptions, trinoPassword } from './trinoUrl.ts';
import { readSecret } from './secretFile.ts';
import { WrongOptions } from './wrongOptions.ts';
import type { StatementResult } from '../copies/statementResult.ts';
import { parseSchema } from '../reading/tableSchema.ts';
import type { CopyOrigin, LocalResource } from '../resource/localResource.ts';
import { resourceIdOf } from '../resource/resourceId.ts';
import type { ReadingChoices } from '../resource/reading.ts';
import { Catalogue } from '../store/catalogue.ts';
import { endingText, isPortTaken, memoryText, withEnding } from '../resource/processEndings.ts';
import { type DatabasePlace, databaseText } from '../resource/databaseReasons.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import { clearLeftovers, makeFolder, removeLeft } from '../store/workDirectory.ts';
import { ownName } from '../../disk/owner.ts';
import type { Field } from '../../base/field.ts';
import { printable } from '../../base/printable.ts';

const WRONG = 2;
const SHORTEST_TOKEN = 32;

interface Serving {
  readonly options: FileOptions & Pick<ServeOptions, 'files' | 'port'>;
  readonly io: ServeIo;
  /** There is one file, of which one table is read. */
  readonly isOne?: true;
  readonly server: Pick<ServingOptions, 'port' | 'withoutToken' | 'token' | 'log'>;
  readonly log: (line: string) => void;
}

type UseServer<T> = (server: RunningServer, resources: readonly LocalResource[]) => Promise<T>;

export interface FileToServe extends FileOptions {
  readonly file: string;
}

export interface ServedFile extends Pick<RunningServer, 'baseUrl' | 'token'> {
  readonly resource: LocalResource;
}

/**
 * Serves one table of a file from a temporary folder while `work` asks for its records. Rejects with an error for
 * people if the file can't be read, or like `work`.
 */
export async function withServedFile<T>(
  { file, ...reading }: FileToServe,
  io: ServeIo,
  work: (served: ServedFile) => Promise<T>,
): Promise<T> {
  const log = logTo(io);
  const options = { ...reading, files: [file], port: 0 };
  return serveForNow({ options, io, isOne: true, log, server: { log } }, ({ baseUrl, token }, resources) => {
    const [resource] = resources;
    if (resource === undefined) throw new Error('No file could be read.');
    return work({ baseUrl, token, resource });
  });
}

/**
 * Runs `datastore-explorer serve`: prints one line of JSON,
 * `{"base_url","token","resources":[{"id","name","file","reading","skipped"}]}`, and serves until the signal is
 * aborted. Resolves with the exit code: 0, or 2 for wrong arguments and files that can't be read.
 */
export async function runServe(argv: readonly string[], io: ServeIo): Promise<number> {
  const log = logTo(io);
  // Only their owner can read the files, whatever the folder's own mode is.
  process.umask(0o077);
  try {
    const options = serveOptions(argv);
    const { port, withoutToken, tokenFile, postgres, trino } = options;
    const token = tokenFile === undefined ? {} : { token: await tokenOf(tokenFile) };
    const serving = { options, io, log, server: { port, withoutToken, log, ...token } };
    const announceFiles: UseServer<void> = (server, resources) => announce(server, resources.map(lineOf), serving);
    if (postgres !== undefined) {
      const place = { kind: 'postgres', ...postgres } as const;
      await serveDatabase(openPostgres(place), place, serving);
    } else if (trino !== undefined) {
      const opening = openTrino(trinoOptions(trino, await trinoPassword(trino)));
      await serveDatabase(opening, { kind: 'trino', ...trino }, serving);
    } else if (options.directory === undefined) await serveForNow(serving, announceFiles);
    else {
      const { directory } = options;
      await makeFolder(directory);
      await serveFrom(await realpath(directory), serving, announceFiles);
    }
    return 0;
  } catch (error) {
    if (io.signal.aborted) return 0;
    const message = error instanceof Error ? error.message : String(error);
    log(error instanceof WrongOptions ? `${message} ${SERVE_USAGE}` : message);
    return WRONG;
  }
}

/** Serves a copy of the records that `download` writes from a temporary folder while `work` asks for them. */
export function withServedCopy<T>(
  download: (file: string) => Promise<CopyOrigin>,
  memoryLimitMb: number,
  io: ServeIo,
  work: (served: ServedFile) => Promise<T>,
): Promise<T> {
  return inOwnFolder((directory) =>
    withDatastore(directory, memoryLimitMb, io, async (datastore) => {
      const resource = await datastore.copy({ id: resourceIdOf(directory), name: 'copy' }, download, io.signal);
      return work({ ...(await datastore.access(io.signal)), resource });
    }),
  );
}

async function withDatastore<T>(
  directory: string,
  memoryLimitMb: number,
  io: ServeIo,
  work: (datastore: EmbeddedDatastore) => Promise<T>,
): Promise<T> {
  const options = { servicePath: servicePath(), directory, memoryLimitMb: () => memoryLimitMb, log: logTo(io) };
  const datastore = new EmbeddedDatastore(options);
  try {
    return await work(datastore);
  } finally {
    datastore.dispose();
  }
}

export interface ServedResult extends ServedFile, StatementResult {
  readonly fields: readonly Field[];
}

/** What statements read, and where their records become a resource that is served. */
export interface StatementFolders {
  readonly sources: EmbeddedDatastore;
  readonly importFile: (file: string, choices: ReadingChoices, choosing: string) => Promise<LocalResource>;
  readonly run: (statement: Omit<SqlStatement, 'result'>) => Promise<ServedResult>;
}

/** The sources stay in `kept`, if it is a folder; all else goes when `work` ends. Rejects like `work`. */
export function withStatementFolders<T>(
  kept: string | undefined,
  memoryLimitMb: number,
  io: ServeIo,
  work: (folders: StatementFolders) => Promise<T>,
): Promise<T> {
  return inOwnFolder(async (own) => {
    const directory = kept ?? join(own, 'sources');
    await makeFolder(directory);
    await clearLeftovers(directory);
    const options = { servicePath: servicePath(), memoryLimitMb: () => memoryLimitMb, log: logTo(io) };
    const jobs = new JobProcesses(options);
    const imports = new FileImports(new Catalogue(directory), jobs, io);
    const place = join(own, 'results');
    // Only their owner can read what is kept, whatever the folder's own mode is.
    const mask = process.umask(0o077);
    try {
      return await withDatastore(directory, memoryLimitMb, io, (sources) =>
        withDatastore(place, memoryLimitMb, io, (results) =>
          work({
            sources,
            importFile: async (...how) => {
              const [resource] = await imports.importParts(...how);
              if (resource === undefined) throw new Error('No file could be read.');
              return resource;
            },
            run: async (statement) => {
              const result = { id: resourceIdOf(place), name: 'result', directory: place };
              const done = await sources.runStatement({ ...statement, result }, io.signal);
              process.umask(mask);
              const fields = (await results.fields(result.id)) ?? [];
              return { ...(await results.access(io.signal)), ...done, fields };
            },
          }),
        ),
      );
    } finally {
      process.umask(mask);
      jobs.end();
    }
  });
}

function serveForNow<T>(serving: Serving, use: UseServer<T>): Promise<T> {
  return inOwnFolder((directory) => serveFrom(directory, serving, use));
}

async function inOwnFolder<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const names = await readdir(tmpdir());
  await removeLeft(tmpdir(), names, /^datastore-explorer-/);
  const directory = join(tmpdir(), `datastore-explorer-${ownName()}`);
  await mkdir(directory, { mode: 0o700 });
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function serveFrom<T>(directory: string, serving: Serving, use: UseServer<T>): Promise<T> {
  const { options, io, isOne, log } = serving;
  const { files, port, memoryLimitMb } = options;
  const choices = await choicesOf(options);
  await clearLeftovers(directory);
  const catalogue = new Catalogue(directory);
  const jobs = new JobProcesses({ servicePath: servicePath(), memoryLimitMb: () => memoryLimitMb, log });
  const imports = new FileImports(catalogue, jobs, io);
  try {
    for (const path of files)
      for (const file of isOne ? [path] : await filesOf(path))
        await imports.importParts(file, choices, isOne && '--table NAME');
  } finally {
    jobs.end();
  }
  const isEmpty = (await catalogue.list()).length === 0;
  if (isEmpty && files.length > 0) throw new Error("No file could be read. Subfolders aren't searched.");
  const sql = new SqlProcesses({ servicePath: servicePath(), directory, memoryLimitMb: () => memoryLimitMb, log });
  const folder = { directory, memoryLimitMb, ranks: isOne !== true, runSql: sql.run };
  const server = await startServer({ ...folder, ...serving.server }).catch((error: unknown) => {
    throw withEnding(error, isPortTaken(error) ? String(port) : directory);
  });
  const resources = (await catalogue.list()).map(({ resource }) => resource);
  try {
    return await bounded(server, servingBoundMb(memoryLimitMb), io, () => use(server, resources));
  } finally {
    sql.end();
  }
}

const PASSWORD_HINTS = {
  postgres: 'It is read from PGPASSWORD or PGPASSFILE.',
  trino: 'It is read from TRINO_PASSWORD or TRINO_PASSWORD_FILE.',
} as const;

function logTo({ stderr }: ServeIo): (line: string) => void {
  return (line) => void stderr.write(`${printable(line)}\n`);
}

function refusalText({ refusal = 'unreachable' }: DataUnavailable, place: DatabasePlace): string {
  const words = databaseText(refusal, place);
  return refusal === 'password' ? `${words} ${PASSWORD_HINTS[place.kind]}` : words;
}

/** Serves the tables of a database. Nothing is stored on this machine. */
async function serveDatabase(opening: Promise<Datastore>, place: DatabasePlace, serving: Serving): Promise<void> {
  const datastore = await opening.catch((error: unknown) => {
    throw error instanceof DataUnavailable ? new Error(refusalText(error, place)) : error;
  });
  const resources = (await datastore.list()).map(({ id, name }) => ({ id, name }));
  const letHeapGrow = keepHeapSmall();
  try {
    const server = await serveDatastore(datastore, serving.server).catch((error: unknown) => {
      throw withEnding(error, String(serving.options.port));
    });
    await bounded(server, MEMORY_BOUND_MB.database, serving.io, () => announce(server, resources, serving));
  } finally {
    letHeapGrow();
  }
}

async function bounded<T>(server: RunningServer, boundMb: number, { endAbove }: ServeIo, work: () => Promise<T>) {
  const detail = memoryText(boundMb);
  const endWatch = endAbove?.(boundMb, endingText({ process: 'serving', ending: 'memory', detail }));
  try {
    return await work();
  } finally {
    await server.close();
    endWatch?.();
  }
}

function lineOf({ id, name, file, reading, unsure = [], skipped }: LocalResource) {
  return { id, name, file, reading: reading && { ...reading, unsure }, skipped };
}

/** Prints the line of JSON, and resolves when the signal is aborted. */
async function announce(
  { baseUrl, token }: RunningServer,
  resources: readonly Pick<LocalResource, 'id' | 'name'>[],
  { server: { withoutToken }, io: { stdout, signal } }: Serving,
): Promise<void> {
  const line = { base_url: baseUrl, token: withoutToken === true ? null : token, resources };
  stdout.write(`${JSON.stringify(line)}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

async function choicesOf({ choices, schemaFile: file }: FileOptions): Promise<ReadingChoices> {
  if (file === undefined) return choices;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${file}: file not found. It must contain a Table Schema.`);
  const schema = parseSchema(text);
  if (schema === undefined)
    throw new Error(`${file}: not a Table Schema. It must be a JSON object with a list of fields that have names.`);
  return { ...choices, ...schema };
}

/** Refuses a token that others can read or guess. */
async function tokenOf(file: string): Promise<string> {
  const token = (await readSecret(file, 'the token')).trim();
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < SHORTEST_TOKEN)
    throw new Error(`${file}: a token needs at least ${String(SHORTEST_TOKEN)} visible ASCII characters.`);
  return token;
}

/** The service lies beside the running program, as a bundle or as source. */
function servicePath(): string {
  const folder = dirname(realpathSync(process.argv[1] ?? '.'));
  const bundle = join(folder, 'service.js');
  return existsSync(bundle) ? bundle : join(folder, 'service', 'process', 'main.ts');
}
