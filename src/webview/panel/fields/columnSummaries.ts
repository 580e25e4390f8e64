import { render } from 'lit-html';
import { fill } from '../../../base/words.ts';
import type { FieldStatistics } from '../../../messages/fieldStatistics.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import { MenuPart } from '../pane.ts';
import { hasValues } from '../question/questionKeys.ts';
import { summaryChoices, type SummaryOptions, columnSummaryText, summaryView } from './columnSummary.ts';

/** Number of summaries requested at the same time, so that records come first. */
const AT_ONCE = 2;
/** Longest wait for the page to become idle. */
const PATIENCE_MS = 500;

/** The headers' summaries, requested once in view and after the records. A menu offers their bars to keyboards. */
export class ColumnSummaries extends MenuPart {
  readonly #statistics = new Map<number, FieldStatistics | 'unknown'>();
  #generation: number | undefined;
  #asking = new AbortController();
  #queue: number[] = [];
  #running = 0;
  #isWaiting = false;

  /** Takes over statistics of all records of a field, in place of a sample's. */
  take(field: number, counted: FieldStatistics): void {
    this.#renew();
    this.#statistics.set(field, counted);
    this.context.grid()?.elements.redrawSummaries();
  }

  of(field: number): FieldStatistics | undefined {
    this.#renew();
    const statistics = this.#statistics.get(field);
    return typeof statistics === 'object' ? statistics : undefined;
  }

  perform(action: GridAction): boolean {
    if (action !== 'filterBySummary') return false;
    const { grid, send } = this.context;
    const field = grid()?.current?.field;
    if (field !== undefined) send(this.#choose(field));
    return true;
  }

  /** Draws a summary or requests it, and returns its words. Empty while the file loads: statistics would differ. */
  readonly draw = (field: number, below: HTMLElement): string => {
    this.#renew();
    if (!this.#statistics.has(field) && this.context.result()?.isPartial !== true) this.#enqueue(field);
    const shown = this.of(field);
    const options = this.#optionsOf(field);
    render(summaryView(shown, options), below);
    return shown === undefined ? '' : columnSummaryText(shown, options);
  };

  #optionsOf(field: number): SummaryOptions {
    const { strings, language, send, host, result } = this.context;
    const shown = result();
    const id = shown?.fields[field]?.id;
    const canAskEmpty = shown?.question?.answersSql === true && id !== undefined && hasValues(shown, field);
    const generation = this.#generation ?? 0;
    return {
      ...{ strings, language },
      empty: canAskEmpty ? { kind: 'empty', field: id, isEmpty: true } : undefined,
      onFilter: (filter) => send(host.change(generation, { kind: 'filter', filter })),
    };
  }

  /** Opens a menu at the header, unless people have moved on while the values were counted. */
  async #choose(field: number): Promise<void> {
    this.#renew();
    const { signal } = this.#asking;
    const { strings, announce, grid, result } = this.context;
    const cached = this.#statistics.get(field);
    const statistics =
      typeof cached === 'object'
        ? cached
        : await this.context.host.statistics(this.#generation ?? 0, field, false, false, signal);
    const name = result()?.fields[field]?.id;
    if (signal.aborted || name === undefined || grid()?.current?.field !== field) return;
    const choices = summaryChoices(statistics, this.#optionsOf(field));
    const anchor = grid()?.rectOf({ row: -1, field });
    if (choices.length === 0 || anchor === undefined) {
      announce(strings.noSummaryFilter);
      return;
    }
    this.menu.open(anchor, fill(strings.summaryMenu, name || strings.noName), [choices]);
  }

  #renew(): void {
    const result = this.context.result();
    if (result?.generation !== this.#generation) this.#forget(result?.generation);
  }

  #forget(generation: number | undefined): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#generation = generation;
    this.#statistics.clear();
    this.#queue = [];
    this.#running = 0;
  }

  #enqueue(field: number): void {
    if (!this.#queue.includes(field)) this.#queue.push(field);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestIdleCallback(
      () => {
        this.#isWaiting = false;
        this.#askNext();
      },
      { timeout: PATIENCE_MS },
    );
  }

  #askNext(): void {
    const { signal } = this.#asking;
    while (this.#running < AT_ONCE) {
      const field = this.#queue.shift();
      if (field === undefined) return;
      if (this.#statistics.has(field)) continue;
      this.#statistics.set(field, 'unknown');
      this.#running += 1;
      const request = this.context.host.statistics(this.#generation ?? 0, field, false, false, signal);
      // A field whose values can't be counted has no summary. The fields pane shows why.
      void request
        .catch(() => undefined)
        .then((statistics) => {
          if (signal.aborted) return;
          if (statistics !== undefined) this.#statistics.set(field, statistics);
          this.#running -= 1;
          this.context.grid()?.elements.redrawSummaries();
          this.#askNext();
        });
    }
  }
}
