import type { GridAction } from '../../messages/gridActions.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { iconButton } from '../ui/iconButton.ts';
import { numberText } from '../../base/numberText.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { rowMeant } from './rowNumber.ts';

/** Go to a row by its number. */
export class RowBar implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #input: HTMLInputElement;
  readonly #words = element('span', 'find-words', { id: 'row-words' });

  constructor(context: PanelContext) {
    this.#context = context;
    const { strings } = context;
    this.#input = element('input', 'find-input', {
      ...{ type: 'text', inputmode: 'text', autocomplete: 'off', spellcheck: 'false' },
      ...{ placeholder: strings.goToRow, 'aria-label': strings.goToRow, 'aria-describedby': 'row-words' },
    });
    const close = iconButton('close', strings.findClose, () => this.#leave());
    this.element = element('div', 'find-bar', { role: 'group', 'aria-label': strings.goToRow });
    this.element.append(this.#input, this.#words, close);
    this.element.hidden = true;
    this.#input.addEventListener('input', () => this.#check());
    this.element.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#leave();
    });
    this.#input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#go();
    });
  }

  show(): void {
    if (!this.element.hidden) this.#check();
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
    this.#check();
    this.#input.focus();
    this.#input.select();
    return true;
  }

  get #rows(): number {
    return this.#context.result()?.rowCount ?? 0;
  }

  /** Says the range, or what is wrong. */
  #check(): ReturnType<typeof rowMeant> {
    const { strings, language } = this.#context;
    const rows = this.#rows;
    const last = numberText(rows, language);
    const isEmpty = this.#input.value.trim() === '';
    const meant = rowMeant(this.#input.value, rows);
    const problem = meant === 'beyond' ? strings.goToRowBeyond : strings.goToRowUnclear;
    const isWrong = !isEmpty && typeof meant !== 'number' && !/^[-−+#]$/.test(this.#input.value.trim());
    this.#words.textContent = fill(isWrong ? problem : strings.goToRowHint, last);
    this.#words.classList.toggle('wrong', isWrong);
    this.#input.ariaInvalid = String(isWrong);
    return meant;
  }

  #go(): void {
    const meant = this.#check();
    const grid = this.#context.grid();
    const { strings, language, say } = this.#context;
    if (typeof meant !== 'number' || !grid) {
      say(this.#words.textContent);
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
