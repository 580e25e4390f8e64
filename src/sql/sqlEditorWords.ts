import type { WordTable } from '../base/words.ts';

export const SQL_EDITOR_WORDS = {
  run: 'Run',
  cancel: 'Cancel · running for {time}',
  again: 'Run Again · {records} · {time}',
  againCut: 'Run Again · the first {records} · {time}',
  failed: 'Run Again · {problem}',
  untrusted: "Statements can't run in Restricted Mode.",
  noStatement: 'There is no statement here to run.',
  unknownTable: 'There is no source {name}. The sources are: {sources}.',
  noSources: 'There is no source {name}. Name it in a comment: -- @source {name} = FILE',
  fileRead: 'Read {age} · Refresh',
  copyDownloaded: 'Downloaded {age} · Refresh',
  unread: 'Read when a statement runs',
  noCopy: 'Make Local Copy… · there is none yet',
  newDocument: {
    message: `-- A source is a file beside this document, a resource listed under Local Files, or the URL of a portal's resource.
-- Name each source in a comment like the one below. Statements read sources as tables, and nothing else.
-- {key} runs the statement at the cursor, and its records appear beside this editor.
-- @source lessons = lessons.csv

SELECT stage, count(*) AS lessons
FROM lessons
GROUP BY stage
ORDER BY stage;
`,
    comment: ['The content of a new document: keep @source and the SQL, and begin each other line with --.'],
  },
} as const satisfies WordTable;
