import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { live } from 'lit-html/directives/live.js';
import { fill } from '../../base/words.ts';
import { button, linkButton, icon } from '../ui/controls/buttons.ts';
import { explained, messages, type FormContext } from './control.ts';
import { filterRow, greyedNote } from './filterRow.ts';
import { nextKey } from './formEntry.ts';

export function filtersControl(context: FormContext): TemplateResult {
  const { state, words, commands, onLeave } = context;
  const isJson = state.entry.filterMode === 'json';
  return html`<div
    class="control filters"
    role="group"
    aria-labelledby="filters-label"
    @focusout=${onLeave({ kind: 'left', control: 'filters' })}
  >
    <div class="control-head">
      <span class="label" id="filters-label">${words.filters}</span>
      ${button('toggle', [icon('json'), words.json], commands.toggleJson, {
        ...{ id: 'filters-json-toggle', isPressed: isJson },
        ...{ title: isJson ? words.editAsRows : words.editAsJson, spoken: words.editAsJson },
      })}
    </div>
    ${isJson ? jsonEditor(context) : rows(context)} ${messages(context, 'filters')}
  </div>`;
}

const JSON_LINES = { least: 4, most: 14 };

function jsonEditor(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  const { filterJson } = state.entry;
  const { about } = explained(context, 'filters', { noteId: 'filters-json-note' });
  const lines = Math.min(Math.max(filterJson.split('\n').length + 1, JSON_LINES.least), JSON_LINES.most);
  return html`<textarea
      id="filters-json"
      class="text-field code"
      spellcheck="false"
      autocomplete="off"
      wrap="off"
      rows=${lines}
      aria-label=${words.jsonLabel}
      aria-invalid=${about.isWrong ? 'true' : nothing}
      aria-describedby=${about.id ?? nothing}
      .value=${live(filterJson)}
      @input=${({ target }: InputEvent) =>
        send({ kind: 'typed', part: 'filterJson', text: (target as HTMLTextAreaElement).value })}
    ></textarea>
    <p class="note below" id="filters-json-note">${fill(words.jsonHint, runChord())}</p>`;
}

function runChord(): string {
  return navigator.platform.startsWith('Mac') ? '⌘Enter' : 'Ctrl+Enter';
}

function rows(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  const added = `row-${nextKey(state.entry.rows)}-field`;
  return html`${repeat(
    state.entry.rows,
    ({ key }) => key,
    (row, index) => filterRow(context, row, index),
  )}
  ${greyedNote(context)}
  ${linkButton([icon('add'), words.addFilter], () => send({ kind: 'rowAdded' }, added), 'add-filter')}`;
}
