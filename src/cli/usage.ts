import { formatsFor } from '../export/formats.ts';
import { FILE_ENCODINGS, FILE_FORMATS } from '../service/index.ts';

/** `a, b or c` */
function alternatives(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

export const usage = `Usage: datastore-explorer <command> [options]

  serve [FILE|FOLDER…]     Serve files as a datastore on 127.0.0.1, with the API of CKAN
  search                   Search the records of a resource on any CKAN portal

Options of serve:
  --writable         Allow datastore_create, datastore_upsert and datastore_delete
  --port N           Port to listen on (default: any free port)
  --token-file FILE  File with the token, readable by you only (0600) (default: a random token)
  --no-token         Don't require a token: any program on this machine can read, and write if --writable
  --directory DIR    Keep the data in this folder (default: delete it when serve ends)
  --memory-limit MB  Memory for the database engine, which spills to disk beyond it (default: 1024)
  --skip-unreadable  Skip invalid rows and list them
  Import options, to override what is detected:
  --format FORMAT    ${alternatives(FILE_FORMATS)}
  --encoding NAME    ${alternatives(FILE_ENCODINGS)}
  --delimiter CHAR   comma, semicolon, tab or pipe
  --quote CHAR       " or ', or an empty text for none
  --no-header        The first row is a record, not column names
  --sheet NAME, --table NAME   One sheet or table (default: all)

Options of search:
  --base-url URL     The portal: everything before /api/ or /dataset/
  --resource ID      Resource ID or alias, or a URL of the resource (--base-url is optional then)
  --q TEXT           Text to search for
  --filters JSON     For example '{"stage": ["a", "b"], "year": 2020}'
  --fields A,B       Fields to return, in this order
  --sort TEXT        For example 'year desc, name'
  --limit N          At most N records (default: all matching records)
  --format FORMAT    ${alternatives(formatsFor('search'))} (default: table)

  --help, --version

search reads an API token from the environment variable DATASTORE_TOKEN.
Exit codes: 0 success, 2 usage error, 3 error from the portal or too few records, 4 network error, 130 cancelled.
`;
