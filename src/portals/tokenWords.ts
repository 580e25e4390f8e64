/** What is said of a portal's API token: when it is set, and when it is checked. */
import type { WordTable } from '../base/words.ts';

export const TOKEN_WORDS = {
  checking: 'Checking the API token for {name}',
  noToken: 'There is no API token for {name}.',
  recognized: '{name} knows this token as {user}.',
  notRecognized: "{name} doesn't know this token.",
  cannotTell: "{name} can't say who this token belongs to. CKAN does so from version 2.10.",
  withheld:
    "The token wasn't sent, because the address redirects to another one, or the connection isn't secure.",
  seesMore: 'Datasets: {count} with the token, {others} without.',
  seesSame: 'Datasets: {count}, with the token and without.',
  seesOnly: 'Datasets: {count} with the token. Without one the portal shows none.',
  expires: 'It expires on {date}.',
  expired: 'It expired on {date}.',
  createAnother: 'Create another one on the website of the portal.',
  isKey: "It's an API key, as CKAN 2.9 and older have them.",
  keyNotTaken: "It's an API key, as CKAN 2.9 and older have them. CKAN {version} takes API tokens only.",
  expiredToken: 'The API token for {name} expired on {date}.',
  keyForNew: '{name} runs CKAN {version}, which takes API tokens, not API keys like this one.',

  sendAs: 'Send as {header}',
  headerTitle: 'Set Token Header for {name}',
  headerPlaceholder: 'Select the header that carries the API token',
  headerUsual: 'CKAN unless it was set up otherwise',
  headerOld: 'CKAN 2.10 and older, beside Authorization',
  headerOther: 'Other…',
  headerPrompt: 'Enter the name of the header. The portal has it as apitoken_header_name.',
  headerProblem: "This can't be the name of a header for a token.",
  headerSet: 'The API token for {name} is now sent as {header}.',
} as const satisfies WordTable;
