import type { WordTable } from '../base/words.ts';

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
