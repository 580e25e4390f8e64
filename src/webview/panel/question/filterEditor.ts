import { html, nothing, type TemplateResult } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill } from '../../../base/words.ts';
import type { Bound, FieldCondition } from '../../../datastore/query/condition.ts';
import type { FilterValueDraft } from '../../../datastore/query/draft.ts';
import { offeredOperators } from '../../../datastore/query/operatorChoice.ts';
import {
  comparesUpper,
  type FilterOperator,
  operatorEntry,
  type RangeEnd,
  USUAL_OPERATOR,
} from '../../../datastore/query/operators.ts';
import { operatorOf, readCondition } from '../../../datastore/query/readCondition.ts';
import type { GridField, GridQuestion } from '../../../messages/gridProtocol.ts';
import { hasGreyed, operatorPicker } from '../../conditions/operatorPicker.ts';
import { element } from '../../ui/element.ts';
import { textField } from '../../ui/controls/textField.ts';
import './filterEditor.css';
import { Popup } from '../pane.ts';
import type { PanelContext } from '../panelPart.ts';
import { hasValues, NO_QUESTION } from './questionKeys.ts';
import { ValueList } from './valueList.ts';

const NO_ENDS = { least: '', greatest: '' };
const SEARCH_MS = 150;

export class FilterEditor extends Popup {
  readonly #values: ValueList;
  readonly #first: Ref<HTMLInputElement> = createRef();
  #field: GridField | undefined;
  #operator = USUAL_OPERATOR;
  #range = NO_ENDS;
  #text = '';
  #problem = '';
  #counting: AbortController | undefined;

  constructor(context: PanelContext) {
    super(context, element('div', 'filter-editor', { role: 'dialog', 'aria-labelledby': 'filter-title' }));
    const { strings, language } = context;
    this.#values = new ValueList({
      ...{ strings, language },
      onChange: () => this.refuse(''),
      onSearch: (part) => void this.#count(part, SEARCH_MS),
    });
  }

  /** Edits a condition of a field. `place` is its index in the result, and `anchor` replaces its header as position. */
  edit(place: number, anchor?: DOMRect, kind?: FieldCondition['kind']): void {
    const { strings, result: shown, grid } = this.context;
    const result = shown();
    const field = result?.fields[place];
    if (result === undefined || field === undefined) return;
    if (!hasValues(result, place)) {
      this.context.notify(strings.notOfRecords);
      return;
    }
    this.#field = field;
    const own = this.#question.filters?.find((each) => each.field === field.id && each.kind === (kind ?? each.kind));
    const offered = this.#offered.find(({ isOff }) => !isOff)?.operator ?? USUAL_OPERATOR;
    this.#operator = (own && operatorOf(own)) ?? offered;
    this.#range = own && 'bounds' in own ? endsOf(own.bounds) : NO_ENDS;
    this.#text = own && 'text' in own ? own.text : '';
    this.#problem = this.#isPossible ? '' : strings.filterImpossible;
    this.#values.reset(own && 'values' in own ? own.values : [], field.type);
    this.#draw();
    if (field.kind !== 'json') void this.#count('');
    this.open(anchor ?? grid()?.rectOf({ row: -1, field: place }));
    this.#focus();
  }

  get #entry() {
    return operatorEntry(this.#operator);
  }

  get #question(): GridQuestion {
    return this.context.result()?.question ?? NO_QUESTION;
  }

  get #offered() {
    const question = this.#question;
    return this.#field === undefined ? [] : offeredOperators(this.#field.kind, question, question);
  }

  get #isPossible(): boolean {
    return this.#offered.some(({ isOff }) => !isOff);
  }

  get #isFiltered(): boolean {
    const { filters } = this.#question;
    return filters === null || filters.some(({ field }) => field === this.#field?.id);
  }

  #focus(): void {
    if (!this.#isPossible) this.element.querySelector('button')?.focus();
    else if (this.#entry.input === 'values') this.#values.focus();
    else (this.#first.value ?? this.element.querySelector('select'))?.focus();
  }

  #draw(): void {
    const { strings } = this.context;
    const entry = this.#entry;
    this.draw({
      title: fill(strings.filterOf, (this.#field?.id ?? '') || strings.noName),
      body: html`<div class="filter-body" ?hidden=${!this.#isPossible}>
        ${this.#operatorPicker()}
        <div class="filter-values-holder" ?hidden=${entry.input !== 'values'}>${this.#values.element}</div>
        ${entry.input === 'text' ? this.#textBox(entry.place) : nothing}
        ${entry.input === 'ends' ? this.#rangeEnds(entry.ends) : nothing}
      </div>`,
      problem: this.#problem,
      clear: { label: strings.filterClear, press: () => this.#clear(), isDisabled: !this.#isFiltered },
      applyLabel: strings.filterApply,
    });
  }

  #operatorPicker(): TemplateResult {
    const { strings: words } = this.context;
    const kind = this.#field?.kind;
    const server = this.#question;
    const onPick = (operator: FilterOperator): void => {
      this.#operator = operator;
      this.refuse('');
      this.floating.place();
    };
    const picker = operatorPicker({
      ...{ operator: this.#operator, kind, server, words, onPick },
      describedBy: 'filter-off',
    });
    return html`${picker}${
      hasGreyed(kind, server) ? html`<p class="filter-note" id="filter-off">${words.filterOff}</p>` : nothing
    }`;
  }

  #textBox(place: 'anywhere' | 'start'): TemplateResult {
    const { strings } = this.context;
    const onType = (text: string): void => {
      this.#text = text;
      this.refuse('');
    };
    const about = { id: 'filter-words', isWrong: false };
    const field = textField({ value: this.#text, onType, label: strings.filterText, about, element: this.#first });
    const findsWords = this.#question.findsWords && place === 'anywhere';
    const note = findsWords ? strings.filterWordsNote : strings.filterContainsNote;
    return html`${field}<p class="filter-note" id="filter-words">${note}</p>`;
  }

  #rangeEnds(ends: readonly RangeEnd[]): TemplateResult {
    return html`<div class="filter-range">
      ${ends.map(({ label, isUpper }, place) => {
        const part = isUpper ? 'greatest' : 'least';
        return html`<label class="filter-end"
          >${this.context.strings[label]}${textField({
            value: this.#range[part],
            onType: (text) => {
              this.#range = { ...this.#range, [part]: text };
              this.refuse('');
            },
            ...(place === 0 && { element: this.#first }),
          })}</label
        >`;
      })}
    </div>`;
  }

  /** Loads values that contain `part`: the most frequent ones, and others if those are incomplete. */
  async #count(part: string, waitMs = 0): Promise<void> {
    const { host, result } = this.context;
    this.#counting?.abort();
    const { signal } = (this.#counting = new AbortController());
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const [generation, id] = [result()?.generation, this.#field?.id];
    if (signal.aborted || generation === undefined || id === undefined) return;
    const values = await host.frequentValues(generation, id, part, signal).catch(() => undefined);
    if (this.#counting.signal !== signal) return;
    this.#values.fill(values, part);
    if (this.floating.isOpen) this.floating.place();
  }

  protected override async apply(): Promise<void> {
    if (!this.#isPossible || !this.#field) return;
    const { id: field, type } = this.#field;
    const entered = { field, operator: this.#operator, values: this.#entered, list: false };
    const filter = readCondition(entered, type);
    if ('problem' in filter) this.refuse(fill(this.context.strings[filter.problem], filter.text));
    else await this.changeQuery({ kind: 'filter', filter });
  }

  get #entered(): readonly FilterValueDraft[] {
    const { least, greatest } = this.#range;
    const typed = (text: string) => ({ type: 'auto', text }) as const;
    const entry = this.#entry;
    switch (entry.input) {
      case 'values':
        return this.#values.chosen;
      case 'text':
        return [typed(this.#text)];
      case 'ends':
        return entry.ends.map(({ isUpper }) => typed(isUpper ? greatest : least));
      case 'none':
        return [];
    }
  }

  #clear(): void {
    const field = this.#field?.id;
    if (field !== undefined) void this.changeQuery({ kind: 'unfilter', field });
  }

  protected override refuse(problem: string): void {
    this.#problem = problem;
    this.#draw();
  }

  protected override close(): void {
    super.close();
    this.#counting?.abort();
    this.#values.clear();
  }
}

function endsOf(bounds: readonly Bound[]): typeof NO_ENDS {
  const endAt = (isUpper: boolean): string =>
    bounds.find(({ comparison }) => comparesUpper(comparison) === isUpper)?.value.text ?? '';
  return { least: endAt(false), greatest: endAt(true) };
}
