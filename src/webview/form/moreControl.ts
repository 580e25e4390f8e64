import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { when } from 'lit-html/directives/when.js';
import { fill } from '../../base/words.ts';
import type { SortDraft } from '../../datastore/query/draft.ts';
import type { FormStrings } from '../../messages/formStrings.ts';
import { iconButton } from '../ui/controls/buttons.ts';
import { selectField } from '../ui/controls/selectField.ts';
import type { FormContext } from './control.ts';
import { fieldPicker } from './fieldPicker.ts';
import { type AddedPart, summaryColumnNames } from './formModel.ts';
import './more.css';

const SORT_OFF = 'sort-off';
const DISTINCT_OFF = 'distinct-off';

export function moreControl(context: FormContext): TemplateResult {
  const { state, words } = context;
  const { sort = [], fields = [] } = state.entry;
  const { hasSort, placesNulls } = state.support;
  return html`<details class="more" id="more">
    <summary id="more-summary">
      ${words.more} <span class="note more-chosen" dir="auto">${chosenText(context)}</span>
    </summary>
    <div class="more-part" role="group" aria-labelledby="sort-label">
      <h2 class="label" id="sort-label">${words.order}</h2>
      ${sort.map((key, place) => sortKey(context, key, place))}
      ${when(
        hasSort && !placesNulls && sort.length > 0,
        () => html`<p class="note below" id=${SORT_OFF}>${words.sortOff}</p>`,
      )}
      ${when(
        hasSort,
        () => addedField(context, 'sort', words.addSort, words.addSort),
        () => html`<p class="note below">${words.noSort}</p>`,
      )}
    </div>
    <div class="more-part" role="group" aria-labelledby="fields-label">
      <h2 class="label" id="fields-label">${words.onlyFields}</h2>
      ${fields.map((field, place) => chosenField(context, field, place))}
      ${addedField(context, 'fields', words.addField, fields.length === 0 ? words.allFields : words.addField)}
    </div>
    ${state.entry.summary === undefined ? distinctTick(context) : nothing}
  </details>`;
}

function distinctTick({ state, words, send }: FormContext): TemplateResult {
  const { distinct = false } = state.entry;
  const isOff = !state.support.hasDistinct;
  return html`<label class="tick"
      ><input
        id="distinct"
        type="checkbox"
        .checked=${live(distinct)}
        ?disabled=${isOff && !distinct}
        aria-describedby=${isOff ? DISTINCT_OFF : nothing}
        @change=${() =>
          send(distinct ? { kind: 'dropped', part: 'distinct' } : { kind: 'set', parts: { distinct: true } })}
      />${words.distinct}</label
    >
    ${isOff ? html`<p class="note below" id=${DISTINCT_OFF}>${words.distinctOff}</p>` : nothing}`;
}

/** A summary like `price descending · kind, price · Only distinct records` */
function chosenText({ state, words }: FormContext): string {
  const { sort = [], fields = [], distinct = false, summary } = state.entry;
  const texts = { up: words.ascending, down: words.descending, downLast: words.descendingLast };
  const keys = sort.map((key) => fill(texts[directionOf(key)], nameOf(key.field, words)));
  const names = fields.map((field) => nameOf(field, words));
  const parts = [keys.join(', '), names.join(', '), distinct && summary === undefined ? words.distinct : ''];
  return parts.filter((part) => part !== '').join(' · ');
}

function nameOf(field: string, words: FormStrings): string {
  return field || words.noName;
}

type Direction = 'up' | 'down' | 'downLast';

/** The choice for a sort key. Ascending sorts put empty values last anyway. */
function directionOf({ descending, nullsLast = false }: SortDraft): Direction {
  if (!descending) return 'up';
  return nullsLast ? 'downLast' : 'down';
}

function sortKey({ state, words, send }: FormContext, key: SortDraft, place: number): TemplateResult {
  const { sort = [] } = state.entry;
  const { field } = key;
  const name = nameOf(field, words);
  const keys: Readonly<Record<Direction, SortDraft>> = {
    up: { field, descending: false },
    down: { field, descending: true },
    downLast: { field, descending: true, nullsLast: true },
  };
  return html`<div class="more-row">
    <bdi class="more-name" title=${name}>${name}</bdi>
    ${selectField<Direction>({
      ...{ id: `sort-${place}`, value: directionOf(key), label: fill(words.directionOf, name) },
      ...(!state.support.placesNulls && { describedBy: SORT_OFF }),
      choices: [
        { value: 'up', label: words.up },
        { value: 'down', label: words.down },
        { value: 'downLast', label: words.downLast, isOff: !state.support.placesNulls },
      ],
      onPick: (direction) => send({ kind: 'set', parts: { sort: sort.with(place, keys[direction]) } }),
    })}
    ${removal('sort', sort.toSpliced(place, 1), fill(words.removeSort, name), send, state.support.hasSort ? 'add-sort' : 'more-summary')}
  </div>`;
}

function chosenField({ state, words, send }: FormContext, field: string, place: number): TemplateResult {
  const { fields = [] } = state.entry;
  const name = nameOf(field, words);
  return html`<div class="more-row">
    <bdi class="more-name" title=${name}>${name}</bdi>
    ${removal('fields', fields.toSpliced(place, 1), fill(words.removeField, name), send)}
  </div>`;
}

function removal(
  part: AddedPart,
  left: readonly unknown[],
  label: string,
  send: FormContext['send'],
  focusNext = `add-${part}`,
): TemplateResult {
  const remove = (): void =>
    send(left.length === 0 ? { kind: 'dropped', part } : { kind: 'set', parts: { [part]: left } }, focusNext);
  return iconButton('close', label, remove);
}

function addedField(context: FormContext, part: AddedPart, label: string, placeholder: string): TemplateResult {
  const { state, send, onLeave } = context;
  const picker = fieldPicker(context, {
    ...{ id: `add-${part}`, field: state.typedFields[part], label, placeholder },
    names: state.entry.summary && (summaryColumnNames(state.entry.summary) ?? []),
    onType: (text) => send({ kind: 'fieldTyped', part, text }),
    onPick: (field) => send({ kind: 'fieldAdded', part, field }),
  });
  return html`<div class="more-added" @focusout=${onLeave({ kind: 'fieldLeft', part })}>${picker}</div>`;
}
