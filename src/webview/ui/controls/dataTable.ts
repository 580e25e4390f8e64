import { html, nothing, type TemplateResult } from 'lit-html';
import { visibleText } from '../visibleText.ts';

export interface DataTable {
  readonly labelledBy: string;
  /** The accessible name, if the heading's isn't enough. */
  readonly label?: string;
  readonly className?: string;
  readonly columns: readonly {
    readonly name: string;
    /** A dim text below the name. */
    readonly note?: string;
    readonly isNumber?: boolean;
    readonly className?: string;
  }[];
  readonly rowCount: number;
  readonly cell: (row: number, column: number) => unknown;
  readonly hasRowHeaders?: boolean;
}

/** A table in a frame that scrolls alone and can be reached by keys. */
export function dataTable(table: DataTable): TemplateResult {
  const { labelledBy, label, className, columns, rowCount, cell, hasRowHeaders = false } = table;
  const classes = columns.map((column) => (column.isNumber ? 'number' : (column.className ?? nothing)));
  return html`<div class="table-frame" tabindex="0" role="group" aria-labelledby=${labelledBy}>
    <table
      class=${className ?? nothing}
      aria-label=${label ?? nothing}
      aria-labelledby=${label === undefined ? labelledBy : nothing}
    >
      <thead>
        <tr>
          ${columns.map(
            ({ name, note, isNumber }) =>
              html`<th scope="col" class=${isNumber ? 'number' : nothing}
                ><bdi>${visibleText(name)}</bdi
                >${note === undefined ? nothing : html`<span class="value">${note}</span>`}</th
              >`,
          )}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          { length: rowCount },
          (_, row) =>
            html`<tr>
              ${columns.map((_column, column) =>
                hasRowHeaders && column === 0
                  ? html`<th scope="row">${cell(row, column)}</th>`
                  : html`<td class=${classes[column] ?? nothing}>${cell(row, column)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
