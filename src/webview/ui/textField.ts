import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ref, type RefOrCallback } from 'lit-html/directives/ref.js';
import './textField.css';

export interface TextField {
  readonly value: string;
  readonly onType: (typed: string) => void;
  /** Its name, where no `<label>` stands around it. */
  readonly label?: string;
  /** Shown while it is empty. */
  readonly hint?: string;
  readonly type?: 'text' | 'search';
  /** The id of the words about it, and whether they say that something is wrong. */
  readonly about?: { readonly id: string; readonly isWrong: boolean };
  readonly isHidden?: boolean;
  /** Learns the element. */
  readonly element?: RefOrCallback<HTMLInputElement>;
}

/** A line to type in. */
export function textField({ value, onType, label, hint, about, ...own }: TextField): TemplateResult {
  const { type = 'text', isHidden = false, element } = own;
  return html`<input
    class="text-field"
    type=${type}
    autocomplete="off"
    spellcheck="false"
    dir="auto"
    placeholder=${hint ?? nothing}
    aria-label=${label ?? nothing}
    aria-describedby=${about?.id ?? nothing}
    aria-invalid=${about?.isWrong ?? nothing}
    ?hidden=${isHidden}
    .value=${live(value)}
    @input=${({ target }: InputEvent) => onType((target as HTMLInputElement).value)}
    ${ref(element as RefOrCallback | undefined)}
  />`;
}
