/** Texts about setting and checking API tokens. */
import type { WordTable } from '../../base/words.ts';

export const TOKEN_WORDS = {
  checking: 'Checking the API token for {name}',
  noToken: 'There is no API token for {name}.',
  recognized: 'This API token belongs to {user} on {name}.',
  notRecognized: "{name} doesn't recognize this API token.",
  cannotTell: "{name} can't say who this API token belongs to. CKAN can from version 2.10 on.",
  withheld: "The API token wasn't sent, because the address redirects to another one, or the connection isn't secure.",
  seesMore: 'Datasets: {count} with the token, {others} without.',
  seesSame: 'Datasets: {count}, with the token and without.',
  seesOnly: 'Datasets: {count} with the token. Without one the portal shows none.',
  expires: 'It expires on {date}.',
  expired: 'It expired on {date}.',
  createAnother: "Create a new one on the portal's website.",
  isKey: "It's an API key of CKAN 2.9 or older.",
  keyNotTaken: "It's an API key of CKAN 2.9 or older. CKAN {version} accepts only API tokens.",
  expiredToken: 'The API token for {name} expired on {date}.',
  keyForNew: '{name} runs CKAN {version}, which accepts API tokens, not API keys like this one.',

  sendAs: 'Send as {header}',
  headerTitle: 'Set Token Header for {name}',
  headerPlaceholder: 'Select the header that carries the API token',
  headerUsual: "CKAN's default",
  headerOld: 'CKAN 2.10 and older, beside Authorization',
  headerOther: 'Other…',
  headerPrompt: "Enter the name of the header (apitoken_header_name in the portal's configuration)",
  headerProblem: "A token can't be sent under this name. Enter another one.",
  headerSet: 'The API token for {name} is now sent as {header}.',
} as const satisfies WordTable;
