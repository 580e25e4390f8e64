import { html, type TemplateResult } from 'lit-html';

/** A field with its label. `id` is the id of the field's element. */
export function labelled(id: string, label: string, field: unknown): TemplateResult {
  return html`<div class="option"><label for=${id}>${label}</label>${field}</div>`;
}
