import { html, type TemplateResult } from 'lit-html';

/** A codicon. What it says is said in words beside it, or by a title. */
export function icon(name: string): TemplateResult {
  return html`<i class="codicon codicon-${name}" aria-hidden="true"></i>`;
}
