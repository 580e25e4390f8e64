/** S1: texts from outside, in every place where pages and VS Code show one (docs/security.md 1 and 4). */
import assert from 'node:assert/strict';
import type { PageKind } from '../../src/platform/page.ts';
import { plain, plainLabel, plainRemark } from '../../src/platform/plain.ts';
import { EMPTY_DRAFT } from '../../src/datastore/query/draft.ts';
import { BEGUN } from '../support/pages/grid/begunPage.ts';
import { isFull } from '../support/results/full.ts';
import { Cases } from './cases.ts';
import { HostilePages, type OpenedPage } from './hostilePage.ts';
import { TEXTS } from './markup.ts';

/** Stands for the text in what is shown. */
const T = '\u0001TEXT\u0001';
/** The daily run leaves every second text out where each is shown alone; all are shown there with the policy. */
const isShown = (at: number, kind: PageKind, hasPolicy: boolean): boolean =>
  isFull || hasPolicy || kind !== 'details' || at % 2 === 0;
/** Shown at once, where a text can't hide what follows it: one alone in Markdown, and several where there is nothing but text. */
const groupsOf = (kind: PageKind, hasPolicy: boolean): readonly string[] => {
  const size = hasPolicy ? 12 : kind === 'details' ? 1 : 4;
  const texts = TEXTS.filter((_, at) => isShown(at, kind, hasPolicy));
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size).join(' '),
  );
};
/** Milliseconds in which a page draws, before its effects are looked for. */
const FRAME_MS = 20;

const OFFERS = [{ id: 'a', label: T }];
const CONDITION = { field: T, kind: 'values', values: [{ type: 'text', text: T }], list: false };
const STATISTICS = {
  ...{ records: 9, total: 9, isAll: true, nulls: 0, distinct: 2, min: T, max: T, shape: 'values', note: T },
  bars: [
    { label: T, records: 5 },
    { label: `${T}2`, records: 4 },
  ],
};
const DETAILS = {
  ...{ title: T, place: T, kind: 'resource', isSaved: false },
  about: {
    ...{ state: 'shown', title: T, notes: T, datasetNotes: `${T}\n\nand ${T}`, hasWebsite: true, hasFile: true },
    facts: [
      { label: T, value: T, isDataset: true },
      { label: T, value: T, link: T },
    ],
    resources: { first: [{ id: T, name: T, facts: T, hasRecords: true }], count: T, hasMore: true },
  },
  records: {
    ...{ state: 'shown', total: T, fieldCount: T, hasMoreFields: true },
    fields: [{ id: T, type: T, isNumber: false, label: T, notes: T, unit: T }],
    sample: [[T], [{ t: T, length: 9000 }], [{ j: JSON.stringify([T]) }]],
  },
};
const FAILED = { state: 'failed', message: T, hint: T, offersToken: true };
const OPTIONS = {
  options: [
    { name: 'format', label: T, value: T, choices: [{ value: T, label: T }], fact: T, isOpen: true },
    { name: 'delimiter', label: T, value: 'other', choices: [{ value: 'other', label: T }], typed: T, isOpen: false },
    { name: 'comment', label: T, value: T, choices: [], isOpen: false },
  ],
  lines: [
    { text: T, role: 'names' },
    { text: T, role: 'leftOut' },
  ],
  parts: { label: T, all: [T, 'b'], selected: [T], leftOut: [T] },
  nullWords: [T],
  columns: [
    { name: T, options: { kind: 'boolean', trueWords: [T], falseWords: [T] }, isChosen: true, values: 4, fitting: 4 },
    {
      name: T,
      options: { kind: 'number', sign: T },
      isChosen: false,
      doubt: 'misfits',
      values: 4,
      fitting: 3,
      misfit: { text: T, line: 4 },
    },
  ],
  sample: [[{ text: T }, { text: T, value: T }]],
  problem: T,
  isBusy: false,
};
const PORTAL = { id: 'p', name: T, baseUrl: T, resources: [{ id: T, name: T }], qMeans: 'words' };
const ROW = { field: T, values: [{ type: 'text', text: T }], list: true };
const DRAFT = {
  ...EMPTY_DRAFT,
  portalId: 'p',
  resource: T,
  q: T,
  limit: T,
  filterRows: [ROW],
  sort: [{ field: T, descending: true }],
  fields: [T],
  summary: {
    groups: [{ field: T }, { field: T, width: T }],
    measures: [{ calculate: 'sum', field: T }],
    top: T,
    zone: '',
  },
};
const FIELDS = [
  { id: T, type: T, kind: 'text', label: T, notes: T, unit: T },
  { id: `${T}2`, type: 'json', kind: 'json' },
  { id: `${T}3`, type: 'text', kind: 'text' },
];
const CELLS = [T, { j: JSON.stringify({ [T]: T }) }, { t: `https://a.example/${T}`, length: 9000 }];

/** A summary whose chart has the text in its title, axes, legend, marks and lists. */
const CHARTED = {
  ...{ generation: 1, rowCount: 2, rowCountIsFinal: true, status: T, server: T, name: T, label: T, computed: T },
  fields: [
    { id: T, type: 'text', kind: 'text' },
    { id: `${T}2`, type: 'text', kind: 'text', label: T },
    { id: `sum:${T}`, type: 'numeric', kind: 'number', unit: T },
  ],
  head: [
    [T, `${T}2`, 5],
    [`${T}3`, T, 7],
  ],
  question: {
    ...{ q: '', filters: [], sort: [], findsWords: true, canGoBack: true, canGoForward: true },
    ...{ hasRanges: true, answersSql: true, recordFields: [{ id: T, type: 'text' }] },
    summary: { groups: [{ field: T }, { field: `${T}2` }], measures: [{ calculate: 'sum', field: T }] },
  },
  saved: { version: 1, portalId: 'p', resourceId: T, query: T },
};

interface Show {
  /** Called on what the stand-in has, with `T` in its arguments. */
  readonly calls: readonly (readonly [method: string, ...args: readonly unknown[]])[];
  /** The mood of the stand-in, set before the calls. */
  readonly mood?: unknown;
  /** The result that is shown as a chart behind these calls. */
  readonly charted?: unknown;
  /** How often the text stands in it. */
  readonly places: number;
}

const placesIn = (value: unknown): number => JSON.stringify(value).split(JSON.stringify(T).slice(1, -1)).length - 1;

function show(calls: Show['calls'], mood?: unknown, charted?: unknown): Show {
  return { calls, mood, charted, places: placesIn([calls, mood, charted]) };
}

const SHOWS: Readonly<Record<PageKind, Show>> = {
  form: show(
    [
      ['portals', [PORTAL]],
      ['show', DRAFT, 'revision', null],
      ['runState', { kind: 'failed', problem: { part: 'portal', severity: 'error', message: T }, offerToken: true }],
    ],
    { portals: [PORTAL], fields: [{ id: T, type: T }] },
  ),
  grid: show(
    [
      ['loading', T],
      [
        'result',
        {
          ...{
            generation: 1,
            fields: FIELDS,
            rowCount: 3,
            rowCountIsFinal: true,
            head: [CELLS, CELLS, CELLS],
            limit: 3,
          },
          ...{ status: T, server: T, name: T, label: T, notice: T, computed: T },
          question: {
            ...{ q: T, qField: T, filters: [CONDITION], sort: [{ field: T, descending: true }], findsWords: true },
            summary: { groups: [{ field: T }], measures: [{ calculate: 'sum', field: T }], zone: T },
            recordFields: [{ id: T, type: T }],
            ...{ canGoBack: true, canGoForward: true, hasRanges: true, answersSql: true },
          },
          saved: { version: 1, portalId: 'p', resourceId: T, query: '{}' },
        },
      ],
      ['about', [{ kind: 'a', text: T, offers: OFFERS }]],
      ['summary', 1, T, true],
      ['message', { tone: 'error', text: T, hint: T, offers: OFFERS }],
      ['message', { tone: 'info', text: T, hint: T, offers: OFFERS }],
    ],
    {
      given: { fields: FIELDS, cells: CELLS },
      statistics: STATISTICS,
      frequent: {
        ...{ counted: 9, isAll: true, isCut: false },
        values: [{ value: { type: 'text', text: T }, label: T, records: 9 }],
      },
      latencyMs: 0,
    },
    CHARTED,
  ),
  options: show([['show', OPTIONS]]),
  details: show([
    ['show', DETAILS],
    ['show', { ...DETAILS, about: FAILED, records: FAILED }],
    ['show', { ...DETAILS, kind: 'dataset', records: { state: 'none', words: T, canTry: true } }],
  ]),
};

/** Shows one text after the other, in every place; runs in the page. */
async function showAll([kind, { calls, mood, charted }, texts, marker, frame]: readonly [
  PageKind,
  Show,
  readonly string[],
  string,
  number,
]): Promise<void> {
  const { fakeHost, fakeGridHost, fakeOptions, fakeDetails } = window;
  const host = { form: fakeHost, grid: fakeGridHost, options: fakeOptions, details: fakeDetails }[kind] as {
    readonly view?: object;
    readonly mood?: object;
  };
  const view = (host.view ?? host) as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  const place = JSON.stringify(marker).slice(1, -1);
  let generation = 1000;
  for (const text of texts) {
    const fill = (value: unknown): unknown =>
      value === undefined
        ? undefined
        : JSON.parse(JSON.stringify(value).replaceAll(place, JSON.stringify(text).slice(1, -1)));
    const { given, ...rest } = (fill(mood) ?? {}) as {
      readonly given?: { readonly fields: unknown; readonly cells: unknown };
    };
    Object.assign(host.mood ?? {}, rest, given && { given: { fields: given.fields, row: () => given.cells } });
    generation += 1;
    for (const [method, ...args] of fill(calls) as Show['calls']) {
      const current = args.map((arg) =>
        arg === 1
          ? generation
          : typeof arg === 'object' && arg !== null && 'generation' in arg
            ? { ...arg, generation }
            : arg,
      );
      await view[method]?.(...current);
    }
    if (kind === 'grid') {
      await view['perform']?.('showFields');
      await view['perform']?.('showRecord');
      await view['perform']?.('filterField');
      await view['perform']?.('summarize');
      generation += 1;
      await view['result']?.({ ...(fill(charted) as object), generation });
      document.querySelector<HTMLElement>('.chart-switch [aria-pressed=false]:last-child')?.click();
      while (document.querySelector('.chart-drawing [data-mark]') === null)
        await new Promise((resolve) => setTimeout(resolve, frame));
    }
    if (kind === 'form') document.querySelector<HTMLElement>('#portal')?.click();
    await new Promise((resolve) => setTimeout(resolve, frame));
  }
}

describe('S1: a text from outside', function () {
  this.timeout(60_000);
  const cases = new Cases();
  let pages: HostilePages;
  before(async () => {
    pages = await HostilePages.start();
  });
  after(() => pages.stop());
  after(() =>
    cases.count(
      'S1',
      `texts stay texts: ${String(TEXTS.length)} hostile ones in each place, with the policy of the page and without${isFull ? '' : ' (every second one in details)'}`,
    ),
  );

  it('runs where a page takes it for markup: the corpus and the watch are good for something', async () => {
    const { page } = await pages.openHtml('<!DOCTYPE html><body></body>');
    const ran = await page.evaluate(async (texts) => {
      for (const text of texts.filter((each) => !/http-equiv|<form|href="(?!https)/.test(each))) {
        const holder = document.createElement('div');
        document.body.append(holder);
        holder.innerHTML = text;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return window.ran.size + window.strangers().length;
    }, TEXTS);
    await page.close();
    assert.ok(TEXTS.length >= 300, String(TEXTS.length));
    assert.ok(ran >= 100, `only ${String(ran)} ran or left an element`);
  });

  for (const hasPolicy of [true, false])
    for (const [kind, shown] of Object.entries(SHOWS) as [PageKind, Show][])
      it(`is shown as it is by the page ${kind}, ${hasPolicy ? 'with' : 'without'} its policy`, async () => {
        const beginning = kind === 'grid' ? { ...BEGUN, name: TEXTS.join(' ') } : undefined;
        const { page, faults }: OpenedPage = await pages.open(kind, hasPolicy, TEXTS.join(' '), beginning);
        await page.locator('#root button').first().waitFor();
        await page.evaluate(showAll, [kind, shown, groupsOf(kind, hasPolicy), T, FRAME_MS] as const);
        const found = await faults();
        await page.close();
        // The number in a report tells which text ran. Any other fault counts against all texts.
        const numbers = [...TEXTS.keys()].filter((at) => isShown(at, kind, hasPolicy));
        const isWhole = found.every((fault) => numbers.some((number) => fault === `ran: ${String(number)}`));
        for (const number of numbers)
          for (let place = 0; place < shown.places; place += 1)
            cases.judge(
              `${kind}: ${TEXTS[number] ?? ''}: ${found.join('\n')}`,
              isWhole && !found.includes(`ran: ${String(number)}`),
            );
      });

  it('is no link and no icon in what VS Code itself shows', () => {
    for (const [what, make] of Object.entries({ plain, plainLabel, plainRemark }))
      for (const text of TEXTS) {
        const made = make(`[a](${text}) $(rocket) ${text}`);
        cases.judge(`${what}: ${made}`, !/\]\(|\$\(|[\p{Cc}\p{Zl}\p{Zp}]/u.test(made));
      }
  });
});
