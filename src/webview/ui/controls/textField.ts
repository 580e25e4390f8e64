import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ref, type RefOrCallback } from 'lit-html/directives/ref.js';
import './textField.css';

/** The ids of the texts that describe a field, and whether one is a problem. */
export interface AboutField {
  readonly id?: string;
  readonly isWrong: boolean;
}

export interface TextField {
  readonly id?: string;
  readonly value: string;
  readonly onType: (typed: string) => void;
  /** The accessible name, unless a `<label>` surrounds the field. */
  readonly label?: string;
  readonly hint?: string;
  readonly type?: 'text' | 'search';
  /** Whether a touch keyboard offers digits. */
  readonly isNumber?: boolean;
  readonly about?: AboutField;
  readonly isHidden?: boolean;
  readonly element?: RefOrCallback<HTMLInputElement>;
}

export function textField({ value, onType, label, hint, about, ...own }: TextField): TemplateResult {
  const { id, type = 'text', isNumber = false, isHidden = false, element } = own;
  return html`<input
    id=${id ?? nothing}
    class="text-field"
    type=${type}
    inputmode=${isNumber ? 'numeric' : nothing}
    autocomplete="off"
    spellcheck="false"
    dir="auto"
    placeholder=${hint ?? nothing}
    aria-label=${label ?? nothing}
    aria-describedby=${about?.id ?? nothing}
    aria-invalid=${about?.isWrong ? 'true' : nothing}
    ?hidden=${isHidden}
    .value=${live(value)}
    @input=${({ target }: InputEvent) => onType((target as HTMLInputElement).value)}
    ${ref(element as RefOrCallback | undefined)}
  />`;
}
