import type { WordTable } from '../base/words.ts';

/** Texts about query documents in the editor. */
export const KEPT_EDITOR_WORDS = {
  run: 'Run',
  editInForm: 'Edit in Form',
  check: 'Check',
  copyLink: 'Copy Link',
  untrusted: "Queries can't run in Restricted Mode.",
  noQuery: 'There is no query here.',
  preparing: 'Preparing {name}',
  formTitle: '{name} · Query Form',

  noField: 'There was no field {name} when the records were last looked at ({age}).',

  fillTitle: 'Run {name}',
  fillPrompt: 'Value of {name}',
  fillList: 'Values of {name}, separated by commas, or as a JSON list',
  fillPick: 'Run with these values, or select one to change it',
  runNow: 'Run',
  notNumber: "{text} isn't a number.",
  notList: "This isn't a JSON list.",

  example: {
    message: `{
  // Each query has a name. Its members are those of the API's datastore_search, and say where it is asked.
  // A file is in the folder of this document. Instead of "file", a portal's query has "base_url" and "resource_id".
  "queries": {
    "lessons-of-a-subject": {
      "file": "lessons.csv",
      // A parameter replaces a whole value. It is entered for each run.
      "filters": { "subject": "\${subject}" },
      "sort": "starts_on",
      "limit": 100,
      "parameters": { "subject": { "type": "text", "default": "math" } }
    }
  }
}
`,
    comment: ['The content of a new document: keep the JSON, and begin each other line with //.'],
  },

  saveTitle: 'Save Query',
  addTitle: 'Add to Document',
  namePrompt: 'Name of the query in its document',
  nameMissing: 'Enter a name.',
  nameTaken: 'The document already has a query with this name.',
  noQueryNamed: 'The document no longer has this query.',
  selectDocument: 'Select a query document',
  newDocument: 'New Document',
  secret: 'The query contains what looks like a password or an API token, so it is not written into a document.',
  changed: "The document changed meanwhile, or can't be edited. Nothing was added.",
  broken: "The document's JSON is invalid. Correct it first.",
} as const satisfies WordTable;
