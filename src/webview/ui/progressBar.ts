import { html, nothing, type TemplateResult } from 'lit-html';
import './progressBar.css';

export interface Progress {
  readonly label: string;
  /** How far the work is, if known. */
  readonly text?: string;
  readonly isHidden: boolean;
}

/** A line at the lower edge of its container, for work whose end isn't known. */
export function progressBar({ label, text, isHidden }: Progress): TemplateResult {
  return html`<div
    class="progress"
    role="progressbar"
    aria-label=${label}
    aria-valuetext=${text ?? nothing}
    ?hidden=${isHidden}
  ></div>`;
}
