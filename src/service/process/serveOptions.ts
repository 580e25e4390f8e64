import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { defined } from '../../base/defined.ts';
import { typedDelimiter } from '../../base/quotes.ts';
import { postgresOptions } from './postgresUrl.ts';
import type { PostgresOptions } from '../engine/openDatastore.ts';
import { trinoSource, type TrinoSource } from './trinoUrl.ts';
import { WrongOptions } from './wrongOptions.ts';
import { FILE_FORMATS } from '../resource/fileKinds.ts';
import { HEADER_SEPARATOR } from '../reading/headerRows.ts';
import { encodingOfName } from '../reading/textEncoding.ts';
import { FILE_ENCODINGS, type ReadingChoices } from '../resource/reading.ts';

export interface ServeIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  /** Ends the program above a memory limit in MiB, with a last line on stderr. Returns what stops the watch. */
  readonly endAbove?: (boundMb: number, line: string) => () => void;
}

/** The choices are for all files of a command. */
export interface FileOptions {
  readonly choices: ReadingChoices;
  readonly memoryLimitMb: number;
  readonly schemaFile?: string;
}

export interface ServeOptions extends FileOptions {
  readonly files: readonly string[];
  readonly port: number;
  readonly withoutToken: boolean;
  /** Path of a file with the token, because other users can read arguments. */
  readonly tokenFile?: string;
  /** Folder for the data; if undefined, a temporary one. */
  readonly directory?: string;
  readonly postgres?: PostgresOptions;
  readonly trino?: TrinoSource;
}

export const SERVE_USAGE =
  'Usage: datastore-explorer serve [--port N] [--token-file F] [--no-token] [--directory DIR] ' +
  '[--skip-unreadable] [--memory-limit MB] [--file-format F] [--encoding E] [--delimiter D] [--quote Q] [--escape C] ' +
  '[--comment MARK] [--header-row N] [--header-rows 1|2] [--header-separator TEXT] [--skip-end N] [--null WORD]… ' +
  '[--no-header] [--records KEYS] [--flatten] ' +
  '[--sheet NAME | --table NAME] [--schema F] [FILE|FOLDER…], ' +
  'or --postgres URL [--schema S], or --trino URL --catalog C --schema S [--scan-limit SIZE] instead of files.';

/** Memory of the database engine where people choose none, in MB. */
export const MEMORY_LIMIT_MB = 1024;
/** UTF-16 units of a delimiter or a comment mark. */
const LONGEST_MARK = 4;

/** Options of all commands that read files, for `parseArgs`. */
export const FILE_FLAGS = {
  'skip-unreadable': { type: 'boolean' },
  'memory-limit': { type: 'string' },
  'file-format': { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  quote: { type: 'string' },
  escape: { type: 'string' },
  comment: { type: 'string' },
  'header-row': { type: 'string' },
  'header-rows': { type: 'string' },
  'header-separator': { type: 'string' },
  'skip-end': { type: 'string' },
  null: { type: 'string', multiple: true },
  'no-header': { type: 'boolean' },
  records: { type: 'string' },
  flatten: { type: 'boolean' },
  sheet: { type: 'string' },
  table: { type: 'string' },
  schema: { type: 'string' },
} as const;

type FileFlags = ReturnType<typeof parseArgs<{ readonly options: typeof FILE_FLAGS }>>['values'];

/** Throws WrongOptions, whose message says why. */
export function readFileFlags(values: FileFlags): FileOptions {
  const { 'memory-limit': limit = String(MEMORY_LIMIT_MB), schema } = values;
  const memoryLimitMb = number(limit, 1 << 20, 'a number of megabytes');
  return { choices: choicesOf(values), memoryLimitMb, ...defined({ schemaFile: schema }) };
}

/** A document has no files beside its sources, and no memory of its own. */
const { schema: _, 'memory-limit': __, ...DOCUMENT_FLAGS } = FILE_FLAGS;

/** Choices by the names of the options in camel case, such as `{"headerRow": 4}`. Throws WrongOptions. */
export function choicesOfJson(object: Readonly<Record<string, unknown>>): ReadingChoices {
  const flags: Readonly<Record<string, { readonly type: string; readonly multiple?: boolean }>> = DOCUMENT_FLAGS;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const { type, multiple } = (Object.hasOwn(flags, key) ? flags[key] : undefined) ?? {};
    if (type === undefined) {
      const names = Object.keys(flags).map((each) =>
        each.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase()),
      );
      throw new WrongOptions(`"${name}" isn't one of ${names.join(', ')}.`);
    }
    const words: readonly unknown[] = multiple && Array.isArray(value) ? value : [value];
    const isValue = (word: unknown): boolean => typeof word === type || (type === 'string' && typeof word === 'number');
    if (!words.every(isValue)) throw new WrongOptions(`"${name}" can't have this value.`);
    const texts = type === 'string' ? words.map(String) : words;
    values[key] = multiple ? texts : texts[0];
  }
  return choicesOf(values);
}

/** The object that `choicesOfJson` reads as these choices. Choices for single columns aren't among the options. */
export function jsonOfChoices(choices: ReadingChoices): Readonly<Record<string, unknown>> {
  const { format, encoding, delimiter, quote, escape, comment, records, skipEnd, part } = choices;
  const { headerLine, headerSeparator, nullWords, header, nested, unreadable } = choices;
  return defined({
    fileFormat: format,
    ...{ encoding, delimiter, quote, escape, comment, headerRow: headerLine },
    headerRows: headerSeparator === '' ? 1 : undefined,
    headerSeparator: headerSeparator === '' ? undefined : headerSeparator,
    ...{ skipEnd, null: nullWords, noHeader: header === undefined ? undefined : !header, records },
    flatten: nested === undefined ? undefined : nested === 'fields',
    table: part,
    skipUnreadable: unreadable === undefined ? undefined : unreadable === 'skip',
  });
}

/** Throws WrongOptions, whose message says why. */
export function serveOptions(argv: readonly string[]): ServeOptions {
  const { values, positionals: files } = parsed(argv);
  const { postgres, trino, catalog, directory, schema, format, 'file-format': fileFormat = format } = values;
  if (format !== undefined && format !== fileFormat)
    throw new WrongOptions('--format is another name of --file-format.');
  const { schemaFile, ...reading } = readFileFlags({ ...values, ...defined({ 'file-format': fileFormat }) });
  const database = postgres !== undefined ? '--postgres' : trino !== undefined ? '--trino' : undefined;
  if (database !== undefined && (files.length > 0 || directory !== undefined))
    throw new WrongOptions(`${database} serves the tables of a database: it can't be used with files or --directory.`);
  if (database !== undefined && Object.keys(reading.choices).length > 0)
    throw new WrongOptions(`${database} can't be used with options for reading files.`);
  if (postgres !== undefined && trino !== undefined)
    throw new WrongOptions("--postgres and --trino can't be used together.");
  const scanLimit = values['scan-limit'];
  if (trino === undefined && (catalog !== undefined || scanLimit !== undefined))
    throw new WrongOptions('--catalog and --scan-limit are for --trino.');
  if (database === undefined && files.length === 0 && directory === undefined)
    throw new WrongOptions('Name a file or a folder.');
  if (values['no-token'] && values['token-file'] !== undefined)
    throw new WrongOptions("--no-token and --token-file can't be used together.");
  const tokenFile = values['token-file'];
  return {
    files,
    ...reading,
    port: number(values.port, 65_535, 'a port'),
    withoutToken: values['no-token'],
    ...defined({ tokenFile, directory, schemaFile: database === undefined ? schemaFile : undefined }),
    ...(postgres !== undefined && { postgres: postgresOptions(postgres, schema) }),
    ...(trino !== undefined && { trino: trinoSource(trino, { catalog, schema, scanLimit }) }),
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        postgres: { type: 'string' },
        trino: { type: 'string' },
        catalog: { type: 'string' },
        'scan-limit': { type: 'string' },
        'token-file': { type: 'string' },
        'no-token': { type: 'boolean', default: false },
        directory: { type: 'string' },
        format: { type: 'string' },
        ...FILE_FLAGS,
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new WrongOptions(error instanceof Error ? error.message : String(error));
  }
}

function choicesOf(values: FileFlags): ReadingChoices {
  const format = oneOf(values['file-format'], FILE_FORMATS, 'a format');
  const encoding = encodingOfName(values.encoding ?? '') ?? oneOf(values.encoding, FILE_ENCODINGS, 'an encoding');
  const delimiter = values.delimiter === undefined ? undefined : typedDelimiter(values.delimiter);
  for (const [name, text] of Object.entries(defined({ delimiter, comment: values.comment })))
    if (text === '' || text.length > LONGEST_MARK || /[\r\n"]/.test(text))
      throw new WrongOptions(`--${name} takes 1 to ${String(LONGEST_MARK)} characters, without quotes and line ends.`);
  const { quote, escape, comment } = values;
  for (const [name, text] of Object.entries(defined({ quote, escape })))
    if (!/^[!-~]?$/.test(text) || (name === 'escape' && text === ''))
      throw new WrongOptions(`--${name} takes one character of ASCII.`);
  if (values.sheet !== undefined && values.table !== undefined)
    throw new WrongOptions("--sheet and --table can't be used together.");
  return defined({
    ...{ format, encoding, delimiter, quote, escape, comment, records: values.records },
    headerLine: values['header-row'] === undefined ? undefined : number(values['header-row'], 1e6, 'a row', 1),
    headerSeparator: headerSeparatorOf(values),
    skipEnd: values['skip-end'] === undefined ? undefined : number(values['skip-end'], 1e6, 'a number of rows'),
    nullWords: values.null,
    part: values.sheet ?? values.table,
    ...choicesOfFlags(values),
  });
}

/** A flag that is false, which only JSON has, is a choice against what would be guessed. */
function choicesOfFlags(values: FileFlags): ReadingChoices {
  const { 'no-header': isHeaderless, flatten, 'skip-unreadable': skips } = values;
  return defined({
    header: isHeaderless === undefined ? undefined : !isHeaderless,
    nested: flatten === undefined ? undefined : flatten ? ('fields' as const) : ('json' as const),
    unreadable: skips === undefined ? undefined : skips ? ('skip' as const) : ('refuse' as const),
  });
}

function headerSeparatorOf(values: FileFlags): string | undefined {
  const { 'header-rows': rows, 'header-separator': separator } = values;
  const count = oneOf(rows, ['1', '2'], 'a number of header rows');
  if (separator !== undefined && (separator === '' || separator.length > LONGEST_MARK || count === '1'))
    throw new WrongOptions(`--header-separator takes 1 to ${String(LONGEST_MARK)} characters, for two header rows.`);
  return count === '1' ? '' : (separator ?? (count && HEADER_SEPARATOR));
}

function oneOf<T extends string>(value: string | undefined, choices: readonly T[], what: string): T | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value.toLowerCase());
  if (choice === undefined) throw new WrongOptions(`"${value}" isn't ${what}. Use one of ${choices.join(' ')}.`);
  return choice;
}

function number(text: string, highest: number, what: string, lowest = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > highest || value < lowest) throw new WrongOptions(`"${text}" isn't ${what}.`);
  return value;
}
