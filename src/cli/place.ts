/** `search` and `export` get records from a resource of a portal, or from a file that is served meanwhile. */
import { type Dialect, OUR_DIALECT } from '../datastore/dialect/dialect.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { PortalAccess } from '../datastore/wire/model.ts';
import { FILE_FLAGS, type FileToServe, readFileFlags, whileServing } from '../service/index.ts';
import { type CliIo, FileError, UsageError } from './io.ts';
import { type OptionTypes, type OptionValues, parsedOptions, TOKEN_OPTION } from './options.ts';

export interface RecordPlace {
  readonly access: PortalAccess;
  readonly dialect: Dialect;
  readonly query: DatastoreQuery;
  /** Changes with the records of a file. */
  readonly edition?: string;
}

/**
 * Options of a command for a portal or a file. `shared` are those that describe a file only where there is one. Throws
 * UsageError or WrongOptions.
 */
export function readPlacedOptions<const O extends OptionTypes>(
  argv: readonly string[],
  options: O,
  shared: readonly string[] = [],
): { readonly values: OptionValues<O & typeof TOKEN_OPTION>; readonly file?: FileToServe } {
  const parsed = parsedOptions<OptionTypes>(argv, { ...FILE_FLAGS, ...options, ...TOKEN_OPTION });
  const values = parsed.values as OptionValues<O & typeof TOKEN_OPTION>;
  const isGiven = (name: string): boolean => Object.hasOwn(values, name);
  const [file, another] = parsed.positionals;
  if (another !== undefined) throw new UsageError(`"${another}": only one file can be read.`);
  if (file === undefined) {
    const lost = Object.keys(FILE_FLAGS).find((name) => isGiven(name) && !shared.includes(name));
    if (lost !== undefined) throw new UsageError(`--${lost} describes a file, and none is named.`);
    return { values };
  }
  if (/^https?:/i.test(file)) throw new UsageError('Name the resource of a portal, or its URL, with --resource.');
  const portal = ['base-url', 'resource', 'max-wait', 'pages-at-once', 'download', 'token-for'].find(isGiven);
  if (portal !== undefined) throw new UsageError(`--${portal} can't be used with the file "${file}".`);
  return { values, file: { file, ...readFileFlags(parsed.values) } };
}

/** Rejects with FileError if the file can't be read, or like `work`. */
export async function atPlace<T>(
  { access, query, file }: Pick<RecordPlace, 'access' | 'query'> & { readonly file?: FileToServe },
  io: CliIo,
  work: (place: RecordPlace) => Promise<T>,
): Promise<T> {
  // SQL needs no permission here, because people typed the filters that require it.
  if (file === undefined) return work({ access, query, dialect: new LearnedDialect({ allowsSql: () => true }) });
  const [worked] = await whileServing(file, io, ({ baseUrl, token, resource }) => {
    const { id: resourceId, size, modified, records, reading } = resource;
    const edition = JSON.stringify({ size, modified, records, reading });
    const served = { baseUrl, token };
    return Promise.allSettled([
      work({ access: served, dialect: OUR_DIALECT, query: { ...query, resourceId }, edition }),
    ]);
  }).catch((error: unknown) => {
    throw io.signal.aborted || !(error instanceof Error) ? error : new FileError(error.message);
  });
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
}
