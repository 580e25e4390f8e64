import type { WordTable } from '../../base/words.ts';

/** Texts about the sources and results of SQL documents. */
export const SQL_SOURCE_WORDS = {
  unlisted: "No resource in Local files is called {name}. Name a file beside the document, or a resource's URL.",
  several: 'Several resources in Local files are called {name}. Name the path of the file, or the URL of the resource.',
  unsaved: '{path}: a new document has no folder yet. Save it beside the file, or open the file first.',
  notRead: '{name} has no records here. Open it again, or download it again.',
  ask: 'Ask {host} for {name}?',
  askDetail: "The document names this portal, which isn't in your list. It's asked without an API token.",
  askButton: 'Ask',
  lookingUpFields: 'Looking up the columns',
  noSource:
    "The result of a statement can't be the source of another one. Write the statement as a WITH in front of the new one.",
} as const satisfies WordTable;

export const SQL_RESULT_WORDS = {
  results: 'SQL results',
  title: '{document} · {number}',
  cut: 'There are more records than the {count} shown. Add conditions or a LIMIT to the statement.',
  gone: 'This result was discarded when its window closed.',
  runAgain: 'Run statement {number} of {document} again.',
  compareAgain: 'Compare the resources again.',
  runIt: 'Run the statement in its document again.',
  openDocument: 'Open Document',
} as const satisfies WordTable;
