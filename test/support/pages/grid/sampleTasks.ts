/** Exports and waits in the form that the host sends to the records panel's page. */
import type { GridTask } from '../../../../src/messages/gridProtocol.ts';

export const RUNNING: GridTask = {
  id: 'task-1',
  title: 'Exporting records of Lessons',
  text: '1,000 of 12,501 records · 420 records/s · 27 sec left',
  fraction: 0.08,
  tools: [
    { id: 'task-1/0', label: 'Pause Export', icon: 'debug-pause' },
    { id: 'task-1/1', label: 'Cancel Export', icon: 'close' },
  ],
};

export const PAUSED: GridTask = {
  id: 'task-2',
  title: 'Exporting records of Lessons',
  text: 'Export paused at 8%',
  fraction: 0.08,
  isPaused: true,
  tools: [
    { id: 'task-2/0', label: 'Resume Export', icon: 'debug-continue' },
    { id: 'task-2/1', label: 'Cancel Export', icon: 'close' },
  ],
};

export const WAITING: GridTask = {
  id: 'wait',
  title: 'data.testville.example is busy and asks to wait until 12:30:42. The request will be repeated then.',
  text: 'Testville is busy.',
  endsIn: 12_000,
  tools: [
    { id: 'wait/0', label: 'Try Now' },
    { id: 'wait/1', label: 'Cancel' },
  ],
};
