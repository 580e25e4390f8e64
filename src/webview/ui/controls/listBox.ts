import { html, nothing, type TemplateResult } from 'lit-html';
import { ref, type RefOrCallback } from 'lit-html/directives/ref.js';
import { icon } from './buttons.ts';
import './listBox.css';

export interface ListOption {
  readonly label: string;
  readonly detail?: string;
  readonly icon?: string;
  readonly title?: string;
  /** Whether the option is picked, in a list that allows several. */
  readonly isSelected?: boolean;
  /** Whether the label is dim, because it stands for an empty text. */
  readonly isDim?: boolean;
  readonly isAction?: boolean;
}

export interface ListBox {
  readonly id: string;
  readonly label: string;
  readonly options: readonly ListOption[];
  /** Index of the option that keys apply to. -1 for none. */
  readonly active: number;
  /** Whether several can be picked. The list, not a combobox, then has the focus, and its options have check boxes. */
  readonly isMultiple?: boolean;
  readonly element?: RefOrCallback;
  readonly onPick: (place: number) => void;
}

/** A list to pick from (WAI-ARIA listbox). */
export function listBox(list: ListBox): TemplateResult {
  const { id, label, options, active, isMultiple = false, element } = list;
  return html`<div
    id="${id}-list"
    class="list-box ${isMultiple ? 'multiple' : ''}"
    role="listbox"
    tabindex=${isMultiple ? '0' : nothing}
    aria-label=${label}
    aria-multiselectable=${isMultiple ? 'true' : nothing}
    aria-activedescendant=${isMultiple && active >= 0 && active < options.length ? optionId(id, active) : nothing}
    ?hidden=${isMultiple && options.length === 0}
    ${ref(element)}
  >
    ${options.map((option, place) => listOption(list, option, place))}
  </div>`;
}

export function optionId(list: string, place: number): string {
  return `${list}-${String(place)}`;
}

function listOption({ id, active, isMultiple, onPick }: ListBox, option: ListOption, place: number): TemplateResult {
  const { label, detail, icon: name, title, isSelected = false, isDim, isAction } = option;
  const isActive = place === active;
  const classes = ['list-option', isActive && 'active', isDim && 'dim', isAction && 'action'];
  const check = html`<span class="list-check" aria-hidden="true">${isSelected ? icon('check') : nothing}</span>`;
  return html`<div
    id=${optionId(id, place)}
    class=${classes.filter(Boolean).join(' ')}
    role="option"
    aria-selected=${isMultiple ? isSelected : isActive}
    title=${title ?? nothing}
    @click=${() => onPick(place)}
  >
    ${isMultiple ? check : nothing}${name ? icon(name) : nothing}<bdi class="list-label">${label}</bdi>${
      detail ? html`<bdi class="list-detail">${detail}</bdi>` : nothing
    }
  </div>`;
}
