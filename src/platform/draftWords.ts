import { l10n } from 'vscode';
import type { ResourceProblem } from '../datastore/client/address.ts';
import type { DraftWords } from '../datastore/query/draftWords.ts';

/** What can be wrong with a draft, in the language of the window (the placeholders stay as they are). */
export const draftWords = (): DraftWords => ({
  noPortal: l10n.t('Choose a portal or enter its base URL.'),
  unknownPortal: l10n.t('This portal is no longer in the list.'),
  notUrl: l10n.t('“{text}” is not a URL, e.g. https://data.example.org'),
  scheme: l10n.t('The base URL must begin with https:// or http://'),
  secret: l10n.t('Leave user names, passwords and tokens out of the address; set an API token instead.'),
  noResource: l10n.t('Choose a resource or enter its ID.'),
  notResource: l10n.t('This address names no resource.'),
  otherPortal: l10n.t('This address belongs to {text}; the chosen portal will be asked.'),
  notUuid: l10n.t('This does not look like a resource ID; the portal may know it as an alias.'),
  limit: l10n.t('“{text}” is not a natural number: 0, 1, 2, … or empty for all records.'),
  noField: l10n.t('Choose a field for “{text}”.'),
  fieldTwice: l10n.t('The field “{text}” has a filter already; put both values into one.'),
  notNumber: l10n.t('“{text}” is not a number such as 5, -1.50 or 2e9; choose “text” to send it as it is.'),
  notBoolean: l10n.t('Enter true or false, or choose “text”.'),
  notJson: l10n.t('This is not JSON: line {line}, column {column}.'),
  notObject: l10n.t('Filters are a JSON object, e.g. {"stage": ["a", "b"]}'),
});

/** The same words for an address that was typed outside the form. */
export function addressProblemText({ problem }: ResourceProblem, text: string): string {
  if (problem === 'empty') return l10n.t('Enter an address.');
  return draftWords()[problem].replace('{text}', () => text.trim());
}
