import { render } from 'lit-html';
import type { FieldStatistics } from '../../../messages/fieldStatistics.ts';
import type { PanelContext } from '../panelPart.ts';
import { summaryText, summaryView } from './columnSummary.ts';

/** So many are asked for at once: the records come first. */
const AT_ONCE = 2;
/** The latest time to begin, while the page has other things to do. */
const PATIENCE_MS = 500;

/** What the headers show of the values below them: asked for once a header is in view, after the records are drawn. */
export class ColumnSummaries {
  readonly #context: PanelContext;
  readonly #known = new Map<number, FieldStatistics | 'unknown'>();
  #generation: number | undefined;
  #asking = new AbortController();
  #wanted: number[] = [];
  #running = 0;
  #isWaiting = false;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  /** Draws the field's summary, or has it asked for. Gives the words for it. */
  readonly draw = (field: number, below: HTMLElement): string => {
    const result = this.#context.result();
    if (result?.generation !== this.#generation) this.#forget(result?.generation);
    const found = this.#known.get(field);
    if (found === undefined) this.#want(field);
    const { strings, language, host, send } = this.#context;
    const generation = this.#generation ?? 0;
    const options = {
      ...{ strings, language },
      onFilter: (filter: NonNullable<FieldStatistics['bars'][number]['filter']>) =>
        send(host.change(generation, { kind: 'filter', filter })),
    };
    const shown = typeof found === 'object' ? found : undefined;
    render(summaryView(shown, options), below);
    return shown === undefined ? '' : summaryText(shown, options);
  };

  #forget(generation: number | undefined): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#generation = generation;
    this.#known.clear();
    this.#wanted = [];
    this.#running = 0;
  }

  #want(field: number): void {
    if (!this.#wanted.includes(field)) this.#wanted.push(field);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestIdleCallback(
      () => {
        this.#isWaiting = false;
        this.#ask();
      },
      { timeout: PATIENCE_MS },
    );
  }

  #ask(): void {
    const { signal } = this.#asking;
    while (this.#running < AT_ONCE) {
      const field = this.#wanted.shift();
      if (field === undefined) return;
      if (this.#known.has(field)) continue;
      this.#known.set(field, 'unknown');
      this.#running += 1;
      void this.#load(field, signal).then(() => {
        if (signal.aborted) return;
        this.#running -= 1;
        this.#context.grid()?.redrawSummaries();
        this.#ask();
      });
    }
  }

  /** A field whose values can't be counted has no summary; the fields pane says why. */
  async #load(field: number, signal: AbortSignal): Promise<void> {
    const { host } = this.#context;
    const asked = host.statistics(this.#generation ?? 0, field, false, signal);
    const found = await asked.catch(() => undefined);
    if (!signal.aborted && found !== undefined) this.#known.set(field, found);
  }
}
