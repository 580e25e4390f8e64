/** Sentences for a process that ended too early, in English or the window's language, and the button that helps. */
import { diskRefusal } from '../../base/diskRefusal.ts';
import { ENGLISH, type Translate } from '../../base/words.ts';

/** `{0}` is the exceeded limit, the folder or the port. */
export const PROCESS_END_REASONS = {
  import: {
    memory:
      'Loading it was stopped because it needed more than {0} of memory. Split the file into smaller ones, or save it as CSV.',
    time: 'Reading the view was stopped after {0}. The SQL that makes its records never ends, or takes too long.',
    crash: 'The process that loads files ended unexpectedly. Try again.',
    killed:
      'The process that loads files was ended by the system or another program. Close other programs if memory is low, and try again.',
    diskFull: 'The disk is full. Free some space and try again.',
  },
  serving: {
    memory:
      'The process that serves local files was stopped because it used more than {0} of memory. Ask for fewer records at a time, or increase the memory limit.',
    crash: 'The process that serves local files ended unexpectedly.',
    killed: 'The process that serves local files was ended by the system or another program.',
    diskFull: 'The disk that the datastore keeps its data on is full. Free some space and try again.',
    noPermission:
      "You don't have permission to write to {0}, where local data is kept. Change its permissions and try again.",
    portTaken: 'Another program uses port {0} (EADDRINUSE). Stop that program, or select another port with --port.',
  },
  database: {
    memory:
      'The process that connects to the database was stopped because it used more than {0} of memory. Ask for fewer records at a time.',
    crash: 'The process that connects to the database ended unexpectedly. Try again.',
    killed: 'The process that connects to the database was ended by the system or another program. Try again.',
  },
  sql: {
    memory:
      'Query needs more memory than the datastore may use: it was stopped at {0}. Filter more, join fewer tables, or select fewer fields.',
    time: 'Query took too long: it was stopped after {0}. Filter more, join fewer tables, or select fewer fields.',
    crash: 'Query failed: the process that runs SQL ended unexpectedly. Try again, or simplify the query.',
    killed: 'Query failed: the process that runs SQL was ended by the system or another program. Run it again.',
  },
} as const;

export type ProcessKind = keyof typeof PROCESS_END_REASONS;
export type ProcessEnding = 'memory' | 'time' | 'crash' | 'killed' | 'diskFull' | 'noPermission' | 'portTaken';

export const ENDING_BUTTON_WORDS = {
  changeOptions: 'Change Import Options…',
  clearData: 'Clear Local Data…',
  memoryLimit: 'Change Memory Limit',
  showLog: 'Show Log',
} as const;

export type EndingButton = keyof typeof ENDING_BUTTON_WORDS;

const BUTTONS: Readonly<Partial<Record<ProcessKind, Partial<Record<ProcessEnding, EndingButton>>>>> = {
  import: { memory: 'changeOptions', diskFull: 'clearData' },
  serving: { memory: 'memoryLimit', diskFull: 'clearData' },
};

/** Thrown if a process of this program ended or couldn't start for a reason in PROCESS_END_REASONS. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly process: ProcessKind;
  readonly ending: ProcessEnding;
  readonly detail: string;

  constructor(process: ProcessKind, ending: ProcessEnding, detail = '', options?: ErrorOptions) {
    super(endingText({ process, ending, detail }), options);
    this.process = process;
    this.ending = ending;
    this.detail = detail;
  }

  get button(): EndingButton {
    return BUTTONS[this.process]?.[this.ending] ?? 'showLog';
  }
}

export function endingText(
  { process, ending, detail }: Pick<ProcessEnded, 'process' | 'ending' | 'detail'>,
  translate: Translate = ENGLISH.translate,
): string {
  const reasons: Partial<Record<ProcessEnding, string>> = PROCESS_END_REASONS[process];
  return translate(reasons[ending] ?? reasons.crash ?? '', detail);
}

/** Formats megabytes, for example as `1.5 GB` or `576 MB`. */
export function memoryText(megabytes: number): string {
  const gigabytes = megabytes / 1024;
  return Number.isInteger(2 * gigabytes) ? `${String(gigabytes)} GB` : `${String(megabytes)} MB`;
}

export function secondsText(milliseconds: number): string {
  return `${String(milliseconds / 1000)} seconds`;
}

export function isPortTaken(error: unknown): boolean {
  return (error as { code?: string }).code === 'EADDRINUSE';
}

/** What a server can't do by a system error that people can act on (a full disk). Returns other errors unchanged. */
export function withEnding(error: unknown, detail: string): unknown {
  const ending = isPortTaken(error) ? 'portTaken' : diskRefusal(error);
  return ending === undefined ? error : new ProcessEnded('serving', ending, detail, { cause: error });
}
