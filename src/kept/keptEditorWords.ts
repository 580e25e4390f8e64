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

/** Texts about checks in the editor and the Test Explorer. */
export const CHECK_EDITOR_WORDS = {
  tests: 'Data Checks',
  runProfile: 'Check',
  holds: '{name}: all {all} expectations hold.',
  differs: '{name}: {holding} of {all} expectations hold.',
  showProblems: 'Show Problems',
  expectsNothing: "{name} doesn't say what is expected of its records.",
  writeExpectations: 'Write Expectations',
  reading: 'Reading the records of {name}',
  tooMany: 'There are more than {most}, too many to propose expectations from.',
  nothingToWrite:
    '{name} already says what is expected of its records. Delete a member of "expect" to have it written anew.',
  showRecords: 'Show Records',
} as const satisfies WordTable;

/** Texts of the command Compare with…. */
export const COMPARE_WORDS = {
  selectOther: 'Select what to compare {name} with',
  anotherResource: 'Another Resource…',
  reading: 'Comparing {old} with {new}',
  selectKey: 'Select how records are paired',
  byField: 'By {field}',
  unique: 'unique on both sides',
  severalFields: 'By several fields…',
  selectFields: 'Select the fields that, together, identify a record',
  wholeRecords: 'By whole records',
  wholeDetail: 'Finds added and removed records, but no changed cells',
  noSharedField: "The two have no field in common, so they can't be compared.",
  title: '{old} → {new}',
  byKey: 'From {old} to {new}, paired by {key}',
  byRecords: 'From {old} to {new}, by whole records',
  onlyOld: 'only in {old}: {fields}',
  onlyNew: 'only in {new}: {fields}',
  same: 'There is nothing to compare: both are the same resource.',
} as const satisfies WordTable;

/** Texts about links, URLs and code of queries. */
export const SHARING_WORDS = {
  opening: 'Opening the link',
  noFile: '{path}: no folder of this window has this file. Open the folder first.',
  noQueryNamed: '{path} no longer has the query "{name}".',
  copying: 'Copying the link',
  linkCopied: 'Link copied.',
  urlCopied: 'API URL copied.',
  urlPage: 'API URL copied. It returns the first 100 records.',
  codeCopied: '{language} copied.',
  notInFolder: "{name} isn't in a folder of this window, so a link can't name it.",
  fileHasNoApi:
    'The records of a file on this machine have no public address. Copy the link, or run "datastore-explorer serve".',
  noRecordId: "Records of this resource can't have a link, because they have no _id.",
  selectRecord: 'Select a record first.',
  copyAsCode: 'Copy as Code',
  selectLanguage: 'Select a language',
} as const satisfies WordTable;
