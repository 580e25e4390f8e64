import type { Words, WordTable } from '../base/words.ts';

/** Problems of a SQL document. */
export const DOCUMENT_WORDS = {
  sourceLine: 'Name a source as in: -- @source lessons = lessons.csv',
  sourceName: 'Write the name {name} in double quotes, or with letters, digits and _ only.',
  sourceTwice: 'There is already a source {name}. Upper and lower case are the same.',
  noPlace: 'Name a file, a listed resource, or the URL of a resource behind the =.',
  blankInPlace: 'Put a place with blanks in double quotes. Only reading options in { } can follow it.',
  openPlace: 'A double quote is missing at the end of the place.',
  choices: 'Reading options: {text}',
  choicesNotJson: 'Reading options must be a JSON object, for example {"headerRow": 4}.',
  openText: 'This text has no end. A quote is missing.',
  openName: 'This name has no end. A double quote is missing.',
  openComment: 'This comment has no end. */ is missing.',
  openDollarText: 'This text has no end. {tag} is missing.',
  database: "PostgreSQL and Trino tables can't be sources. Export the table, and name the file.",
  scheme: "{text} can't be a source. Name a file, a listed resource, or an address that begins with https://.",
  hasQuery:
    'This address asks for some of the records. Name the resource alone, and put conditions into the statement.',
  outside: "{path} isn't in the folder of the document. Move the file there, or open it in Datastore Explorer first.",
  noFile: '{path}: file not found.',
} as const satisfies WordTable;

export type DocumentWords = Words<typeof DOCUMENT_WORDS>;
