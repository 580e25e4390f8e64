/** Texts about databases. Reasons of refused connections are in service/resource/databaseReasons.ts. */
import type { WordTable } from '../../base/words.ts';

export const DATABASE_WORDS = {
  spoken: '{name}, database, {facts}',
  userPrompt: 'Enter the user who reads the tables',
  enterUser: 'Enter a user.',
  schemaPrompt: 'Enter the schema whose tables to list, or * for all schemas',
  enterSchema: 'Enter a schema.',
  encryption: 'Select how the connection is encrypted',
  verify: 'Encrypted, certificate checked',
  any: 'Encrypted, certificate not checked',
  none: 'Not encrypted',
  passwordFor: 'Password for {name}',
  passwordNotStored: "VS Code couldn't store the password. It's used until this window closes.",
  connecting: 'Connecting to {server}',
  connected: 'Connected to {name}.',
  enterPassword: 'Enter Password…',
  unreachable: "{name} ({server}) can't be reached.",
} as const satisfies WordTable;

export const POSTGRES_WORDS = {
  add: 'Add PostgreSQL Database',
  row: 'PostgreSQL Database…',
  about: 'Tables and views, read-only',
  addressPrompt: "Enter the database's address",
  addressProblem: 'Enter an address like postgresql://user@host:5432/database.',
  parameterProblem:
    'The address can have only the parameters user, schema, and sslmode (disable, require or verify-full).',
  verifyAbout: 'sslmode=verify-full',
  anyAbout: 'sslmode=require. Another server on the network could pretend to be the database.',
  noneAbout: 'sslmode=disable. Others on the network can read the records.',
  passwordPrompt:
    "Stored in VS Code's secret storage and sent only to {server}. Leave it empty if there is none, or if PGPASSFILE has it.",
  removalDetail: "This also deletes its password and closes its open records. The database itself isn't changed.",
} as const satisfies WordTable;

export const TRINO_WORDS = {
  add: 'Add Trino Catalog',
  row: 'Trino Catalog…',
  about: 'Tables and views, read-only',
  addressPrompt: "Enter the coordinator's address",
  addressProblem: 'Enter an address like https://user@host:8443.',
  parameterProblem: 'The address can have only the parameters user, schema, and SSL (true or false).',
  insecureProblem: 'Passwords are sent only over https. Enter an https address.',
  catalogPrompt: 'Enter the catalog',
  enterCatalog: 'Enter a catalog.',
  verifyAbout: 'https',
  noneAbout: 'http, without a password. Others on the network can read the records.',
  passwordPrompt: "Stored in VS Code's secret storage and sent only to {server}. Leave it empty if there is none.",
  noPassword: '"{name}" is reached over http, where no password is sent. Edit its address first.',
  removalDetail: "This also deletes its password and closes its open records. The catalog itself isn't changed.",
} as const satisfies WordTable;
