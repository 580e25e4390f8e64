import { html, render } from 'lit-html';
import {
  isSummaryProblem,
  newSummaryDraft,
  readSummary,
  type SummaryDraft,
  summaryDraft,
  type SummaryField,
  type SummaryProblem,
  withGroup,
} from '../../../datastore/query/summaryDraft.ts';
import type { QueryChange } from '../../../datastore/query/queryChange.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import { messageOf } from '../../../messages/rpc.ts';
import { summaryEditor } from '../../summary/summaryEditor.ts';
import { iconButton, textButton } from '../../ui/controls/buttons.ts';
import { Floating } from '../../ui/controls/floating.ts';
import { element } from '../../ui/element.ts';
import './filterEditor.css';
import './summaryPopup.css';
import type { PanelContext, PanelPart } from '../panelPart.ts';

/** The first part of the ids in the editor. */
const ID = 'summary';
/** Number of rows with which the editor isn't higher than its window. */
const FEW_ROWS = 8;

/** The editor of a summary over the grid. It also opens the records of a group. */
export class SummaryPopup implements PanelPart {
  readonly element = element('div', 'filter-editor summary-popup', {
    ...{ role: 'dialog', 'aria-labelledby': 'summary-title' },
  });
  readonly place = 'over';
  readonly #context: PanelContext;
  readonly #floating: Floating;
  #draft = newSummaryDraft();
  #problem: SummaryProblem | undefined;
  /** Why the host refused the summary. */
  #refusal = '';

  constructor(context: PanelContext) {
    this.#context = context;
    this.#floating = new Floating(this.element, () => this.#floating.close());
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Edits a new summary, or the one that is shown. `anchor` is where the editor opens, by default the corner. */
  edit(anchor?: DOMRect, draft?: SummaryDraft): void {
    const summary = this.#context.result()?.question?.summary;
    this.#draft = draft ?? (summary === undefined ? newSummaryDraft() : summaryDraft(summary));
    this.#problem = undefined;
    this.#refusal = '';
    this.#draw();
    this.#floating.open(anchor ?? this.#corner);
    const empty = this.element.querySelector<HTMLInputElement>('.combo-input:placeholder-shown');
    (empty ?? this.element.querySelector<HTMLElement>('input, select, .link-button'))?.focus();
  }

  show(): void {
    if (this.#floating.isOpen) this.#leave();
  }

  perform(action: GridAction): boolean {
    const { grid, result } = this.#context;
    const place = grid()?.current;
    const field = place && result()?.fields[place.field]?.id;
    const anchor = place && grid()?.rectOf({ row: -1, field: place.field });
    // The columns of a summary aren't fields of the records.
    const isNew = result()?.question?.summary === undefined && field !== undefined;
    if (action === 'summarize') this.edit();
    else if (action === 'summarizeBy')
      this.edit(anchor, isNew ? newSummaryDraft([withGroup({ field: '' }, field, this.#fields)]) : undefined);
    else if (action === 'sumBy')
      this.edit(anchor, isNew ? { ...newSummaryDraft(), measures: [{ calculate: 'sum', field }] } : undefined);
    else if (action !== 'showGroup') return false;
    else if (place && place.row >= 0) this.openRecord(place.row, 'enter');
    return true;
  }

  openRecord(row: number, by: 'enter' | 'space' | 'pointer'): void {
    const { host, result, notify } = this.#context;
    const shown = result();
    if (by === 'space' || shown?.question?.summary === undefined) return;
    host.showGroup(shown.generation, row).catch((error: unknown) => {
      notify(messageOf(error));
    });
  }

  get #fields(): readonly SummaryField[] {
    const result = this.#context.result();
    return result?.question?.recordFields ?? result?.fields ?? [];
  }

  get #corner(): DOMRect {
    const { left, top } = this.element.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return new DOMRect(left, top, 0, 0);
  }

  #draw(): void {
    const { strings, result } = this.#context;
    const { groups, measures } = this.#draft;
    this.element.classList.toggle('long', groups.length + measures.length > FEW_ROWS);
    const isPresent = result()?.question?.summary !== undefined;
    render(
      html`<div class="filter-head"
          ><h2 class="filter-title" id="summary-title">${strings.summaryTitle}</h2
          >${iconButton('close', strings.filterClose, () => this.#leave())}</div
        >
        ${summaryEditor({
          ...{ id: ID, draft: this.#draft, fields: this.#fields, words: strings, problem: this.#problem },
          change: (draft, focus) => this.#change(draft, focus),
        })}
        <p class="filter-problem" role="alert" .textContent=${this.#refusal}></p>
        <div class="filter-buttons">
          ${textButton({
            ...{ label: strings.removeSummary, press: () => void this.#ask({ kind: 'summarize' }) },
            isDisabled: !isPresent,
          })}
          ${textButton({ label: strings.summaryApply, press: () => void this.#apply(), isPrimary: true })}
        </div>`,
      this.element,
    );
  }

  #change(draft: SummaryDraft, focus?: string): void {
    this.#draft = draft;
    this.#problem = undefined;
    this.#refusal = '';
    this.#draw();
    this.#floating.place();
    if (focus !== undefined) document.getElementById(focus)?.focus();
  }

  #press(event: KeyboardEvent): void {
    const { key, target, defaultPrevented, isComposing } = event;
    // An open list of fields takes these keys first.
    if (defaultPrevented || isComposing) return;
    if (key === 'Escape') this.#leave();
    else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) void this.#apply();
    else return;
    event.preventDefault();
  }

  async #apply(): Promise<void> {
    const read = readSummary(this.#draft, this.#fields);
    if (!isSummaryProblem(read)) {
      await this.#ask({ kind: 'summarize', summary: read });
      return;
    }
    this.#problem = read;
    this.#draw();
    document.getElementById(`${ID}-${read.control}`)?.focus();
  }

  /** Applies a change. If that isn't possible, the editor stays open and shows why. */
  async #ask(change: QueryChange): Promise<void> {
    try {
      await this.#context.host.change(this.#context.result()?.generation ?? 0, change);
      this.#leave();
    } catch (error) {
      this.#refusal = messageOf(error);
      this.#draw();
    }
  }

  #leave(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#floating.close();
    if (hadFocus) this.#context.grid()?.focus();
  }
}
