import { html, nothing, type TemplateResult } from 'lit-html';
import { fill, numberText } from '../../base/words.ts';
import type { SampleCell } from '../../messages/optionsProtocol.ts';
import { dataTable } from '../ui/controls/dataTable.ts';
import { visibleText } from '../ui/visibleText.ts';
import { isSuggested } from './columnOptions.ts';
import type { OptionsContext } from './optionsContext.ts';

/** The first records as they would be read. `places` are the indices of the columns to show. */
export function firstRows(
  { words, look, init }: OptionsContext,
  places: readonly number[],
): TemplateResult | typeof nothing {
  const { columns, sample } = look;
  if (columns.length === 0) return nothing;
  const shown = places.flatMap((place) => columns[place] ?? []);
  return html`<section class="first-rows" aria-labelledby="preview-title">
    <h2 id="preview-title">${words.preview}</h2>
    ${dataTable({
      labelledBy: 'preview-title',
      label: fill(words.firstRows, numberText(sample.length, init.language)),
      columns: shown.map((column) => ({
        name: column.name || words.noName,
        note: words[isSuggested(column) ? 'text' : column.options.kind],
        isNumber: column.options.kind === 'number' && !isSuggested(column),
      })),
      rowCount: sample.length,
      cell: (row, column) => cell(sample[row]?.[places[column] ?? -1], words.null),
    })}
    ${sample.length === 0 ? html`<p class="note">${words.noRows}</p>` : nothing}
  </section>`;
}

/** The file's text, and below it the value read from it if that looks different. */
function cell(shown: SampleCell | undefined, missing: string): TemplateResult {
  if (shown === undefined || shown.text === null) return html`<span class="missing">${missing}</span>`;
  return html`<bdi>${visibleText(shown.text)}</bdi>${valueText(shown, missing)}`;
}

function valueText({ value }: SampleCell, missing: string): TemplateResult | typeof nothing {
  if (value === undefined) return nothing;
  if (value === null) return html`<span class="value missing">${missing}</span>`;
  return html`<bdi class="value">${visibleText(value)}</bdi>`;
}
