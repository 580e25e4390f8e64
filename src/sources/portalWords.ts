/** Texts about portals, their resources and their API tokens in messages, questions and picks. */
import type { WordTable } from '../base/words.ts';

export const PORTAL_WORDS = {
  spoken: '{name}, portal, {facts}',
  addPortal: 'Add Portal',
  addPortalRow: 'Add Portal…',
  addressPrompt: "Enter the portal's address, or that of any page, API call or download on it",
  enterAddress: 'Enter an address.',
  invalidAddress: "This isn't a valid address. Enter one such as https://data.example.org.",
  lookingForPortal: 'Looking for a portal at {address}',
  namePrompt: 'Enter a name for {address}',
  tokenNeeded: '{host} requires an API token: {words}',
  tokenMissing: '{host} requires an API token.',
  setOne: 'Set one, or open its website to see how to get one.',
  enterName: 'Enter a name.',
  alreadyListed: '{name} is already in the list.',
  selectPortal: 'Select a portal or enter its URL',
  addTyped: 'Add "{text}"',
  newPortal: "Paste the portal's address or any of its pages, or select a public portal",
  publicPortals: 'Public portals, not checked',
  knownPortal: '{country} · {topic}',

  added: 'Added "{name}": {facts}.',
  versionUnknown: 'CKAN version hidden',
  lookAlike: 'CKAN look-alike',
  datastore: 'datastore',
  withoutDatastore: 'no datastore listed',
  extensions: 'Extensions: {names}.',
  more: '{count} more',
  countingDatasets: 'Counting the datasets of {name}',
  findDataset: 'Find Dataset…',

  addResource: 'Add Resource',
  addResourceRow: 'Add Resource…',
  openLocalFileRow: 'Open Local File…',
  exploreSample: 'Explore the Sample',
  resourcePrompt: "Enter the resource's ID, or the address of its page, an API call or a download",
  lookingForResource: 'Looking for the resource at {portal}',
  portalOfResource: 'Portal of the Resource',
  selectResource: 'Select a resource, or enter its ID or address',

  edit: 'Edit {name}',
  name: 'Name',
  testing: 'Testing the connection to {name}',
  connected: 'Connected to {name}.',
  connectedToCkan: 'Connected to {name} (CKAN {version}).',
  connectedToLookAlike: 'Connected to {name}, a CKAN look-alike.',
  noDatastore: "It doesn't list a datastore among its extensions.",
  tokenLostByRedirect: "Your API token wasn't sent, because the address redirects to another one.",
  useAddress: 'Use {address}',
  showCapabilities: 'Show Portal Capabilities',
  lookingForPage: 'Looking for the page at {name}',
  confirmRemoval: 'Remove Portal "{name}"?',
  removalDetail: "This also deletes its API token and closes its open records. The portal itself isn't changed.",
  remove: 'Remove',
  portalRemoved: 'This portal was removed.',
  addAgain: 'Add it again to search it.',

  onlySql: '{name} can answer this query only with SQL. Use SQL for this portal?',
  allowSql: 'Use SQL for "{name}"?',
  sqlUse:
    'Conditions that its search doesn\'t support, such as "is not" and "is empty", are then sent as a SELECT statement that reads this resource. The request preview shows it.',
  sqlMayBeOff: "Many portals don't allow SQL. It's tried once.",
  useSql: 'Use SQL',
  stopSql: 'Stop using SQL for "{name}"?',
  sqlLost: "You're asked again when a condition needs SQL.",
  stopUsingSql: 'Stop Using SQL',

  tryAgain: 'Try Again',
  editAddress: 'Edit Address',
  editPortal: 'Edit Portal…',
  addAnyway: 'Add Anyway',
  setToken: 'Set API Token…',

  tokenFor: 'API token for {name}',
  tokenPrompt: "Stored in VS Code's secret storage and sent only to {origin}.",
  enterToken: 'Enter a token.',
  tokenLineBreak: "A token can't contain a line break. Copy it again without one.",
  tokenCharacter: "This contains a character that a token can't have.",
  tokenNotStored: "VS Code couldn't store the API token. It's used until this window closes.",
  tokenNotCarried: "The API token for {before} isn't sent to {after}. Set one for the new address.",
  confirmPlainHttp: 'Send the API token to {host} without encryption?',
  plainHttpDetail:
    'Others on the network can read a token that is sent over http. If the portal supports https, edit its address instead. Allow this only in a network that you trust.',
  sendUnencrypted: 'Send Unencrypted',
  removeToken: 'Remove API Token',
  selectToken: 'Select the token to remove',
  tokenRemoved: 'Removed the API token for {origin}.',
  noTokens: 'There are no API tokens.',
  noPortalListed: 'no portal in the list',
} as const satisfies WordTable;

/** Texts about saved and recent resources. */
export const SAVED_WORDS = {
  recent: 'Recent',
  removed: 'Removed "{name}" from the saved resources.',
  removedRecent: 'Removed "{name}" from Recent.',
  clearedRecent: 'Cleared Recent.',
  nothingRecent: 'There are no recent resources.',
  selectRecent: 'Select a resource to open',
} as const satisfies WordTable;

/** Texts about pasted API calls. */
export const PASTED_WORDS = {
  example: 'curl …, or https://…/datastore_search?…',
  prompt: 'Paste a curl command, an API URL, a line of ckanapi, or a snippet that calls the API',
  openCall: 'Open the pasted query of {resource} at {host}',
} as const satisfies WordTable;
