import { QueryChangeError } from '../datastore/query/applyChange.ts';
import { chartFields, chartGroup, chartSummary } from '../datastore/query/chartQuestion.ts';
import { type FieldLayout, PLAIN_LAYOUT } from '../datastore/query/fieldLayout.ts';
import type { FieldStatistics } from '../messages/fieldStatistics.ts';
import type { ExploringCalls, FindAnswer, FindQuestion } from '../messages/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../datastore/query/queryChange.ts';
import type { Summary } from '../datastore/query/summary.ts';
import type { Handlers } from '../messages/rpc.ts';
import type { Failures } from '../platform/failures.ts';
import { safeFileName } from '../platform/fileName.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { type Exploration, isOfRecord } from './exploration.ts';
import type { GridScreen } from './gridScreen.ts';
import { layoutRef, type LayoutStore } from './layoutStore.ts';
import { inWords } from './panelNotices.ts';
import type { RecordsActions } from './recordsPorts.ts';
import { answerStatistics } from './statisticsAnswer.ts';
import { CHANGE_WORDS, COMPUTED_WORDS } from './recordsWords.ts';
import { requestText } from './summarySource.ts';

/** The most fields that are counted for the first chart of records. */
const MOST_CHARTED = 12;

export interface ExploringOptions {
  readonly portalId: string;
  readonly screen: GridScreen;
  readonly exploration: Exploration;
  readonly failures: Failures;
  readonly layouts: LayoutStore;
  readonly showText: RecordsActions['showText'];
  readonly remember: () => void;
  /** Keeps the panel, because people work in it. */
  readonly keep: () => void;
}

export class ExploringController implements Handlers<ExploringCalls> {
  readonly #options: ExploringOptions;

  constructor(options: ExploringOptions) {
    this.#options = options;
  }

  async change(generation: number, change: QueryChange, signal: AbortSignal): Promise<void> {
    const { screen, exploration, failures } = this.#options;
    const { shown } = screen;
    // Another result may have replaced the clicked one. Its fields are the same, but its records differ.
    if (shown === undefined || (shown.generation !== generation && isOfRecord(change))) return;
    try {
      // A query would read the whole file again, which people have to request with Try Again.
      if (screen.isDiscarded)
        throw new Problem(
          translate(CHANGE_WORDS.notLoaded, { 0: shown.names.resource }),
          translate(CHANGE_WORDS.loadFirst),
        );
      await exploration.change(shown, change, signal);
    } catch (error) {
      const problem =
        error instanceof QueryChangeError
          ? new Problem(translate(CHANGE_WORDS[error.problem], { 0: error.field }), '', { cause: error })
          : error;
      // The editors of filters and summaries show the problem. Other controls have no place for it.
      if (change.kind === 'filter' || change.kind === 'summarize') throw problem;
      await failures.show('change', problem);
    }
  }

  goBack(): void {
    this.#options.exploration.go(-1);
  }

  goForward(): void {
    this.#options.exploration.go(1);
  }

  undo(): Promise<string> {
    return this.#step(-1);
  }

  redo(): Promise<string> {
    return this.#step(1);
  }

  showGroup(generation: number, row: number, signal: AbortSignal): Promise<void> {
    const { screen, exploration, failures } = this.#options;
    return inWords(exploration.showGroup(screen.current(generation), row, signal), failures, signal);
  }

  async showComputation(generation: number): Promise<void> {
    const shown = this.#options.screen.current(generation);
    const name = translate(COMPUTED_WORDS.title, { 0: shown.names.resource });
    const ending = shown.result.summary?.statement === undefined ? 'txt' : 'sql';
    await this.#options.showText(safeFileName(name, ending), requestText(shown));
  }

  find(generation: number, question: FindQuestion, signal: AbortSignal): Promise<FindAnswer> {
    this.#options.keep();
    return this.#options.screen.current(generation).finder.find(question, signal);
  }

  frequentValues(generation: number, field: string, part: string, signal: AbortSignal): Promise<FrequentValues> {
    const { screen, exploration, failures } = this.#options;
    const values = exploration.frequentValues(screen.current(generation), field, part, signal);
    return inWords(values, failures, signal);
  }

  statistics(
    ...[generation, field, ofAll, hasSpread, signal]: Parameters<Handlers<ExploringCalls>['statistics']>
  ): Promise<FieldStatistics> {
    const { screen, failures } = this.#options;
    const onRead = (records: number) => screen.tell((page) => page.counted(generation, field, records));
    const answer = answerStatistics(screen.current(generation), { field, ofAll, hasSpread, onRead }, signal);
    return inWords(answer, failures, signal);
  }

  async firstChart(generation: number, signal: AbortSignal): Promise<Summary | null> {
    const shown = this.#options.screen.current(generation);
    const { fields } = shown.result;
    for (const field of chartFields(fields).slice(0, MOST_CHARTED)) {
      const question = { field: fields.indexOf(field), ofAll: false, hasSpread: false, onRead: () => undefined };
      // A field whose values can't be counted makes no groups.
      const facts = await answerStatistics(shown, question, signal).catch(() => undefined);
      signal.throwIfAborted();
      const group = facts && chartGroup(field, facts);
      if (group !== undefined) return chartSummary(group);
    }
    return null;
  }

  stepsOf(generation: number, field: string, signal: AbortSignal): Promise<string> {
    const { screen, exploration, failures } = this.#options;
    return inWords(exploration.stepsOf(screen.current(generation), field, signal), failures, signal);
  }

  async layoutChanged(layout: FieldLayout, title: string): Promise<void> {
    const { screen, layouts, exploration, remember } = this.#options;
    const ref = this.#ref;
    if (ref === undefined || screen.shown === undefined) return;
    const before = layouts.of(ref) ?? PLAIN_LAYOUT;
    exploration.layOut({ layout, before, title });
    remember();
    await layouts.remember(ref, layout);
  }

  async #step(step: -1 | 1): Promise<string> {
    const { screen, layouts, exploration, remember } = this.#options;
    const title = exploration.titleOf(step);
    const layout = exploration.step(step);
    const ref = this.#ref;
    if (layout !== undefined && ref !== undefined) {
      await layouts.remember(ref, layout);
      screen.tell((page) => page.layOut(layout));
      remember();
    }
    return title;
  }

  get #ref(): ResourceRef | undefined {
    const { portalId, screen } = this.#options;
    return screen.shown && layoutRef(portalId, screen.shown.query);
  }
}
