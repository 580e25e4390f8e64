import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { GridField } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';
import type { PanelContext } from './panelPart.ts';
import { scopeText, statisticsView } from './statisticsView.ts';
import { visibleText } from '../ui/visibleText.ts';

export interface FieldFactsOptions {
  readonly context: PanelContext;
  readonly generation: number;
  /** The field's place in the result. */
  readonly field: number;
  readonly about: GridField;
  /** From before. */
  readonly known: FieldStatistics | undefined;
  readonly onKnown: (found: FieldStatistics) => void;
  /** The button is gone that had the focus. */
  readonly onFocusLost: () => void;
}

/** What is under an opened field of the fields pane: description, statistics, and the way to those of all records. */
export class FieldFacts {
  readonly element = element('div', 'field-facts');
  readonly #options: FieldFactsOptions;
  readonly #found = element('div');
  readonly #words = element('span', 'dim');
  readonly #progress: HTMLElement;
  readonly #button = element('button', 'text-button', { type: 'button' });
  readonly #count: HTMLElement;
  #shown: FieldStatistics | undefined;
  /** While an answer is waited for. */
  #asking: AbortController | undefined;
  #isCounting = false;

  constructor(options: FieldFactsOptions) {
    this.#options = options;
    const { context, about, known } = options;
    this.#progress = element('div', 'progress', {
      role: 'progressbar',
      'aria-label': context.strings.counting,
    });
    this.#count = element('div', 'count', {}, this.#button, this.#words, this.#progress);
    this.#count.hidden = true;
    this.#button.addEventListener('click', () => this.#press());
    this.element.append(...descriptionOf(about), this.#found, this.#count);
    if (known) this.#show(known);
    else this.#ask(false);
  }

  /** More records may be loaded than before. */
  refresh(): void {
    if (this.#asking === undefined && this.#shown?.isAll !== true) this.#ask(false);
  }

  counted(records: number): void {
    const { strings, language } = this.#options.context;
    if (!this.#isCounting) return;
    this.#words.textContent = fill(strings.countedSoFar, numberText(records, language));
    this.#progress.ariaValueText = this.#words.textContent;
  }

  dispose(): void {
    this.#asking?.abort();
  }

  #press(): void {
    if (!this.#isCounting) this.#ask(true);
    else {
      this.#asking?.abort();
      this.#asking = undefined;
      this.#setCounting(false);
    }
  }

  #ask(ofAll: boolean): void {
    const { context, generation, field, onKnown } = this.#options;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.#setCounting(ofAll);
    context.host.statistics(generation, field, ofAll, asking.signal).then(
      (found) => {
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        this.#isCounting = false;
        onKnown(found);
        this.#show(found);
        if (ofAll) context.say(scopeText(found, context));
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        this.#setCounting(false);
        this.#words.textContent = error instanceof Error ? error.message : String(error);
        this.#count.hidden = false;
        context.say(this.#words.textContent);
      },
    );
  }

  #show(found: FieldStatistics): void {
    const { context, generation } = this.#options;
    // What is looked at, or has the focus, is not drawn anew without news.
    if (JSON.stringify(found) !== JSON.stringify(this.#shown)) {
      const onFilter = (filter: NonNullable<FieldStatistics['bars'][number]['filter']>): void =>
        context.send(context.host.change(generation, { kind: 'filter', filter }));
      const hadFocus = this.#found.contains(document.activeElement);
      this.#found.replaceChildren(statisticsView(found, { ...context, onFilter }));
      if (hadFocus) this.#options.onFocusLost();
    }
    this.#shown = found;
    this.#setCounting(false);
    if (!found.isAll) return;
    const hadFocus = document.activeElement === this.#button;
    this.#count.hidden = true;
    if (hadFocus) this.#options.onFocusLost();
  }

  /** One button begins and ends it, so that the focus stays on it. */
  #setCounting(isCounting: boolean): void {
    const { strings, language } = this.#options.context;
    const total = this.#shown?.total;
    const count =
      total === undefined ? strings.countAllUnknown : fill(strings.countAll, numberText(total, language));
    this.#isCounting = isCounting;
    this.#button.textContent = isCounting ? strings.cancel : count;
    this.#words.textContent = isCounting ? strings.counting : '';
    this.#progress.hidden = !isCounting;
    this.#count.hidden = this.#shown === undefined && !isCounting;
  }
}

/** What the server and its data dictionary say; a text in lines keeps them. */
function descriptionOf({ type, label, unit, notes }: GridField): readonly HTMLElement[] {
  const typed = element('p', 'dim', {}, visibleText(unit ? `${type} · ${unit}` : type));
  const texts = [label, notes].flatMap((text) =>
    text ? [text.split('\n').map(visibleText).join('\n')] : [],
  );
  return [typed, ...texts.map((text) => element('p', 'notes', { dir: 'auto' }, text))];
}
