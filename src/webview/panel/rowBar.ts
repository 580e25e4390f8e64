import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill, numberText } from '../../base/words.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import { iconButton } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import { textField } from '../ui/controls/textField.ts';
import { noRecordsText } from './emptyMessage.ts';
import './findBar.css';
import { Pane } from './pane.ts';
import type { PanelContext } from './panelPart.ts';

export class RowBar extends Pane {
  readonly place = 'bar';
  readonly #input: Ref<HTMLInputElement> = createRef();
  #typed = '';

  constructor(context: PanelContext) {
    super(context, element('div', 'find-bar row-bar', { role: 'group', 'aria-label': context.strings.goToRow }));
    this.element.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Enter' && target === this.#input.value) this.#go();
    });
  }

  show(): void {
    if (this.isOpen) this.#draw();
  }

  perform(action: GridAction): boolean {
    // The find bar opens in the same place.
    if (['findInRecords', 'findNext', 'findPrevious'].includes(action)) this.close();
    if (action !== 'goToRow') return false;
    if (this.#rows === 0) {
      const { result, strings, announce } = this.context;
      const shown = result();
      if (shown) announce(noRecordsText(shown, strings));
      return true;
    }
    this.element.hidden = false;
    this.#draw();
    this.#input.value?.focus();
    this.#input.value?.select();
    return true;
  }

  get #rows(): number {
    return this.context.result()?.rowCount ?? 0;
  }

  get #problem(): string | undefined {
    const { strings } = this.context;
    const typed = this.#typed.trim();
    const row = rowMeant(typed, this.#rows);
    if (typeof row === 'number' || /^[-−+#]?$/.test(typed)) return undefined;
    return row === 'beyond' ? strings.goToRowBeyond : strings.goToRowUnclear;
  }

  get #status(): string {
    const { strings, language } = this.context;
    return fill(this.#problem ?? strings.goToRowHint, numberText(this.#rows, language));
  }

  #draw(): void {
    const { strings } = this.context;
    const isWrong = this.#problem !== undefined;
    render(
      html`${textField({
          ...{ label: strings.goToRow, hint: strings.goToRow, value: this.#typed, element: this.#input },
          about: { id: 'row-words', isWrong },
          onType: (typed) => {
            this.#typed = typed;
            this.#draw();
          },
        })}
        <span class="find-words ${isWrong ? 'wrong' : ''}" id="row-words">${this.#status}</span>
        ${iconButton('close', strings.findClose, () => this.dismiss())}`,
      this.element,
    );
  }

  #go(): void {
    const row = rowMeant(this.#typed, this.#rows);
    const { strings, language, announce } = this.context;
    if (typeof row !== 'number' || !this.grid) {
      announce(this.#status);
      return;
    }
    this.grid.goTo({ row, field: this.grid.current?.field ?? 0 });
    this.dismiss();
    announce(fill(strings.record, numberText(row + 1, language)));
  }
}

/** Digit grouping of any language, but only in groups of three: 1,5 stays unclear. */
const GROUPED = /^\d{1,3}(?:([.,'’_\p{Zs}])\d{3})(?:\1\d{3})*$/u;
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?)\p{Zs}*%$/u;

/** The row (from 0) for `1234`, `12,345`, `-1` (the last) or `50%`. `beyond` means no such row, `unclear` no number. */
export function rowMeant(text: string, rows: number): number | 'beyond' | 'unclear' {
  const typed = text.trim();
  const share = PERCENT.exec(typed)?.[1];
  if (share !== undefined) {
    const percent = Number(share.replace(',', '.'));
    return percent > 100 ? 'beyond' : Math.max(0, Math.ceil((rows * percent) / 100) - 1);
  }
  const isFromEnd = /^[-−]/.test(typed);
  const digits = typed.replace(/^[-−+#]/, '');
  const number = /^\d+$/.test(digits) ? Number(digits) : GROUPED.test(digits) ? Number(digits.replace(/\D/g, '')) : NaN;
  if (Number.isNaN(number)) return 'unclear';
  const row = isFromEnd ? rows - number : number - 1;
  return row >= 0 && row < rows ? row : 'beyond';
}
