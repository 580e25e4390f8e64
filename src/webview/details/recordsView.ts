import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import type { WireCell } from '../../base/cells.ts';
import { fill } from '../../base/words.ts';
import type { DetailsField, DetailsRecords } from '../../messages/detailsProtocol.ts';
import { textButton } from '../ui/controls/buttons.ts';
import { dataTable } from '../ui/controls/dataTable.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { DetailsContext } from './detailsContext.ts';

export function recordsView(context: DetailsContext): TemplateResult | typeof nothing {
  const { look, words, host, send } = context;
  const { records, about } = look;
  switch (records.state) {
    case 'shown':
      return html`${fieldTable(records, context)} ${sampleTable(records, context)}`;
    case 'none':
      if (records.words === '') return nothing;
      return html`<p class="way-on">
        ${records.words}
        ${when(records.canTry, () => textButton({ label: words.tryAnyway, press: () => send(host.retry('records')) }))}
      </p>`;
    case 'loading':
      return about.state === 'loading' ? nothing : html`<p class="note">${words.loadingRecords}</p>`;
    case 'failed':
      return nothing;
  }
}

/** Facts with a column of their own, unless no field has that fact. */
const FACTS = ['label', 'unit', 'notes'] as const satisfies readonly (keyof DetailsField)[];

function fieldTable({ fields, fieldCount, hasMoreFields }: DetailsRecords, context: DetailsContext): TemplateResult {
  const { words, count } = context;
  const facts = FACTS.filter((fact) => fields.some((field) => field[fact] !== undefined));
  const members = ['id', 'type', ...facts] as const;
  return html`<section aria-labelledby="fields-title">
    <h2 id="fields-title">${words.fields} (${fieldCount})</h2>
    ${dataTable({
      ...{ labelledBy: 'fields-title', className: 'fields', rowCount: fields.length, hasRowHeaders: true },
      columns: [
        ...[words.field, words.type].map((name) => ({ name })),
        ...facts.map((fact) => ({ name: words[fact], className: fact })),
      ],
      cell: (row, column) => {
        const text = visibleText(fields[row]?.[members[column] ?? 'id'] ?? '');
        return column === 1 ? text : html`<bdi>${text}</bdi>`;
      },
    })}
    ${hasMoreFields ? html`<p class="note">${fill(words.someFields, count(fields.length))}</p>` : nothing}
  </section>`;
}

function sampleTable({ fields, sample, total }: DetailsRecords, context: DetailsContext): TemplateResult {
  const { words, count } = context;
  const columns = fields.slice(0, sample[0]?.length ?? 0);
  return html`<section aria-labelledby="sample-title">
    <h2 id="sample-title">${words.sample}${total === '' ? nothing : ` · ${total}`}</h2>
    ${
      sample.length === 0
        ? html`<p class="note">${words.noRecords}</p>`
        : dataTable({
            ...{ labelledBy: 'sample-title', className: 'sample', rowCount: sample.length },
            columns: columns.map(({ id, isNumber }) => ({ name: id, isNumber })),
            cell: (row, column) => cell(sample[row]?.[column], context),
          })
    }
    ${when(
      columns.length < fields.length && sample.length > 0,
      () => html`<p class="note">${fill(words.someColumns, count(columns.length))}</p>`,
    )}
  </section>`;
}

/** A value exactly as it is, neither rounded nor formatted. */
function cell(value: WireCell | undefined, { words, count }: DetailsContext): TemplateResult {
  if (value === null || value === undefined) return html`<span class="missing">${words.null}</span>`;
  if (typeof value !== 'object') return html`<bdi>${visibleText(String(value))}</bdi>`;
  if ('t' in value)
    return html`<bdi>${visibleText(value.t)}</bdi><span class="note">${fill(words.cut, count(value.length))}</span>`;
  return html`<bdi>${visibleText('n' in value ? value.n : 'j' in value ? value.j : value.s)}</bdi>`;
}
