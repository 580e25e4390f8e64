import { html, type TemplateResult } from 'lit-html';

/** A codicon. Hidden from assistive technology: a text beside it or a title says the same. */
export function icon(name: string, isSpinning = false): TemplateResult {
  const shape = isSpinning ? `${name} codicon-modifier-spin` : name;
  return html`<i class="codicon codicon-${shape}" aria-hidden="true"></i>`;
}
