import type { WordTable } from '../base/words.ts';

/** Texts about query documents in the editor. */
export const KEPT_EDITOR_WORDS = {
  run: 'Run',
  editInForm: 'Edit in Form',
  check: 'Check',
  copyLink: 'Copy Link',
  untrusted: "Queries can't run in Restricted Mode.",
  manageTrust: 'Manage Workspace Trust',
  noQuery: 'There is no query here.',
  invalidDocument: 'Line {line}: {problem}',
  preparing: 'Preparing {name}',
  formTitle: '{name} · Query Form',

  noField: 'There was no field {name} when the records were last looked at ({age}).',

  fillTitle: 'Run {name}',
  fillPrompt: 'Value of {name}',
  fillList: 'Values of {name}, separated by commas, or as a JSON list',
  fillPick: 'Run with these values, or select one to change it',
  runNow: 'Run',
  noValue: '(no value)',
  notNumber: "{text} isn't a number.",
  notList: "This isn't a JSON list.",

  saveTitle: 'Save Query',
  addTitle: 'Add to Document',
  namePrompt: 'Name of the query in its document',
  nameMissing: 'Enter a name.',
  nameTaken: 'The document already has a query with this name.',
  noQueryNamed: 'The document no longer has this query.',
  selectDocument: 'Select a query document',
  newDocument: 'New Document',
  newName: 'query',
  secret: 'The query contains what looks like a password or an API token, so it is not written into a document.',
  changed: "The document changed meanwhile, or can't be edited. Nothing was added.",
  broken: "The document's JSON is invalid. Correct it first.",
} as const satisfies WordTable;
