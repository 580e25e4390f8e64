import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import './selectField.css';

export interface SelectField<V extends string> {
  readonly id?: string;
  readonly value: V;
  readonly choices: readonly {
    readonly value: V;
    readonly label: string;
    /** Whether the choice is shown but can't be picked. */
    readonly isOff?: boolean;
  }[];
  readonly onPick: (value: V) => void;
  /** The accessible name, unless a `<label>` names the field. */
  readonly label?: string;
  readonly describedBy?: string;
}

export function selectField<V extends string>(field: SelectField<V>): TemplateResult {
  const { id, value, choices, onPick, label, describedBy } = field;
  return html`<select
    id=${id ?? nothing}
    class="select-field"
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    .value=${live(value)}
    @change=${({ target }: Event) => onPick((target as HTMLSelectElement).value as V)}
  >
    ${choices.map(
      (choice) =>
        html`<option value=${choice.value} ?disabled=${choice.isOff === true} ?selected=${choice.value === value}
          >${choice.label}</option
        >`,
    )}
  </select>`;
}
