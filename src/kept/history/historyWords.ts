import type { WordTable } from '../../base/words.ts';

export const HISTORY_WORDS = {
  pinned: 'Pinned',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  older: 'Older',
  about: 'about {records}',
  oneGroup: '1 group',
  groups: '{count} groups',
  /** The portal that answered, and the time. */
  ran: '{portal}, {time}',
  select: 'Select a query to run it again. Type to search by resource, filter, portal or name.',
  nothing: 'No queries yet. The queries that you run are listed here, and stay on this machine.',
  off: 'The query history is turned off in the settings, and nothing is in it.',
  pin: 'Pin',
  unpin: 'Unpin',
  name: 'Name…',
  remove: 'Remove from History',
  namePrompt: 'Name of the query. Leave it empty to show the query itself.',
  secretName: "A name can't contain a password or token, because names are stored.",
  removed: 'Removed "{name}" from the history.',
  gone: 'This query is no longer in the history.',
  notListed: '"{label}" is no longer listed.',
  listAgain: 'Add its portal or open its file again, then run the query.',
  askClear: 'Clear the query history?',
  clearDetail:
    'This removes {count} queries from this machine, {pinned} of them pinned. Records and documents are kept.',
  clear: 'Clear',
} as const satisfies WordTable;
