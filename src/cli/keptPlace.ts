/** Query documents on the command line: read, filled, and the places that their queries name. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { PortalAccess } from '../datastore/wire/model.ts';
import { fillQuery, parameterJson } from '../document/kept/fillQuery.ts';
import type { FilledQuery, KeptQuery, QueryDocument, QueryProblem } from '../document/kept/keptQuery.ts';
import { KEPT_WORDS } from '../document/kept/keptWords.ts';
import { rangeOfMember, readQueryDocument } from '../document/kept/readQueryDocument.ts';
import { permittedPath } from '../document/sourcePlace.ts';
import { type FileToServe, MEMORY_LIMIT_MB } from '../service/index.ts';
import { atOffset, documentText, PLACE_WORDS } from './documentFile.ts';
import { type CliIo, FileError, UsageError, writeLine } from './io.ts';
import { readToken, REPEATED } from './options.ts';

export interface QueryFile extends QueryDocument {
  readonly file: string;
  readonly text: string;
}

/** Reads a document, whose problems aren't said yet. Throws FileError. */
export async function readQueryFile(file: string): Promise<QueryFile> {
  const text = await documentText(file, 'query document');
  return { file, text, ...readQueryDocument(text) };
}

/** Says what is wrong with a query, or with all if no name is there. Returns whether it can't be asked. */
export async function tellProblems(
  { file, text, problems }: QueryFile,
  name: string | undefined,
  { stderr }: Pick<CliIo, 'stderr'>,
): Promise<boolean> {
  const isConcerned = ({ queryName }: QueryProblem): boolean =>
    name === undefined || queryName === undefined || queryName === name;
  const concerned = problems.filter(isConcerned);
  for (const { range, text: what } of concerned) await writeLine(stderr, atOffset(file, text, range.start, what));
  return concerned.some(({ severity }) => severity === 'error');
}

/** Throws UsageError, which names those that the document has. */
export function namedQuery({ file, queries }: QueryFile, name: string): KeptQuery {
  const query = queries.find((each) => each.name === name);
  if (query !== undefined) return query;
  const names = queries.map((each) => `"${each.name}"`).join(', ');
  throw new UsageError(`${file} has no query "${name}". Queries: ${names === '' ? 'none' : names}.`);
}

export const PARAMETER_OPTION = { param: REPEATED } as const;

/** Typed values by the names of parameters. */
type TypedValues = ReadonlyMap<string, string>;

/** Reads values of `--param`, each of a parameter that at least one of the queries has. Throws UsageError. */
export function readTyped(texts: readonly string[] = [], queries: readonly KeptQuery[]): TypedValues {
  const names = new Set(queries.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const values = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === '') throw new UsageError(`--param: use the form NAME=VALUE instead of "${text}".`);
    if (!names.has(name))
      throw new UsageError(
        `--param: there is no parameter "${name}". Parameters: ${names.size === 0 ? 'none' : [...names].join(', ')}.`,
      );
    if (values.has(name)) throw new UsageError(`--param: "${name}" is there twice.`);
    values.set(name, value);
  }
  return values;
}

const FILL_WORDS = { ...KEPT_WORDS, noValue: `${KEPT_WORDS.noValue.slice(0, -1)}, or use --param {name}=VALUE.` };

/** The query with typed values, which are read by the types of its parameters. */
export function filledQuery(kept: KeptQuery, typed: TypedValues): FilledQuery {
  const values = kept.parameters.flatMap((parameter) => {
    const text = typed.get(parameter.name);
    return text === undefined ? [] : [[parameter.name, parameterJson(parameter, text)] as const];
  });
  return fillQuery(kept, new Map(values), FILL_WORDS);
}

export interface QueryAccess {
  readonly access: PortalAccess;
  readonly query: DatastoreQuery;
  /** The file that is served meanwhile. Absent for a portal. */
  readonly file?: FileToServe;
  /** Sentences for standard error, such as that a token isn't sent. */
  readonly remarks: readonly string[];
}

/**
 * What `atPlace` needs for a query whose parameters are filled. A file must be in the document's folder or below an
 * `allowed` one; a portal gets a token only if `tokenFor` names its origin. Throws FileError or UsageError.
 */
export async function keptPlace(
  { file: document, text }: Pick<QueryFile, 'file' | 'text'>,
  kept: KeptQuery,
  query: DatastoreQuery,
  { allowed, tokenFor }: { readonly allowed: readonly string[]; readonly tokenFor: readonly string[] },
  env: CliIo['env'],
): Promise<QueryAccess> {
  const { place } = kept;
  if (place.kind === 'portal') {
    const { baseUrl } = place;
    const { token, remarks } = readToken(baseUrl, { 'token-for': tokenFor }, env);
    return { access: { baseUrl, ...(token !== undefined && { token }) }, query, remarks };
  }
  const permitted = await permittedPath(path.dirname(path.resolve(document)), place.path, [], allowed, PLACE_WORDS);
  if ('refused' in permitted)
    throw new FileError(atOffset(document, text, rangeOfMember(kept, ['file']).start, permitted.refused));
  const { path: file } = permitted;
  const served = { file, choices: place.choices ?? {}, memoryLimitMb: MEMORY_LIMIT_MB };
  // Like the address of any file on the command line, it stays the same in the journal of an export.
  return { access: { baseUrl: pathToFileURL(file).href }, query, file: served, remarks: [] };
}
