import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill } from '../../../base/words.ts';
import type { GridResult } from '../../../messages/gridProtocol.ts';
import { icon } from '../../ui/controls/buttons.ts';
import { element } from '../../ui/element.ts';
import { textField } from '../../ui/controls/textField.ts';
import type { PanelContext, PanelPart } from '../panelPart.ts';
import { NO_QUESTION } from './questionKeys.ts';
import './searchBox.css';

/** Searches all records like the form's Search: the same text, run by Enter. */
export class SearchBox implements PanelPart {
  readonly element = element('div', 'search-box');
  readonly place = 'bar';
  readonly #context: PanelContext;
  readonly #input: Ref<HTMLInputElement> = createRef();
  #searched = '';
  #typed = '';

  constructor(context: PanelContext) {
    this.#context = context;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    // Chromium's own button in the input clears it and sends this event.
    this.element.addEventListener('search', () => {
      if (this.#typed === '') this.#run();
    });
    this.#draw();
  }

  show({ question = NO_QUESTION }: GridResult): void {
    // Text that is being typed stays when other records come.
    const isTyping = this.#typed !== this.#searched && document.activeElement === this.#input.value;
    this.#searched = question.q;
    if (!isTyping) this.#typed = question.q;
    this.#draw();
  }

  #draw(): void {
    const { strings, result } = this.#context;
    const { qField, findsWords } = result()?.question ?? NO_QUESTION;
    const hint = qField === undefined ? strings.searchAllRecords : fill(strings.searchField, qField || strings.noName);
    const note = findsWords ? strings.filterWordsNote : strings.filterContainsNote;
    render(
      html`${icon('search')}${textField({
          ...{ type: 'search', value: this.#typed, label: hint, hint, element: this.#input },
          onType: (typed) => (this.#typed = typed),
          about: { id: 'search-note', isWrong: false },
        })}<span class="unseen" id="search-note">${strings.searchByEnter} ${note}</span>`,
      this.element,
    );
  }

  #press(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === 'Enter') this.#run();
    else if (key === 'ArrowDown') this.#context.grid()?.focus();
    else if (key !== 'Escape') return;
    else if (this.#typed === this.#searched) this.#context.grid()?.focus();
    else {
      this.#typed = this.#searched;
      this.#draw();
    }
    event.preventDefault();
  }

  #run(): void {
    const q = this.#typed.trim();
    if (q !== this.#searched) this.#context.changeQuery({ kind: 'search', q, keepsScope: true });
  }
}
