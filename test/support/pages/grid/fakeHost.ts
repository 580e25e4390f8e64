/**
 * Replaces the extension in the grid's page, with made-up records. A test controls it through `window.fakeGridHost`.
 */
import {
  GridFrameView,
  GridHost,
  GridPanelView,
  type GridMessage,
  type GridQuestion,
  type GridResult,
  type SavedPanel,
} from '../../../../src/messages/gridProtocol.ts';
import type { FieldStatistics } from '../../../../src/messages/fieldStatistics.ts';
import type { Summary } from '../../../../src/datastore/query/summary.ts';
import type { FrequentValues } from '../../../../src/datastore/query/queryChange.ts';
import type { Handlers, Remote } from '../../../../src/messages/rpc.ts';
import { connectPage, type HostCall, savedState } from '../pageHost.ts';
import { PLAIN_LOOK } from '../plainLook.ts';
import { NO_QUESTION } from '../../../../src/webview/panel/question/questionKeys.ts';
import { createBareGrid } from './bareGrid.ts';
import { BEGUN } from './begunPage.ts';
import { fakeFind } from './fakeFind.ts';
import { type Sample, type SampleName, samples } from './sampleRecords.ts';
import { sampleStatistics } from './sampleStatistics.ts';

export const SAVED: SavedPanel = { version: 1, portalId: 'p', resourceId: 'r', query: '{"q":"draw"}' };

export const REFUSED: GridMessage = {
  tone: 'error',
  text: 'data.testville.example did not answer within 30 s.',
  hint: 'The records from before are still here. Try again, or ask for less.',
  offers: offersOf('Try Again', 'Edit Query', 'Show Log'),
};

function offersOf(...labels: readonly string[]): GridMessage['offers'] {
  return labels.map((label, index) => ({ id: `state/${index}`, label }));
}

const WAITING = offersOf('Run Again', 'Edit Query');

const FREQUENT: FrequentValues = {
  values: [
    { value: { type: 'text', text: 'math' }, label: 'math', records: 6251 },
    { value: { type: 'text', text: 'art' }, label: 'art', records: 6000 },
    { value: { type: 'text', text: 'science and art' }, label: 'science and art', records: 250 },
    { value: { type: 'text', text: '' }, label: '', records: 3 },
  ],
  counted: 12_501,
  isAll: true,
  isCut: false,
};

interface Asked {
  readonly first: number;
  readonly last: number;
  aborted: boolean;
  answered: boolean;
}

/** Controls the host's answers. A test sets what it needs. */
interface Mood {
  sample: SampleName;
  /** Records that replace the named sample. */
  given?: Sample;
  latencyMs: number;
  failRows: boolean;
  failRecord: boolean;
  /** Why a change is refused. Empty if it isn't. */
  refusal: string;
  frequent: FrequentValues;
  /** Values that only a search finds. */
  rareValues: FrequentValues['values'];
  failStatistics: boolean;
  /** Statistics of every field, in place of the sample's. */
  statistics: FieldStatistics | undefined;
  firstChart: Summary | null;
  /** Delay of statistics of loaded records in milliseconds, like those of a large local file. */
  statisticsMs: number;
  /** Delay of statistics over all records in milliseconds. Those of loaded records come at once. */
  countingMs: number;
  /** Title of the change that Undo and Redo would apply. */
  undone: string;
  /** Settles when VS Code knows the focus. */
  focusKnown: Promise<void>;
}

interface ResultOptions {
  readonly rowCount?: number;
  readonly isFinal?: boolean;
  readonly isPartial?: true;
  readonly hasOthers?: true;
  readonly query?: string;
  readonly resourceId?: string;
  readonly notice?: string;
  readonly computed?: string;
  readonly continuesAt?: number;
  readonly limit?: number;
  readonly head?: GridResult['head'];
  readonly layout?: NonNullable<GridResult['layout']>;
  readonly question?: Partial<GridQuestion>;
}

export interface FakeHost {
  readonly calls: readonly HostCall[];
  readonly asked: Asked[];
  readonly mood: Mood;
  readonly view: Remote<GridPanelView & GridFrameView>;
  /** Shows a result with the next generation. */
  result(options?: ResultOptions): Promise<number>;
  refuse(problem?: Partial<GridMessage>): Promise<void>;
  cancelled(text: string): Promise<void>;
  idle(): Promise<void>;
  saved(): unknown;
  /** Makes the panel show another resource. */
  restart(): void;
}

declare global {
  interface Window {
    fakeGridHost: FakeHost;
    createRecordsGrid: typeof createBareGrid;
  }
}

const mood: Mood = {
  sample: 'lessons',
  latencyMs: 5,
  failRows: false,
  failRecord: false,
  refusal: '',
  frequent: FREQUENT,
  rareValues: [],
  failStatistics: false,
  statistics: undefined,
  firstChart: null,
  statisticsMs: 0,
  countingMs: 5,
  undone: '',
  focusKnown: Promise.resolve(),
};
const sample = (): Sample => mood.given ?? samples[mood.sample];
const asked: Asked[] = [];
let generation = 0;
/** Row count of the last shown result. */
let rowCount = 0;

/** Answers after the latency, or never if aborted before. */
function later<T>(answer: () => T, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    try {
      resolve(answer());
    } catch (error) {
      reject(error);
    }
  }, mood.latencyMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return promise;
}

const done = () => undefined;
const handlers: Handlers<GridHost> = {
  ready: () => ({ look: PLAIN_LOOK, name: 'Lessons' }),
  rows: (_, first, last, signal) => {
    const question: Asked = { first, last, aborted: false, answered: false };
    asked.push(question);
    signal.addEventListener('abort', () => (question.aborted = true));
    const { row } = sample();
    return later(() => {
      if (mood.failRows) throw new Error('The server closed the connection.');
      question.answered = true;
      return Array.from({ length: last - first }, (_row, index) => row(first + index));
    }, signal);
  },
  record: (_, row, signal) =>
    later(() => {
      if (mood.failRecord) throw new Error('The server closed the connection.');
      return sample()
        .row(row)
        .map((cell) => (cell && typeof cell === 'object' && 't' in cell ? 'x'.repeat(cell.length) : cell));
    }, signal),
  continueAt: done,
  find: (_, question, signal) => later(() => fakeFind(sample(), question), signal),
  openLink: done,
  openRecord: done,
  change: () => {
    if (mood.refusal !== '') throw new Error(mood.refusal);
  },
  showComputation: done,
  showGroup: () => {
    if (mood.refusal !== '') throw new Error(mood.refusal);
  },
  goBack: done,
  goForward: done,
  undo: () => mood.undone,
  redo: () => mood.undone,
  typedElsewhere: done,
  frequentValues: (_, _field, part, signal) => {
    signal.addEventListener('abort', () => calls.push({ method: 'stopCounting', args: [] }));
    const { values, ...facts } = mood.frequent;
    const all = part === '' ? values : [...values, ...mood.rareValues];
    const found = all.filter(({ label }) => label.toLowerCase().includes(part.toLowerCase()));
    return later(() => ({ ...facts, isCut: facts.isCut && part === '', values: found }), signal);
  },
  statistics: async (_, field, ofAll, _hasSpread, signal) => {
    if (mood.statistics) return mood.statistics;
    const waitMs = ofAll ? mood.countingMs : mood.statisticsMs;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
    if (ofAll && mood.failStatistics) throw new Error('This portal does not count by itself.');
    return sampleStatistics(sample(), field, ofAll ? rowCount : Math.min(1000, rowCount), rowCount);
  },
  act: done,
  retry: done,
  cancel: done,
  editQuery: done,
  exportJson: done,
  exportRecords: done,
  saveChart: done,
  firstChart: () => mood.firstChart,
  stepsOf: () => '0.5',
  layoutChanged: done,
  copyText: done,
  copyCells: done,
  selected: done,
  sumAll: done,
  focused: () => mood.focusKnown,
};

const { calls, view } = connectPage({
  host: GridHost,
  handlers,
  view: { ...GridPanelView, ...GridFrameView },
  // Many tests look at calls right after they have pressed a key.
  deliver: queueMicrotask,
});

const fake: FakeHost = {
  calls,
  asked,
  mood,
  view,
  result: ({
    rowCount: rows = 12_501,
    isFinal = true,
    query = SAVED.query,
    question,
    resourceId = SAVED.resourceId,
    ...more
  } = {}) => {
    rowCount = rows;
    return view.result({
      generation: ++generation,
      fields: sample().fields,
      rowCount,
      rowCountIsFinal: isFinal,
      head: [],
      status: `${rowCount.toLocaleString('en')} matching records · 82 ms`,
      server: 'data.testville.example/en',
      ...{ name: 'Lessons', label: 'Lessons: draw, subject math or art' },
      ...(question && { question: { ...NO_QUESTION, ...question } }),
      saved: { ...SAVED, query, resourceId },
      ...more,
    });
  },
  refuse: (problem) => view.message({ ...REFUSED, ...problem }),
  cancelled: (text) => view.message({ tone: 'info', text, offers: WAITING }),
  idle: () =>
    view.message({
      ...{ tone: 'info', text: 'These records were not asked for again yet.' },
      ...{ offers: WAITING, saved: SAVED },
    }),
  saved: savedState,
  restart: () => void view.restart(BEGUN).catch(() => undefined),
};

Object.assign(window, { fakeGridHost: fake, createRecordsGrid: createBareGrid });
