import type { Words, WordTable } from '../../base/words.ts';
import { SUMMARY_PROBLEM_STRINGS } from '../query/summaryDraft.ts';

/** Problems of a draft. `{text}` is what people typed; `{line}` and `{column}` are the position of a JSON error. */
export const DRAFT_WORDS = {
  ...SUMMARY_PROBLEM_STRINGS,
  noPortal: 'Select a portal or enter its URL.',
  unknownPortal: 'This portal is no longer in the list.',
  notUrl: '"{text}" isn\'t a URL. Enter one such as https://data.example.org.',
  scheme: 'The URL must begin with https:// or http://.',
  secret: 'Remove user names, passwords and tokens from the address. Set an API token instead.',
  noResource: 'Select a resource or enter its ID.',
  notResource: "This address doesn't name a resource.",
  file: 'This call sends a file. Paste a call that contains its query.',
  noAddress: "This call doesn't have the address of a portal. Add it.",
  unclear: "The body of this call isn't valid JSON.",
  /** A warning: the pasted address has another host than the selected portal, whose API may have its own host. */
  otherPortal: 'This address belongs to {text}, but the selected portal is searched.',
  /** A warning, because aliases are allowed. */
  notUuid: "This doesn't look like a resource ID. The portal may know it as an alias.",
  limit: '"{text}" isn\'t a whole number. Enter 0 or more, or leave it empty for all records.',
  noWord: 'Enter a letter or a digit to search for.',
  noField: 'Select a field for "{text}".',
  fieldTwice: '"{text}" already has a filter. Add all values to that filter.',
  /** CKAN 2.12+ reads a list as the possible values of a field. */
  listOfScalars:
    '"{text}" contains lists. This portal compares lists only as {"eq": ["a", "b"]}. Edit the filters as JSON.',
  notNumber: '"{text}" isn\'t a number. Enter one, or change the type to Text.',
  notBoolean: 'Enter true or false, or change the type to Text.',
  reversed: '"From" is greater than "To". Swap the values.',
  notJson: 'Invalid JSON at line {line}, column {column}.',
  notObject: 'The filters must be a JSON object, for example {"stage": ["a", "b"]}.',
} as const satisfies WordTable;

export type DraftWords = Words<typeof DRAFT_WORDS>;
