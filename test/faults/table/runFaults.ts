/** Faults of records that come in many answers, and faults on our own side. */
import { fault, type NetworkFault } from './networkFault.ts';

export const RUN_FAULTS: readonly NetworkFault[] = [
  fault(64, 'Records that move between pages', [], 'read', {
    note: 'Each page begins with the record before it. If that one is gone or different, an export stops; what is added or deleted elsewhere moves nothing where pages follow `_id`.',
    words: ['dataChanged', 'repeatedRecords'],
  }),
  fault(65, 'A total that is wrong', [], 'stop', {
    note: 'It affects the progress, never the end. An end before a counted total is looked at twice.',
    words: ['incomplete', 'totalWrong', 'totalAtLeast'],
  }),
  fault(66, 'A page with fewer records than there are', [], 'read', {
    note: 'The end is a request behind the last record that gives none.',
  }),
  fault(67, 'A limit that the server lowers', [], 'read', { note: "It's learned from the first short page." }),
  fault(68, 'Repeated records, or an ignored offset', [], 'stop', { words: ['repeatedPage'] }),
  fault(69, 'Fields that change during an export', [], 'stop', { words: ['fieldsChanged'] }),
  fault(70, 'A resource that is replaced during an export', [], 'stop', {
    note: 'Seen by whole records where two pages meet, and by what the portal says of the data. A resume looks at earlier records first.',
    words: ['dataChanged', 'incomplete', 'recordsRemoved', 'fieldsChanged'],
  }),
  fault(71, 'A clock that is wrong, or jumps', [], 'read', {
    note: "Waits and sleep are measured by clocks that can't be set, and dates by the server's.",
  }),
  fault(72, 'Sleep, another network, no network', ['offline', 'network'], 'repeat', {
    note: "Up to ten failures of the network within a minute after this computer woke aren't counted as tries; else the network's return isn't waited for.",
  }),
  fault(73, 'Cancel, at any point', [], 'stop', { note: 'Within 200 ms. Cancelled is only what its signal says.' }),
  fault(74, "A response that isn't wanted and holds its connection", [], 'read', {
    note: 'Its body is always read or dropped.',
  }),
  fault(75, 'A full disk, a folder that is gone, a locked file', [], 'stop', {
    note: 'Incomplete data is kept beside the target, never under its name.',
  }),
  fault(76, 'A token that no header can carry', [], 'stop', { words: ['badToken'] }),
  fault(77, "A browser's refusal of another origin", [], 'stop', {
    never: 'The extension runs on desktops and remote machines, not in a browser.',
  }),
];
