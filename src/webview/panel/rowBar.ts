import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { numberText } from '../../base/numberText.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import { iconButton } from '../ui/buttons.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { textField } from '../ui/textField.ts';
import './findBar.css';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** Go to a row by its number. */
export class RowBar implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #input: Ref<HTMLInputElement> = createRef();
  #typed = '';

  constructor(context: PanelContext) {
    this.#context = context;
    this.element = element('div', 'find-bar', { role: 'group', 'aria-label': context.strings.goToRow });
    this.element.hidden = true;
    this.element.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape') this.#leave();
      else if (key === 'Enter' && target === this.#input.value) this.#go();
    });
  }

  show(): void {
    if (!this.element.hidden) this.#draw();
  }

  escape(): boolean {
    if (this.element.hidden) return false;
    this.#leave();
    return true;
  }

  perform(action: GridAction): boolean {
    if (action !== 'goToRow') return false;
    if (this.#rows === 0) {
      this.#context.say(this.#context.strings.noRecords);
      return true;
    }
    this.element.hidden = false;
    this.#draw();
    this.#input.value?.focus();
    this.#input.value?.select();
    return true;
  }

  get #rows(): number {
    return this.#context.result()?.rowCount ?? 0;
  }

  /** What is wrong with what is typed. */
  get #problem(): string | undefined {
    const { strings } = this.#context;
    const typed = this.#typed.trim();
    const meant = rowMeant(typed, this.#rows);
    if (typeof meant === 'number' || /^[-−+#]?$/.test(typed)) return undefined;
    return meant === 'beyond' ? strings.goToRowBeyond : strings.goToRowUnclear;
  }

  /** The range, or what is wrong. */
  get #words(): string {
    const { strings, language } = this.#context;
    return fill(this.#problem ?? strings.goToRowHint, numberText(this.#rows, language));
  }

  #draw(): void {
    const { strings } = this.#context;
    const isWrong = this.#problem !== undefined;
    render(
      html`${textField({
          ...{ label: strings.goToRow, hint: strings.goToRow, value: this.#typed, element: this.#input },
          about: { id: 'row-words', isWrong },
          onType: (typed) => this.#type(typed),
        })}
        <span class="find-words ${isWrong ? 'wrong' : ''}" id="row-words">${this.#words}</span>
        ${iconButton('close', strings.findClose, () => this.#leave())}`,
      this.element,
    );
  }

  #type(typed: string): void {
    this.#typed = typed;
    this.#draw();
  }

  #go(): void {
    const meant = rowMeant(this.#typed, this.#rows);
    const grid = this.#context.grid();
    const { strings, language, say } = this.#context;
    if (typeof meant !== 'number' || !grid) {
      say(this.#words);
      return;
    }
    grid.goTo({ row: meant, field: grid.current?.field ?? 0 });
    this.#leave();
    say(fill(strings.record, numberText(meant + 1, language)));
  }

  #leave(): void {
    this.element.hidden = true;
    this.#context.grid()?.focus();
  }
}

/** Any grouping that a language writes; only between groups of three, so that 1,5 stays unclear. */
const GROUPED = /^\d{1,3}(?:([.,'’_\p{Zs}])\d{3})(?:\1\d{3})*$/u;
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?)\p{Zs}*%$/u;

/**
 * The row that people mean: `1234`, `12,345`, `-1` for the last, `50%`. From 0; `beyond` where there is no such row, `unclear` for what
 * is no number.
 */
export function rowMeant(text: string, rows: number): number | 'beyond' | 'unclear' {
  const typed = text.trim();
  const share = PERCENT.exec(typed)?.[1];
  if (share !== undefined) {
    const percent = Number(share.replace(',', '.'));
    return percent > 100 ? 'beyond' : Math.max(0, Math.ceil((rows * percent) / 100) - 1);
  }
  const isFromEnd = /^[-−]/.test(typed);
  const digits = typed.replace(/^[-−+#]/, '');
  const number = /^\d+$/.test(digits)
    ? Number(digits)
    : GROUPED.test(digits)
      ? Number(digits.replace(/\D/g, ''))
      : NaN;
  if (Number.isNaN(number)) return 'unclear';
  const row = isFromEnd ? rows - number : number - 1;
  return row >= 0 && row < rows ? row : 'beyond';
}
