import { html, type TemplateResult } from 'lit-html';

/** A codicon. Hidden from assistive technology: a text beside it or a title says the same. */
export function icon(name: string): TemplateResult {
  return html`<i class="codicon codicon-${name}" aria-hidden="true"></i>`;
}
