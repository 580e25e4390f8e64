import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { numberText } from '../../base/numberText.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { FindAnswer, FindQuestion, GridResult, GridView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { CellPlace, RecordsGrid } from '../grid/gridContract.ts';
import { LaidFields } from '../grid/laidFields.ts';
import { iconButton, textButton } from '../ui/buttons.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { textField } from '../ui/textField.ts';
import { visibleText } from '../ui/visibleText.ts';
import './findBar.css';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** What is typed is looked for after a rest of so long. */
const TYPE_MS = 150;
/** Records that came by scrolling are looked through after a rest of so long. */
const MOVE_MS = 400;
/** A quick answer shows no other words before. */
const PATIENCE_MS = 250;

interface Asked {
  readonly step: FindQuestion['step'];
  readonly from: CellPlace | undefined;
  /** The cursor goes to the match. */
  readonly goes: boolean;
}

/** Finds text in the records that are loaded, and says what that covers. */
export class FindBar implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #input: Ref<HTMLInputElement> = createRef();
  #text = '';
  #words = '';
  #isWrong = false;
  /** Where the search begins while people type. */
  #start: CellPlace | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #isTyping = false;
  #stepping = Promise.resolve();
  #asking: AbortController | undefined;
  /** Where the cursor was taken. */
  #found: CellPlace | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.element = element('div', 'find-bar', { role: 'search', 'aria-label': context.strings.find });
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.#draw();
  }

  show(_result: GridResult, view?: GridView): void {
    if (view?.find !== undefined && this.element.hidden) {
      this.#text = view.find;
      this.element.hidden = false;
      this.#draw();
    }
    this.#start = this.#grid?.current;
    if (!this.element.hidden) void this.#find({ step: 0, from: this.#start, goes: false });
  }

  view(): Pick<GridView, 'find'> {
    return this.element.hidden ? {} : { find: this.#text };
  }

  moved(): void {
    if (this.element.hidden) return;
    const current = this.#grid?.current;
    if (!isSame(current, this.#found)) this.#start = current;
    // What people type comes first.
    if (!this.#isTyping) this.#later(MOVE_MS, { step: 0, from: current, goes: false });
  }

  escape(): boolean {
    if (this.element.hidden) return false;
    this.#leave();
    return true;
  }

  perform(action: GridAction): boolean {
    const step = { findNext: 1, findPrevious: -1 }[action as string];
    if (step === undefined && action !== 'findInRecords') return false;
    const isOpen = !this.element.hidden;
    this.element.hidden = false;
    this.#start = this.#grid?.current;
    if (step !== undefined && this.#text !== '') this.#step(step === 1 ? 1 : -1);
    else {
      this.#enter();
      if (!isOpen) void this.#find({ step: 0, from: this.#start, goes: false });
    }
    this.#context.changed();
    return true;
  }

  get #grid(): RecordsGrid | undefined {
    return this.#context.grid();
  }

  #enter(): void {
    this.#input.value?.focus();
    this.#input.value?.select();
  }

  /** Keys of VS Code don't come here while the focus is in the input. */
  #press(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'Escape') this.#leave();
    else if (key === 'F3' && !altKey && !ctrlKey && !metaKey) this.#step(shiftKey ? -1 : 1);
    else if (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey) this.#enter();
    else if (key !== 'Enter' || event.target !== this.#input.value) return;
    else if (altKey) this.#searchServer();
    else this.#step(shiftKey ? -1 : 1);
    event.preventDefault();
  }

  #type(text: string): void {
    this.#text = text;
    this.#isTyping = true;
    this.#later(TYPE_MS, { step: 0, from: this.#start, goes: true });
    this.#context.changed();
  }

  /** Each press counts, however quick they come. */
  #step(step: 1 | -1): void {
    const isTyping = this.#isTyping;
    this.#stepping = this.#stepping.then(async () => {
      if (this.element.hidden) return;
      // What was just typed is looked for first.
      const from = isTyping ? this.#start : this.#grid?.current;
      this.#found = undefined;
      await this.#find({ step: isTyping ? 0 : step, from, goes: true });
    });
  }

  #later(ms: number, asked: Asked): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#find(asked), ms);
  }

  async #find(asked: Asked): Promise<void> {
    const { host, result, strings } = this.#context;
    clearTimeout(this.#waiting);
    this.#isTyping = false;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const shown = result();
    const text = this.#text;
    this.#grid?.mark(text);
    this.#say('', false);
    if (!shown || !this.#grid || text === '') return;
    const patience = setTimeout(() => this.#say(strings.finding, false), PATIENCE_MS);
    try {
      const question = questionOf(text, shown, this.#grid, asked);
      const answer = await host.find(shown.generation, question, asking.signal);
      if (!asking.signal.aborted) this.#take(answer, shown, asked.goes);
    } catch {
      if (asking.signal.aborted) return;
      this.#say(strings.findFailed, true);
      this.#context.say(strings.findFailed);
    } finally {
      clearTimeout(patience);
    }
  }

  #take(answer: FindAnswer, { fields }: GridResult, goes: boolean): void {
    const { strings, language, result, say } = this.#context;
    const { match } = answer;
    if (match && goes) this.#goTo(match);
    const current = this.#grid?.current;
    const place = placeText(answer, isSame(current, match), strings, language);
    this.#say(`${place} · ${coverText(answer.records, result(), strings, language)}`, match === undefined);
    if (!goes) return;
    const where = match && fields[match.field];
    const at = where && fill(strings.findAt, numberText(match.row + 1, language), visibleText(where.id));
    say([place, ...(at ? [at] : [])].join(', '));
  }

  #goTo({ row, field }: CellPlace): void {
    this.#found = { row, field };
    this.#grid?.goTo(this.#found);
  }

  #say(words: string, isWrong: boolean): void {
    this.#words = words;
    this.#isWrong = isWrong;
    this.#draw();
  }

  #draw(): void {
    const { strings } = this.#context;
    render(
      html`${textField({
          ...{ label: strings.find, hint: strings.find, value: this.#text, element: this.#input },
          onType: (typed) => this.#type(typed),
        })}
        ${iconButton('arrow-up', strings.findPrevious, () => this.#step(-1))}
        ${iconButton('arrow-down', strings.findNext, () => this.#step(1))}
        <span
          class="find-words ${this.#isWrong ? 'wrong' : ''}"
          title=${this.#words}
          .textContent=${this.#words}
        ></span>
        ${textButton({
          ...{ label: strings.findOnServer, title: 'Alt+Enter', press: () => this.#searchServer() },
          isDisabled: this.#text.trim() === '',
        })}
        ${iconButton('close', strings.findClose, () => this.#leave())}`,
      this.element,
    );
  }

  #searchServer(): void {
    const q = this.#text.trim();
    if (q !== '') this.#context.ask({ kind: 'search', q });
  }

  #leave(): void {
    clearTimeout(this.#waiting);
    this.#asking?.abort();
    this.element.hidden = true;
    this.#grid?.mark('');
    this.#grid?.focus();
    this.#context.changed();
  }
}

function isSame(one: CellPlace | undefined, other: CellPlace | undefined): boolean {
  return one !== undefined && one.row === other?.row && one.field === other.field;
}

function questionOf(
  text: string,
  result: GridResult,
  grid: RecordsGrid,
  { step, from }: Asked,
): FindQuestion {
  const ids = result.fields.map(({ id }) => id);
  const fields = new LaidFields(ids, grid.layout).shown.map(({ field }) => field);
  const isInRecords = from !== undefined && from.row >= 0;
  return {
    text,
    fields,
    from: isInRecords ? from : { row: 0, field: fields[0] ?? 0 },
    // In the header the first cell is the next one.
    step: isInRecords || step === -1 ? step : 0,
  };
}

/** "3 of 57 matches"; `isThere`: the cursor is on the match. */
export function placeText(
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

/** "in the 1,000 loaded records of 12,501" */
export function coverText(
  records: number,
  result: Pick<GridResult, 'rowCount' | 'rowCountIsFinal'> | undefined,
  strings: GridStrings,
  language: string,
): string {
  const { rowCount = 0, rowCountIsFinal = false } = result ?? {};
  if (!rowCountIsFinal) return fill(strings.findSome, numberText(records, language));
  if (records >= rowCount) return fill(strings.findAll, numberText(records, language));
  return fill(strings.findLoaded, numberText(records, language), numberText(rowCount, language));
}
