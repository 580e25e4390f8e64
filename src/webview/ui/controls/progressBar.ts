import { html, nothing, type TemplateResult } from 'lit-html';
import './progressBar.css';

/** A line at the lower edge of its container, for work of unknown duration. `text` says how far it is. */
export function progressBar(label: string, isBusy: boolean, text?: string): TemplateResult {
  return html`<div
    class="progress"
    role="progressbar"
    aria-label=${label}
    aria-valuetext=${text ?? nothing}
    ?hidden=${!isBusy}
  ></div>`;
}
