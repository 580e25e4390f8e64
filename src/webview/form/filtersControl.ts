/** The filters builder, field by field or as raw JSON. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { live } from 'lit-html/directives/live.js';
import { fill } from '../../base/words.ts';
import { iconButton, linkButton, icon } from '../ui/buttons.ts';
import { comboBox, type ComboOption } from '../ui/comboBox.ts';
import { conditionEditor } from '../conditions/conditionEditor.ts';
import { explained, messages, type FormContext } from './control.ts';
import { nextKey, type FilterRow } from './formEntry.ts';

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
      <button
        id="filters-json-toggle"
        class="toggle"
        type="button"
        title=${isJson ? words.editAsRows : words.editAsJson}
        aria-label=${words.editAsJson}
        aria-pressed=${isJson}
        @click=${commands.toggleJson}
      >
        ${icon('json')}${words.json}
      </button>
    </div>
    ${isJson ? jsonEditor(context) : rows(context)} ${messages(context, 'filters')}
  </div>`;
}

const JSON_LINES = { least: 4, most: 14 };

function jsonEditor(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  const { filterJson } = state.entry;
  const { isInvalid, describedBy } = explained(context, 'filters', { noteId: 'filters-json-note' });
  const lines = Math.min(Math.max(filterJson.split('\n').length + 1, JSON_LINES.least), JSON_LINES.most);
  return html`<textarea
      id="filters-json"
      class="text-field code"
      spellcheck="false"
      autocomplete="off"
      wrap="off"
      rows=${lines}
      aria-label=${words.jsonLabel}
      aria-invalid=${isInvalid ? 'true' : nothing}
      aria-describedby=${describedBy}
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
  ${linkButton([icon('add'), words.addFilter], () => send({ kind: 'rowAdded' }, added), {
    id: 'add-filter',
  })}`;
}

function filterRow(context: FormContext, row: FilterRow, index: number): TemplateResult {
  const { state, words, send, onLeave, commands } = context;
  const { fields } = state;
  const control = `row-${row.key}` as const;
  const field = fields.kind === 'known' ? fields.fields.find(({ id }) => id === row.field) : undefined;
  const neighbour = state.entry.rows[index + 1] ?? state.entry.rows[index - 1];
  return html`<div
    class="filter-row"
    role="group"
    aria-label=${fill(words.filterRow, index + 1)}
    @focusout=${onLeave({ kind: 'left', control })}
    @focusin=${commands.needFields}
  >
    ${fieldPicker(context, row)}
    ${conditionEditor({
      id: control,
      entry: row,
      fieldType: field?.type,
      label: fill(words.valueOf, row.field || words.field),
      placeholder: words.valuePlaceholder,
      ...explained(context, control, { rowPart: 'value' }),
      addsByEnter: true,
      words,
      send: (action, focus) => send({ ...action, key: row.key }, focus),
      onLeave: onLeave({ kind: 'valueAdded', key: row.key, onPurpose: false }),
    })}
    ${iconButton('close', fill(words.removeFilter, row.field || index + 1), () =>
      send({ kind: 'rowRemoved', key: row.key }, neighbour ? `row-${neighbour.key}-field` : 'add-filter'),
    )}
    ${messages(context, control)}
  </div>`;
}

function fieldPicker(context: FormContext, { key, field }: FilterRow): unknown {
  const { state, words, send } = context;
  const { fields } = state;
  return comboBox({
    id: `row-${key}-field`,
    text: field,
    picked: field,
    options: fieldOptions(context),
    label: words.field,
    isLabelled: false,
    placeholder: words.fieldPlaceholder,
    ...explained(context, `row-${key}`, { rowPart: 'field' }),
    status: fieldStatus(context),
    isBusy: fields.kind === 'loading',
    words,
    onType: (text) => send({ kind: 'fieldEntered', key, field: text }),
    onPick: (id) => send({ kind: 'fieldEntered', key, field: id }, `row-${key}-value`),
  });
}

function fieldOptions({ state: { fields }, words, commands }: FormContext): readonly ComboOption[] {
  if (fields.kind === 'known')
    return fields.fields.map(({ id, type }) => ({ key: id, label: id, detail: type }));
  if (fields.kind !== 'failed') return [];
  return [{ key: '', label: words.tryAgain, icon: 'refresh', act: commands.retryFields }];
}

function fieldStatus({ state: { fields, entry }, words }: FormContext): string {
  if (fields.kind === 'loading') return words.loadingFields;
  if (fields.kind === 'failed') return fill(words.fieldsFailed, fields.message);
  return entry.resource.trim() === '' ? words.fieldsWithoutResource : '';
}
