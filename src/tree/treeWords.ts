import type { WordTable } from '../base/words.ts';

export const TREE_WORDS = {
  tokenSet: 'token set',
  spokenResource: '{name}, resource',
  openRecords: 'Open Records',
  open: 'Open',
  opening: 'Opening {name}…',
  findDataset: 'Find Dataset…',
  recent: 'Recent',
  recentTooltip: 'Resources that were opened last',
  more: 'More…',
  rowGone: 'The list has changed since its menu was opened. Open the menu again.',
  moreRecent: 'More recent resources…',

  loading: 'loading… {share}',
  notLoaded: 'not loaded',
  notOpened: "couldn't be opened",
  stored: '{size} stored',
  loadedAt: 'loaded {time}',
  copyAndDay: 'copy of {host}, {day}',
  copyOf: 'Copy of {address}',
  fileOf: 'File from {address}',
  resourceId: 'Resource ID: {id}',
  portalResourceId: 'Resource ID on the portal: {id}',
  downloadedAt: 'Downloaded {time}',
  notOnThisMachine:
    "These items aren't on the machine that runs this extension. Copy them there, then open the copies.",

  lookingUpNames: 'Looking up the names of resources',
  selectLocalCopy: 'Select a local copy',
  noLocalCopies: 'There are no local copies. To make one, use Download Local Copy on a resource of a portal.',
  notFromFile: "This resource doesn't come from a file on this machine.",
} as const satisfies WordTable;
