/** The command line, which works without VS Code: `datastore-explorer serve`, `search`, `export`, `summarize`, `sql`… */
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes, fail, UsageError, write, type CliIo } from './cli/io.ts';
import { formatsFor, SUMMARY_FORMATS } from './export/formats.ts';
import { FILE_ENCODINGS, FILE_FORMATS, serveFromCommandLine } from './service/index.ts';

const usage = `Usage: datastore-explorer <command> [options]

  serve [FILE|FOLDER…]     Serve files as a datastore on 127.0.0.1, with the API of CKAN
  search [FILE]            Search the records of a file, or of a resource on any CKAN portal
  export [FILE]            Write the records of either into a file, which can be resumed
  summarize [FILE]         Count and add up the records of either, by groups
  sql FILE                 Run a statement of a SQL document over files and resources of portals
  diff OLD NEW             List what was added, removed and changed between files or resources of portals
  catalog                  Find resources in the datasets of any CKAN portal
  run FILE NAME            Run a query of a query document (*.datastore.jsonc)
  check FILE…              Check that the data is as query documents expect
  schema                   Write the JSON schema of query documents
  mcp [FILE…]              Let agents ask files and portals, by the Model Context Protocol

Options of serve:
  --port N           Port to listen on (default: any free port)
  --token-file FILE  File with the token, readable by you only (0600) (default: a random token)
  --no-token         Don't require a token: any program on this machine can read the data
  --directory DIR    Keep the data in this folder (default: delete it when serve ends)

Options of files, for serve, search, export and summarize, to override what is detected:
  --memory-limit MB  Memory for the database engine, which spills to disk beyond it (default: 1024)
  --skip-unreadable  Skip invalid rows and list them
  --file-format KIND ${alternatives(FILE_FORMATS)}
  --encoding NAME    ${alternatives(FILE_ENCODINGS)}
  --delimiter TEXT   comma, semicolon, tab, pipe, space, US (a control character), or 1 to 4 characters
  --quote CHAR       " or ', or an empty text for none
  --escape CHAR      Character before a quote that belongs to a quoted value
  --comment MARK     Leave out lines that begin with this
  --header-row N     The line on which the table begins
  --header-rows 1|2  Rows with names; --header-separator TEXT stands between the names of two (default: " / ")
  --skip-end N       Leave out this many lines at the end
  --null WORD        A text that stands for a missing value; can be repeated
  --records KEYS     Where a JSON file has its records, for example result.items
  --flatten          Members of nested JSON objects are fields, for example address.city
  --no-header        The first row is a record, not column names
  --sheet NAME, --table NAME   One sheet or table (default of serve: all)
  --schema FILE      A Table Schema with the types of the columns

Options of search, without --base-url and --resource for a FILE:
  --base-url URL     The portal: everything before /api/ or /dataset/
  --resource ID      Resource ID or alias, a URL of the resource, or an API call such as a curl
                     command (--base-url is optional then); the options below replace what it asks
  --q TEXT           Text to search for
  --q-mode MODE      words, starts-with or expression, e.g. '(oak | ash) & tree:*' (default: words)
  --q-field NAME     Search this field only
  --filters JSON     For example '{"stage": ["a", "b"], "year": 2020}'
  --fields A,B       Fields to return, in this order
  --sort TEXT        For example 'year desc, name'
  --limit N          At most N records (default: all matching records)
  --format FORMAT    ${alternatives(formatsFor('search'))} (default: table)
  --out-delimiter CHAR   Of CSV: comma, semicolon, tab or pipe (default: comma)
  --out-bom, --out-lf    Of CSV: add a byte order mark, end lines with LF
  --out-safe             Of CSV: put an apostrophe before texts that a spreadsheet would run as formulas

Options of export, besides those of search:
  --out FILE         File to write; FILE.part and FILE.part.json until the export is complete
  --format FORMAT    ${alternatives(formatsFor('export'))} (default: by the extension of FILE)
  --resume           Continue an unfinished export of the same query, if there is one
  --force            Overwrite FILE and start over
  --accept-changes   Continue if the data changes meanwhile; the file then counts as incomplete
  --max-wait SECONDS Stop with exit code 5 if the portal asks to wait longer for a page
                     (default: wait as long as it asks)
  --pages-at-once N  Request up to N pages from the portal at a time, 1 to 3 (default: 2)

Options of summarize, besides those of search; --sort, --fields and --limit are about its rows:
  --by FIELD[:PART]  Group by this field; can be repeated. PART of a date: year, quarter, month, week, day,
                     weekday (1 to 7 from Monday) or hour; of a number: the width of bins, such as 100
  --measure WHAT     count, share, or distinct, sum, mean, median, min or max of a field as in sum:amount;
                     can be repeated (default: count)
  --sort TEXT        For example 'sum:amount desc'; columns are called as in --by and --measure
  --top N            The first N groups, and all others in one row, (others)
  --time-zone NAME   The zone of instants, such as Europe/Zurich (default: UTC)
  --download         Read the records once and summarize them here, if the portal can't
  --format FORMAT    ${alternatives(SUMMARY_FORMATS)} (default: table)

Options of sql, whose FILE names its sources as in: -- @source lessons = lessons.csv
  --statement N      The number of the statement to run (default: the last one)
  --allow-dir DIR    Files of this folder can be sources, too, besides those in the folder of FILE; can be repeated
  --directory DIR    Keep what is read of files and portals in this folder, to use it again
  --refresh          Download resources of portals again, although DIR has them
  --out FILE         File to write, in any format of export (default: to standard output, as search does)
  --format, --out-delimiter, --out-bom, --out-lf, --out-safe, --force   As for search and export

Options of run; its records are written as by search, its groups as by summarize:
  --param NAME=VALUE Value of a parameter; can be repeated
  --allow-dir DIR    The query can read files of this folder, too, besides those in the folder of FILE; can be repeated
  --download         Read the records once and summarize them here, if the portal can't; without --out
  --out FILE         File to write, in any format of export (default: to standard output)
  --format, --out-delimiter, --out-bom, --out-lf, --out-safe   As for search and export
  --resume, --force, --max-wait, --pages-at-once               As for export

Options of diff, besides those of files; OLD and NEW are files, or URLs of resources:
  --key FIELD        Pair records by this field; can be repeated (default: the first field that is unique and never
                     empty on both sides; without one, whole records are compared)
  --format FORMAT    ${alternatives(SUMMARY_FORMATS)} (default: table)

Options of catalog:
  --base-url URL       The portal: everything before /api/ or /dataset/
  --q TEXT             Words to search for
  --organization NAME  Only datasets of this organization, by its name in the portal's addresses
  --limit N            At most N resources (default: all)
  --format FORMAT      ${alternatives(formatsFor('catalog'))} (default: table)

Options of check:
  --query NAME       Check this query only (default: each with "expect")
  --param, --allow-dir   As for run
  --format FORMAT    text, json, junit or github (default: text)

Options of mcp, besides those of files:
  --portal URL       A portal that agents can ask; can be repeated. Others are refused

  --help, --version

All but serve read an API token from the environment variable DATASTORE_TOKEN. It is sent to one origin only:
  --token-for ORIGIN   For example https://data.example.org (default: the origin of --base-url)
Exit codes: 0 success, 2 usage error or invalid file, 3 error from the portal or too few records, 4 network error,
5 the portal is busy (try later), 130 canceled. check: 1 the data isn't as expected. diff: 0 equal, 1 different, 2 also for
a key that repeats or is missing.
`;

const COMMANDS = 'serve, search, export, summarize, sql, diff, catalog, run, check, schema or mcp';

/** Oldest version of Node that works. Older ones fail at arbitrary places, even after the last record of an export. */
const LEAST_NODE = 22;

async function run([command, ...argv]: readonly string[], io: CliIo): Promise<number> {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < LEAST_NODE)
    throw new UsageError(`datastore-explorer needs Node ${String(LEAST_NODE)} or newer. This is Node ${node}.`);
  if (command === undefined) throw new UsageError(`Enter a command: ${COMMANDS}.`);
  const [first = ''] = argv;
  if (['help', '--help', '-h'].includes(command) || ['--help', '-h'].includes(first)) {
    await write(io.stdout, usage);
    return exitCodes.ok;
  }
  if (command === '--version') {
    await write(io.stdout, `${await version()}\n`);
    return exitCodes.ok;
  }
  // Each command is loaded on demand, because it needs much that the others don't.
  if (command === 'catalog') return (await import('./cli/catalog.ts')).catalog(argv, io);
  if (command === 'search') return (await import('./cli/search.ts')).search(argv, io);
  if (command === 'summarize') return (await import('./cli/summarize.ts')).summarizeRecords(argv, io);
  if (command === 'export') return (await import('./cli/export.ts')).exportRecords(argv, io);
  if (command === 'diff') return (await import('./cli/diff.ts')).diff(argv, io);
  if (command === 'sql') return (await import('./cli/sql.ts')).runSql(argv, io);
  if (command === 'run') return (await import('./cli/run.ts')).runQuery(argv, io);
  if (command === 'check') return (await import('./cli/check.ts')).checkQueries(argv, io);
  if (command === 'mcp') return (await import('./cli/mcp.ts')).serveAgents(argv, io, await version());
  if (command === 'schema')
    return write(io.stdout, await besideProgram('media', 'queries.schema.json')).then(() => exitCodes.ok);
  if (command === 'serve') return serveFromCommandLine(argv, io);
  throw new UsageError(`Unknown command "${command}". Use ${COMMANDS}.`);
}

function alternatives(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

async function version(): Promise<string> {
  return (JSON.parse(await besideProgram('package.json')) as { version: string }).version;
}

/** The text of a file in the folder above this file, which is the same in the source and in the bundle. */
function besideProgram(...names: readonly string[]): Promise<string> {
  const folder = path.dirname(realpathSync(process.argv[1] ?? '.'));
  return readFile(path.join(folder, '..', ...names), 'utf8');
}

async function main(): Promise<void> {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopped.abort());
  const { stdout, stderr, env } = process;
  // Writers handle their own errors, but without a listener an error would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const io: CliIo = { stdout, stderr, env, signal: stopped.signal };
  process.exitCode = await run(process.argv.slice(2), io).catch((error: unknown) => fail(error, io));
}

void main();
