/** What databases say that are portals, in messages and questions. Why they let nobody in: service/resource/databaseReasons.ts. */
import type { WordTable } from '../../base/words.ts';

export const DATABASE_WORDS = {
  addDatabase: 'Add PostgreSQL Database',
  databaseRow: 'PostgreSQL Database…',
  databaseAbout: 'Its tables and views, for reading',
  addressPrompt: "Enter the database's address",
  invalidAddress: 'Enter an address like postgresql://user@host:5432/database.',
  invalidParameter: 'The only parameters can be user, schema, and sslmode: disable, require or verify-full.',
  schemaPrompt: 'Enter the schema whose tables to list',
  enterSchema: 'Enter a schema.',
  encryption: 'Select how the connection is encrypted',
  verify: 'Encrypted, certificate checked',
  verifyAbout: 'sslmode=verify-full',
  any: 'Encrypted, certificate not checked',
  anyAbout: 'sslmode=require. Somebody on the way can pretend to be the database.',
  none: 'Not encrypted',
  noneAbout: 'sslmode=disable. Anyone on the way can read the records.',
  passwordFor: 'Password for {name}',
  passwordPrompt:
    "Stored in VS Code's secret storage and sent only to {server}. Leave it empty if there is none, or if PGPASSFILE has it.",
  passwordNotStored: "VS Code couldn't store the password. It's used until this window closes.",
  connecting: 'Connecting to {server}',
  connected: 'Connected to {name}.',
  enterPassword: 'Enter Password…',
  removalDetail:
    "This also deletes its password and closes its open records. The database itself isn't changed.",
} as const satisfies WordTable;
