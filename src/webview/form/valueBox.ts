/** The values of one filter: each stands as a chip, the next is typed behind them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { live } from 'lit-html/directives/live.js';
import { type FilterValue, typeOfField } from '../../messages/condition.ts';
import type { FilterValueDraft } from '../../messages/draft.ts';
import type { FormStrings } from '../../messages/formStrings.ts';
import { fill } from '../ui/fill.ts';
import { explained } from './control.ts';
import { canAdd } from './filterRows.ts';
import { kindOf, literalOf, needsNoText, PENDING_TYPES, type PendingType } from './filterValue.ts';
import type { FormContext } from './formContext.ts';
import type { FilterRow } from './formEntry.ts';

export function valueBox(
  context: FormContext,
  row: FilterRow,
  fieldType: string | undefined,
): TemplateResult {
  const { words, send, onLeave } = context;
  const { key, values, pending } = row;
  const inputId = `row-${key}-value`;
  const { isInvalid, describedBy } = explained(context, `row-${key}`);
  return html`<div
    class="input value-box ${isInvalid ? 'invalid' : ''}"
    @focusout=${onLeave({ kind: 'valueAdded', key, onPurpose: false })}
    @click=${({ target, currentTarget }: MouseEvent) => {
      if (target === currentTarget) document.getElementById(inputId)?.focus();
    }}
  >
    ${repeat(
      values,
      (_, index) => index,
      (value, index) => chip(context, row, fieldType, value, index),
    )}
    <span class="value-entry"
      ><input
        id=${inputId}
        class="value-input"
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${fill(words.valueOf, row.field || words.field)}
        aria-invalid=${isInvalid ? 'true' : nothing}
        aria-describedby=${describedBy || nothing}
        placeholder=${values.length === 0 ? words.valuePlaceholder : nothing}
        ?readonly=${needsNoText(pending.type)}
        .value=${live(needsNoText(pending.type) ? pending.type : pending.text)}
        @input=${({ target }: InputEvent) =>
          send({ kind: 'valueTyped', key, text: (target as HTMLInputElement).value })}
        @keydown=${(event: KeyboardEvent) => pressInValue(event, context, row)}
      />
      ${typePicker(context, row, fieldType)}</span
    >
  </div>`;
}

function chip(
  { words, send }: FormContext,
  { key }: FilterRow,
  fieldType: string | undefined,
  value: FilterValueDraft,
  index: number,
): TemplateResult {
  const literal = literalOf(value, fieldType);
  const kind = kindOf(value.type, fieldType);
  const inputId = `row-${key}-value`;
  const takeBack = () => send({ kind: 'valueTakenBack', key, index }, inputId);
  const remove = (focus: string) => send({ kind: 'valueRemoved', key, index }, focus);
  return html`<span class="chip ${kind}">
    <button
      class="chip-text"
      type="button"
      dir="auto"
      title=${fill(words.editValue, literal, wordOf(kind, words))}
      aria-label=${fill(words.editValue, literal, wordOf(kind, words))}
      aria-keyshortcuts="Delete"
      @click=${takeBack}
      @keydown=${(event: KeyboardEvent) => pressInChip(event, remove, inputId)}
      .textContent=${literal}
    ></button>
    <button
      class="chip-remove"
      type="button"
      tabindex="-1"
      aria-label=${fill(words.removeValue, literal)}
      @click=${() => remove(inputId)}
    >
      <i class="codicon codicon-close" aria-hidden="true"></i>
    </button>
  </span>`;
}

/** A select that lies unseen over its icon, so that it fits beside the narrowest value. */
function typePicker(
  { words, send }: FormContext,
  { key, pending }: FilterRow,
  fieldType: string | undefined,
): TemplateResult {
  const nameOf = (type: PendingType) =>
    type === 'auto' ? fill(words.typeAuto, wordOf(typeOfField(fieldType), words)) : typeWord(type, words);
  const title = `${words.valueType}: ${nameOf(pending.type)}`;
  return html`<span class="type-picker ${pending.type === 'auto' ? '' : 'chosen'}" title=${title}>
    <i class="codicon codicon-${iconOf(pending.type, fieldType)}" aria-hidden="true"></i>
    <select
      id="row-${key}-type"
      aria-label=${words.valueType}
      .value=${live(pending.type)}
      @change=${({ target }: Event) =>
        send({ kind: 'valueTypeChosen', key, type: (target as HTMLSelectElement).value as PendingType })}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && canAdd(pending)) add(event, send, key);
      }}
    >
      ${PENDING_TYPES.map(
        (type) => html`<option value=${type} ?selected=${type === pending.type}>${nameOf(type)}</option>`,
      )}
    </select>
  </span>`;
}

function pressInValue(
  event: KeyboardEvent,
  { send }: FormContext,
  { key, values, pending }: FilterRow,
): void {
  const input = event.currentTarget as HTMLInputElement;
  const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter' && canAdd(pending)) add(event, send, key);
  else if (event.key === 'Backspace' && isAtStart && pending.text === '' && values.length > 0) {
    event.preventDefault();
    send({ kind: 'valueTakenBack', key, index: values.length - 1 }, input.id);
  } else if (event.key === 'ArrowLeft' && isAtStart) {
    chipsOf(input).at(-1)?.focus();
  }
}

function pressInChip(event: KeyboardEvent, remove: (focus: string) => void, inputId: string): void {
  const chip = event.currentTarget as HTMLElement;
  const chips = chipsOf(chip);
  const index = chips.indexOf(chip);
  const input = document.getElementById(inputId);
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    remove('');
    (chipsOf(input)[index] ?? input)?.focus();
  } else if (event.key === 'ArrowLeft') chips[index - 1]?.focus();
  else if (event.key === 'ArrowRight') (chips[index + 1] ?? input)?.focus();
}

function add(event: KeyboardEvent, send: FormContext['send'], key: number): void {
  event.preventDefault();
  send({ kind: 'valueAdded', key, onPurpose: true }, `row-${key}-value`);
}

function chipsOf(inside: HTMLElement | null): readonly HTMLElement[] {
  return [...(inside?.closest('.value-box')?.querySelectorAll<HTMLElement>('.chip-text') ?? [])];
}

function iconOf(type: PendingType, fieldType: string | undefined): string {
  const icons = {
    text: 'symbol-string',
    number: 'symbol-numeric',
    boolean: 'symbol-boolean',
    null: 'circle-slash',
  };
  return icons[
    type === 'auto' ? typeOfField(fieldType) : type === 'true' || type === 'false' ? 'boolean' : type
  ];
}

function wordOf(kind: FilterValue['type'], words: FormStrings): string {
  return { text: words.typeText, number: words.typeNumber, boolean: words.typeBoolean, null: words.typeNull }[
    kind
  ];
}

function typeWord(type: Exclude<PendingType, 'auto'>, words: FormStrings): string {
  if (type === 'true') return words.typeTrue;
  return type === 'false' ? words.typeFalse : wordOf(type, words);
}
