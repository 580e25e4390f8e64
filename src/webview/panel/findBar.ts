import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill, numberText } from '../../base/words.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { FindAnswer, FindQuestion, GridResult, PanelView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { CellPlace } from '../grid/gridContract.ts';
import type { RecordsGrid } from '../grid/recordsGrid.ts';
import { iconButton, textButton } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import { textField } from '../ui/controls/textField.ts';
import { visibleText } from '../ui/visibleText.ts';
import './findBar.css';
import { Pane } from './pane.ts';
import type { PanelContext } from './panelPart.ts';

/** Pause before typed text is searched. */
const TYPE_MS = 150;
/** Pause before records loaded by scrolling are searched. */
const MOVE_MS = 400;
/** Time after which a running search is shown. */
const SLOW_MS = 250;

interface Search {
  readonly step: FindQuestion['step'];
  readonly from: CellPlace | undefined;
  readonly movesCursor: boolean;
}

export class FindBar extends Pane {
  readonly place = 'bar';
  readonly #input: Ref<HTMLInputElement> = createRef();
  #text = '';
  #status = '';
  #isWrong = false;
  #start: CellPlace | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #isTyping = false;
  #stepping = Promise.resolve();
  #searching: AbortController | undefined;
  #match: CellPlace | undefined;

  constructor(context: PanelContext) {
    super(context, element('div', 'find-bar', { role: 'search', 'aria-label': context.strings.find }));
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.#draw();
  }

  show(_result: GridResult, view?: PanelView): void {
    if (view?.find !== undefined && !this.isOpen) {
      this.#text = view.find;
      this.element.hidden = false;
      this.#draw();
    }
    this.#start = this.grid?.current;
    if (this.isOpen) void this.#find({ step: 0, from: this.#start, movesCursor: false });
  }

  view(): Pick<PanelView, 'find'> {
    return this.isOpen ? { find: this.#text } : {};
  }

  moved(): void {
    if (!this.isOpen) return;
    const current = this.grid?.current;
    if (!isSame(current, this.#match)) this.#start = current;
    // A search for typed text is about to run.
    if (!this.#isTyping) this.#later(MOVE_MS, { step: 0, from: current, movesCursor: false });
  }

  protected override close(): void {
    super.close();
    clearTimeout(this.#waiting);
    this.#searching?.abort();
    this.grid?.mark('');
  }

  perform(action: GridAction): boolean {
    const step = { findNext: 1, findPrevious: -1 }[action as string];
    if (step === undefined && action !== 'findInRecords') return false;
    const isOpen = this.isOpen;
    this.element.hidden = false;
    this.#start = this.grid?.current;
    if (step !== undefined && this.#text !== '') this.#step(step === 1 ? 1 : -1);
    else {
      // A late command must not replace what is being typed.
      if (document.activeElement !== this.#input.value) this.#focusInput();
      if (!isOpen) void this.#find({ step: 0, from: this.#start, movesCursor: false });
    }
    this.context.saveSoon();
    return true;
  }

  #focusInput(): void {
    this.#input.value?.focus();
    this.#input.value?.select();
  }

  /** VS Code's shortcuts don't work while the focus is in the input, so the page handles them. */
  #press(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'F3' && !altKey && !ctrlKey && !metaKey) this.#step(shiftKey ? -1 : 1);
    else if (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey) this.#focusInput();
    else if (key !== 'Enter' || event.target !== this.#input.value) return;
    else if (altKey) this.#searchServer();
    else this.#step(shiftKey ? -1 : 1);
    event.preventDefault();
  }

  #type(text: string): void {
    this.#text = text;
    this.#isTyping = true;
    this.#later(TYPE_MS, { step: 0, from: this.#start, movesCursor: true });
    this.context.saveSoon();
  }

  /** Steps run one after another, so that quick presses all count. */
  #step(step: 1 | -1): void {
    const isTyping = this.#isTyping;
    this.#stepping = this.#stepping.then(async () => {
      if (!this.isOpen) return;
      // The first step finds the text that was just typed.
      const from = isTyping ? this.#start : this.grid?.current;
      this.#match = undefined;
      await this.#find({ step: isTyping ? 0 : step, from, movesCursor: true });
    });
  }

  #later(ms: number, search: Search): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#find(search), ms);
  }

  async #find(search: Search): Promise<void> {
    const { host, result, strings } = this.context;
    clearTimeout(this.#waiting);
    this.#isTyping = false;
    this.#searching?.abort();
    const { signal } = (this.#searching = new AbortController());
    const shown = result();
    const text = this.#text;
    this.grid?.mark(text);
    this.#showStatus('', false);
    if (!shown || !this.grid || text === '') return;
    const slow = setTimeout(() => this.#showStatus(strings.finding, false), SLOW_MS);
    try {
      const question = questionOf(text, this.grid, search);
      const answer = await host.find(shown.generation, question, signal);
      if (!signal.aborted) this.#showAnswer(answer, shown, search.movesCursor);
    } catch {
      if (signal.aborted) return;
      this.#showStatus(strings.findFailed, true);
      this.context.announce(strings.findFailed);
    } finally {
      clearTimeout(slow);
    }
  }

  #showAnswer(answer: FindAnswer, { fields }: GridResult, movesCursor: boolean): void {
    const { strings, language, result, announce } = this.context;
    const { match } = answer;
    if (match && movesCursor) {
      this.#match = { row: match.row, field: match.field };
      this.grid?.goTo(this.#match);
    }
    const current = this.grid?.current;
    const place = matchesText(answer, isSame(current, match), strings, language);
    this.#showStatus(`${place} ${coverText(answer.records, result(), strings, language)}`, match === undefined);
    if (!movesCursor) return;
    const where = match && fields[match.field];
    const at = where && fill(strings.findAt, numberText(match.row + 1, language), visibleText(where.id));
    announce([place, ...(at ? [at] : [])].join(', '));
  }

  #showStatus(status: string, isWrong: boolean): void {
    this.#status = status;
    this.#isWrong = isWrong;
    this.#draw();
  }

  #draw(): void {
    const { strings } = this.context;
    render(
      html`${textField({
          ...{ label: strings.find, hint: strings.find, value: this.#text, element: this.#input },
          onType: (typed) => this.#type(typed),
        })}
        ${iconButton('arrow-up', strings.findPrevious, () => this.#step(-1))}
        ${iconButton('arrow-down', strings.findNext, () => this.#step(1))}
        <span class="find-words ${this.#isWrong ? 'wrong' : ''}" .textContent=${this.#status}></span>
        ${textButton({
          ...{ label: strings.findOnServer, title: 'Alt+Enter', press: () => this.#searchServer() },
          isDisabled: this.#text.trim() === '',
        })}
        ${iconButton('close', strings.findClose, () => this.dismiss())}`,
      this.element,
    );
  }

  #searchServer(): void {
    const q = this.#text.trim();
    if (q !== '') this.context.changeQuery({ kind: 'search', q });
  }
}

function isSame(one: CellPlace | undefined, other: CellPlace | undefined): boolean {
  return one !== undefined && one.row === other?.row && one.field === other.field;
}

function questionOf(text: string, grid: RecordsGrid, { step, from }: Search): FindQuestion {
  const fields = grid.fields.shown.map(({ field }) => field);
  const isInRecords = from !== undefined && from.row >= 0;
  return {
    text,
    fields,
    from: isInRecords ? from : { row: 0, field: fields[0] ?? 0 },
    // The first cell follows the header.
    step: isInRecords || step === -1 ? step : 0,
  };
}

/** The count "3 of 57 matches". `isThere` means that the cursor is on the match. */
export function matchesText(
  { match, matches }: FindAnswer,
  isThere: boolean,
  strings: GridStrings,
  language: string,
): string {
  if (matches === 0) return strings.findNone;
  if (match && isThere)
    return fill(strings.findPlace, numberText(match.index + 1, language), numberText(matches, language));
  return matches === 1 ? strings.findMatch : fill(strings.findMatches, numberText(matches, language));
}

/** The searched records: "in the 1,000 loaded records of 12,501" */
export function coverText(
  records: number,
  result: Pick<GridResult, 'rowCount' | 'rowCountIsFinal'> | undefined,
  strings: GridStrings,
  language: string,
): string {
  const { rowCount = 0, rowCountIsFinal = false } = result ?? {};
  if (!rowCountIsFinal) return fill(strings.findSome, numberText(records, language));
  if (records === 1 && rowCount === 1) return strings.findAllOne;
  if (records >= rowCount) return fill(strings.findAll, numberText(records, language));
  return fill(strings.findLoaded, numberText(records, language), numberText(rowCount, language));
}
