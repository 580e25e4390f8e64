import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill, numberText } from '../../../base/words.ts';
import type { FieldCondition } from '../../../datastore/query/condition.ts';
import type { FieldStatistics } from '../../../messages/fieldStatistics.ts';
import type { GridField } from '../../../messages/gridProtocol.ts';
import { messageOf } from '../../../messages/rpc.ts';
import { textButton } from '../../ui/controls/buttons.ts';
import { element } from '../../ui/element.ts';
import { holdsFocus } from '../../ui/focus.ts';
import { progressBar } from '../../ui/controls/progressBar.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { PanelContext } from '../panelPart.ts';
import { scopeText, statisticsView } from './statisticsView.ts';

/** Time after which a running count is shown, with Cancel. */
const PATIENCE_MS = 400;

export interface FieldDetailsOptions {
  readonly context: PanelContext;
  readonly generation: number;
  readonly place: number;
  readonly field: GridField;
  readonly statistics: FieldStatistics | undefined;
  readonly onStatistics: (statistics: FieldStatistics) => void;
  readonly onFocusLost: () => void;
}

/** The details below a field of the fields pane: description, statistics, and a button to count all records. */
export class FieldDetails {
  readonly element = element('div', 'field-facts');
  readonly #options: FieldDetailsOptions;
  readonly #button: Ref<HTMLElement> = createRef();
  #statistics: FieldStatistics | undefined;
  #loading: AbortController | undefined;
  #isCounting = false;
  #status = '';
  /** Why all records can't be counted. Stays until they are counted again, even if there is a sample. */
  #problem = '';

  constructor(options: FieldDetailsOptions) {
    this.#options = options;
    this.#statistics = options.statistics;
    if (this.#statistics) this.#draw();
    else this.#load(false);
  }

  /** Counts a sample again, because more records may be loaded. */
  refresh(): void {
    if (this.#loading === undefined && this.#statistics?.isAll !== true) this.#load(false);
  }

  counted(records: number): void {
    const { strings, language } = this.#options.context;
    if (!this.#isCounting) return;
    this.#status = fill(strings.countedSoFar, numberText(records, language));
    this.#draw();
  }

  dispose(): void {
    this.#loading?.abort();
  }

  #load(isAll: boolean): void {
    const { context, generation, place, onStatistics } = this.#options;
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    if (isAll) this.#problem = '';
    this.#setCounting(isAll, isAll ? context.strings.counting : this.#problem);
    // All records of a local file are counted without a click, which may take a while.
    const showsLate = !isAll && this.#statistics === undefined;
    if (showsLate)
      setTimeout(() => {
        if (this.#loading?.signal === signal && !signal.aborted) this.#setCounting(true, context.strings.counting);
      }, PATIENCE_MS);
    context.host.statistics(generation, place, isAll, true, signal).then(
      (statistics) => {
        if (signal.aborted) return;
        this.#loading = undefined;
        this.#statistics = statistics;
        onStatistics(statistics);
        this.#setCounting(false, this.#problem);
        if (isAll) context.announce(scopeText(statistics, context));
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#loading = undefined;
        if (isAll) this.#problem = messageOf(error);
        this.#setCounting(false, messageOf(error));
        context.announce(this.#status);
      },
    );
  }

  #cancel(): void {
    this.#loading?.abort();
    this.#loading = undefined;
    this.#setCounting(false, '');
  }

  #setCounting(isCounting: boolean, status: string): void {
    this.#isCounting = isCounting;
    this.#status = status;
    this.#draw();
  }

  #draw(): void {
    const { context, generation, field, onFocusLost } = this.#options;
    const { strings, language, host, send } = context;
    const statistics = this.#statistics;
    const onFilter = (filter: FieldCondition): void => send(host.change(generation, { kind: 'filter', filter }));
    const isQuiet = statistics === undefined && this.#loading !== undefined && !this.#isCounting;
    const isDone = statistics?.isAll === true || isQuiet;
    const total = statistics?.total;
    const count = total === undefined ? strings.countAllUnknown : fill(strings.countAll, numberText(total, language));
    const hadFocus = holdsFocus(this.element);
    render(
      html`${descriptionOf(field)}${statistics && statisticsView(statistics, { strings, language, onFilter })}
        <div class="count" ?hidden=${isDone}>
          ${textButton({
            // One button starts and cancels, so that it keeps the focus.
            label: this.#isCounting ? strings.cancel : count,
            press: () => (this.#isCounting ? this.#cancel() : this.#load(true)),
            element: this.#button,
          })}
          <span class="dim">${this.#status}</span>
          ${progressBar(strings.counting, this.#isCounting, this.#status)}
        </div>`,
      this.element,
    );
    const { activeElement } = document;
    const isLost = !this.element.contains(activeElement) || (isDone && activeElement === this.#button.value);
    if (hadFocus && isLost) onFocusLost();
  }
}

function descriptionOf({ type, label, unit, notes }: GridField): unknown {
  const texts = [label, notes].flatMap((text) => (text ? [text.split('\n').map(visibleText).join('\n')] : []));
  return [
    html`<p class="dim">${visibleText(unit ? `${type} · ${unit}` : type)}</p>`,
    texts.map((text) => html`<p class="notes" dir="auto" .textContent=${text}></p>`),
  ];
}
