import { html, nothing, type TemplateResult } from 'lit-html';
import './progressBar.css';

export interface Progress {
  readonly label: string;
  readonly text?: string;
  readonly isHidden: boolean;
}

/** A line at the lower edge of its container, for work of unknown duration. */
export function progressBar({ label, text, isHidden }: Progress): TemplateResult {
  return html`<div
    class="progress"
    role="progressbar"
    aria-label=${label}
    aria-valuetext=${text ?? nothing}
    ?hidden=${isHidden}
  ></div>`;
}
