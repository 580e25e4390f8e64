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
import type { GridAction } from '../../../messages/gridActions.ts';
import { summaryEditor } from '../../summary/summaryEditor.ts';
import { element } from '../../ui/element.ts';
import { Popup } from '../pane.ts';
import './filterEditor.css';
import './summaryPopup.css';
import type { PanelContext } from '../panelPart.ts';

/** The first part of the ids in the editor. */
const ID = 'summary';
/** Number of rows with which the editor isn't higher than its window. */
const FEW_ROWS = 8;

/** The editor of a summary over the grid. It also opens the records of a group. */
export class SummaryPopup extends Popup {
  #draft = newSummaryDraft();
  #problem: SummaryProblem | undefined;
  /** Why the host refused the summary. */
  #refusal = '';

  constructor(context: PanelContext) {
    const label = { role: 'dialog', 'aria-labelledby': 'summary-title' };
    super(context, element('div', 'filter-editor summary-popup', label));
  }

  /** Edits a new summary, or the one that is shown. `anchor` is where the editor opens, by default the corner. */
  edit(anchor?: DOMRect, draft?: SummaryDraft): void {
    const summary = this.context.result()?.question?.summary;
    this.#draft = draft ?? (summary === undefined ? newSummaryDraft() : summaryDraft(summary));
    this.#problem = undefined;
    this.#refusal = '';
    this.#draw();
    this.open(anchor);
    const empty = this.element.querySelector<HTMLInputElement>('.combo-input:placeholder-shown');
    (empty ?? this.element.querySelector<HTMLElement>('input, select, .link-button'))?.focus();
  }

  perform(action: GridAction): boolean {
    const { grid, result } = this.context;
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
    const { host, result, notify, send } = this.context;
    const shown = result();
    if (by === 'space' || shown?.question?.summary === undefined) return;
    send(host.showGroup(shown.generation, row), notify);
  }

  get #fields(): readonly SummaryField[] {
    const result = this.context.result();
    return result?.question?.recordFields ?? result?.fields ?? [];
  }

  #draw(): void {
    const { strings, result } = this.context;
    const { groups, measures } = this.#draft;
    this.element.classList.toggle('long', groups.length + measures.length > FEW_ROWS);
    const isPresent = result()?.question?.summary !== undefined;
    const remove = (): void => void this.changeQuery({ kind: 'summarize' });
    this.draw({
      title: strings.summaryTitle,
      body: summaryEditor({
        ...{ id: ID, draft: this.#draft, fields: this.#fields, words: strings, problem: this.#problem },
        change: (draft, focus) => this.#change(draft, focus),
      }),
      problem: this.#refusal,
      clear: { label: strings.removeSummary, press: remove, isDisabled: !isPresent },
      applyLabel: strings.summaryApply,
    });
  }

  #change(draft: SummaryDraft, focus?: string): void {
    this.#draft = draft;
    this.#problem = undefined;
    this.#refusal = '';
    this.#draw();
    this.floating.place();
    if (focus !== undefined) document.getElementById(focus)?.focus();
  }

  protected override async apply(): Promise<void> {
    const read = readSummary(this.#draft, this.#fields);
    if (!isSummaryProblem(read)) {
      await this.changeQuery({ kind: 'summarize', summary: read });
      return;
    }
    this.#problem = read;
    this.#draw();
    document.getElementById(`${ID}-${read.control}`)?.focus();
  }

  protected override refuse(problem: string): void {
    this.#refusal = problem;
    this.#draw();
  }
}
