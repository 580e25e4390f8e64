import { html, type TemplateResult } from 'lit-html';

/** A field under its label; `id`: the field's. */
export function labelled(id: string, label: string, field: unknown): TemplateResult {
  return html`<div class="option"><label for=${id}>${label}</label>${field}</div>`;
}
