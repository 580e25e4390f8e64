import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { fill } from '../../base/words.ts';
import { type FilterValue, typeOfField } from '../../datastore/query/condition.ts';
import type { ConditionStrings } from '../../datastore/query/conditionStrings.ts';
import { chip } from '../ui/controls/chip.ts';
import { icon } from '../ui/controls/buttons.ts';
import type { AboutField } from '../ui/controls/textField.ts';
import './conditionEditor.css';
import {
  canAdd,
  type ConditionEntry,
  kindOf,
  literalOf,
  needsNoText,
  type PendingType,
  type ValueAction,
} from './conditionEntry.ts';

export interface ConditionEditor {
  /** Prefix of the element ids: `-value` is the input. */
  readonly id: string;
  readonly entry: ConditionEntry;
  /** The server's name of the type. Undefined while it isn't known. */
  readonly fieldType: string | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly about?: AboutField;
  /** Whether Enter adds the typed text. Otherwise, or without text, Enter is left to the surrounding elements. */
  readonly addsByEnter: boolean;
  readonly words: ConditionStrings;
  /** Handles the action, draws, then focuses the element with the id `focus`, if given. */
  readonly send: (action: ValueAction, focus?: string) => void;
  readonly onLeave?: (event: FocusEvent) => void;
}

/** An editor for a condition's values: a chip for each, and an input for the next. The caller shows problems. */
export function conditionEditor(editor: ConditionEditor): TemplateResult {
  const { entry, label, placeholder, about, send, onLeave } = editor;
  const { values, pending } = entry;
  const inputId = inputOf(editor);
  const isFixed = needsNoText(pending.type);
  return html`<div
    class="value-box ${about?.isWrong ? 'invalid' : ''}"
    @focusout=${onLeave ?? nothing}
    @keydown=${moveAmongChips}
    @click=${({ target, currentTarget }: MouseEvent) => {
      if (target === currentTarget) document.getElementById(inputId)?.focus();
    }}
  >
    ${values.map((_, index) => valueChip(editor, index))}
    <span class="value-entry"
      ><input
        id=${inputId}
        class="value-input"
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${label}
        aria-invalid=${about?.isWrong ? 'true' : nothing}
        aria-describedby=${about?.id ?? nothing}
        placeholder=${values.length === 0 ? placeholder : nothing}
        ?readonly=${isFixed}
        .value=${live(isFixed ? pending.type : pending.text)}
        @input=${({ target }: InputEvent) => send({ kind: 'valueTyped', text: (target as HTMLInputElement).value })}
        @keydown=${(event: KeyboardEvent) => pressInInput(event, editor)}
      />
      ${typePicker(editor)}</span
    >
  </div>`;
}

function inputOf({ id }: ConditionEditor): string {
  return `${id}-value`;
}

function valueChip(editor: ConditionEditor, index: number): TemplateResult | undefined {
  const { entry, fieldType, words, send } = editor;
  const value = entry.values[index];
  if (value === undefined) return undefined;
  const text = literalOf(value, fieldType);
  const kind = kindOf(value.type, fieldType);
  const inputId = inputOf(editor);
  return chip({
    kind,
    text,
    label: fill(words.editValue, text, wordOf(kind, words)),
    press: () => send({ kind: 'valueTakenBack', index }, inputId),
    removeLabel: fill(words.removeValue, text),
    remove: (isByKey) => {
      send({ kind: 'valueRemoved', index }, inputId);
      if (isByKey) chipsAt(document.getElementById(inputId))[index]?.focus();
    },
    isReachable: true,
  });
}

/** A select made transparent over its icon, so that it fits beside the narrowest value. */
function typePicker(editor: ConditionEditor): TemplateResult {
  const { id, entry, fieldType, words, send } = editor;
  const { type: chosen } = entry.pending;
  const nameOf = (type: PendingType): string =>
    type === 'auto' ? fill(words.typeAuto, wordOf(typeOfField(fieldType), words)) : wordOf(type, words);
  return html`<span
    class="type-picker ${chosen === 'auto' ? '' : 'chosen'}"
    title="${words.valueType}: ${nameOf(chosen)}"
  >
    ${icon(ICONS[chosen === 'auto' ? typeOfField(fieldType) : chosen])}
    <select
      id="${id}-type"
      aria-label=${words.valueType}
      .value=${live(chosen)}
      @change=${({ target }: Event) =>
        send({ kind: 'valueTypeChosen', type: (target as HTMLSelectElement).value as PendingType })}
      @keydown=${(event: KeyboardEvent) => addByEnter(event, editor)}
    >
      ${PENDING_TYPES.map((type) => html`<option value=${type} ?selected=${type === chosen}>${nameOf(type)}</option>`)}
    </select>
  </span>`;
}

const PENDING_TYPES: readonly PendingType[] = ['auto', 'text', 'number', 'true', 'false', 'null'];

const ICONS = {
  text: 'symbol-string',
  number: 'symbol-numeric',
  boolean: 'symbol-boolean',
  true: 'symbol-boolean',
  false: 'symbol-boolean',
  null: 'circle-slash',
} as const;

function wordOf(type: FilterValue['type'] | Exclude<PendingType, 'auto'>, words: ConditionStrings): string {
  const { typeText: text, typeNumber: number, typeBoolean: boolean, typeNull } = words;
  return { text, number, boolean, true: words.typeTrue, false: words.typeFalse, null: typeNull }[type];
}

function pressInInput(event: KeyboardEvent, editor: ConditionEditor): void {
  const { values, pending } = editor.entry;
  if (event.isComposing || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Backspace' && isAtStart(event.target) && pending.text === '' && values.length > 0) {
    event.preventDefault();
    editor.send({ kind: 'valueTakenBack', index: values.length - 1 }, inputOf(editor));
  } else addByEnter(event, editor);
}

function addByEnter(event: KeyboardEvent, editor: ConditionEditor): void {
  if (event.key !== 'Enter' || !editor.addsByEnter || !canAdd(editor.entry.pending)) return;
  event.preventDefault();
  editor.send({ kind: 'valueAdded', onPurpose: true }, inputOf(editor));
}

function moveAmongChips(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || event.isComposing || event.ctrlKey || event.metaKey) return;
  const box = currentTarget as HTMLElement;
  const chips = chipsAt(box);
  const at = chips.indexOf(target as HTMLElement);
  if (at < 0 && !(key === 'ArrowLeft' && isAtStart(target))) return;
  const stops = [...chips, box.querySelector<HTMLElement>('.value-input')];
  stops[(at < 0 ? chips.length : at) + (key === 'ArrowLeft' ? -1 : 1)]?.focus();
}

function isAtStart(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.selectionStart === 0 && target.selectionEnd === 0;
}

function chipsAt(inside: Element | null): readonly HTMLElement[] {
  return [...(inside?.closest('.value-box')?.querySelectorAll<HTMLElement>('.chip-main') ?? [])];
}
