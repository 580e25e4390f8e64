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
  --writable         Let datastore_create, datastore_upsert and datastore_delete change data
  --port N           A free one unless given
  --token-file FILE  Holds the token, for you alone to read (0600); a random token unless given
  --no-token         Ask for no token: every program on this machine may then read, and write if --writable
  --directory DIR    Keep the data there; without it they go when serve ends
  --memory-limit MB  1024 unless given; what needs more goes to the disk
  --skip-unreadable  Leave out records that can't be read, and list them
  How files are read, where the guess is wrong:
  --format FORMAT    ${alternatives(FILE_FORMATS)}
  --encoding NAME    ${alternatives(FILE_ENCODINGS)}
  --delimiter CHAR   comma, semicolon, tab or pipe
  --quote CHAR       " or ', or nothing where nothing is quoted
  --no-header        The first record names no fields
  --sheet NAME, --table NAME   One sheet or table; all of them unless given

Options of search:
  --base-url URL     The portal: everything in front of /api/ or /dataset/
  --resource ID      Resource ID or alias, or the address of its page (then --base-url may be left out)
  --q TEXT           Text to search for
  --filters JSON     For example '{"stage": ["a", "b"], "year": 2020}'
  --fields A,B       Fields to give, in this order
  --sort TEXT        For example 'year desc, name'
  --limit N          At most N records; every matching record without it
  --format FORMAT    ${formatsFor('search').join(', ')}; table unless given

  --help, --version

An API token is read from the environment variable DATASTORE_TOKEN.
Exit codes: 0 ok, 2 usage, 3 the portal said no or gave too few records, 4 network, 130 cancelled.
`;
