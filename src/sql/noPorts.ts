import { EventEmitter } from 'vscode';
import type { RunPorts } from './statementRuns.ts';

/** Stands for the ports that sources/local/ implements. */
export const NO_PORTS: RunPorts = {
  sources: {
    onDidChange: new EventEmitter<void>().event,
    look: () => Promise.resolve({ kind: 'unread' }),
    prepare: () => Promise.resolve(undefined),
    refresh: () => Promise.resolve(),
  },
  results: { run: () => Promise.reject(new Error('There are no results yet.')) },
};
