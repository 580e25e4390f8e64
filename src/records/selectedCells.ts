import * as vscode from 'vscode';
import type { ResultSet } from '../datastore/resultSet.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { choose } from '../platform/quickChoice.ts';
import type { SelectedRange } from '../shared/gridProtocol.ts';
import { cellsText, TooMuchToCopy } from './cellsText.ts';
import type { CopyFormat } from './copyFormat.ts';
import { summarize } from './selectionSummary.ts';
import { numberText } from './statusText.ts';
import { summaryText } from './summaryText.ts';

/** Records beyond which a selection is only counted: to add them up, all of them would have to be fetched. */
const MAX_SUMMARIZED = 5000;

/** What is selected in a grid: copied, and summed up. */
export class SelectedCells implements vscode.Disposable {
  readonly #tell: (summary: string) => void;
  #selection: { readonly result: ResultSet; readonly range: SelectedRange } | undefined;
  #summing: AbortController | undefined;

  /** `tell` hears what to say of the selection; an empty text where it is one cell. */
  constructor(tell: (summary: string) => void) {
    this.#tell = tell;
  }

  /** Takes what is selected now. */
  take(result: ResultSet, range: SelectedRange): void {
    this.#selection = { result, range };
    this.#summing?.abort();
    const summing = (this.#summing = new AbortController());
    void this.#summary(result, range, summing.signal).then(
      (text) => {
        if (!summing.signal.aborted) this.#tell(text);
      },
      // Records that can't be fetched say so themselves.
      () => this.#tell(''),
    );
  }

  /** The result was replaced. */
  clear(): void {
    this.#summing?.abort();
    this.#selection = undefined;
  }

  /** Asks for the format. */
  async copyAs(): Promise<void> {
    const picked = await choose({
      title: vscode.l10n.t('Copy As'),
      placeholder: vscode.l10n.t('With the names of the fields'),
      items: Object.entries(formatNames()).map(([format, label]) => ({ label, value: format as CopyFormat })),
    });
    if (picked !== undefined) await this.copy(picked, true);
  }

  /** Under a notification with Cancel where records have to be fetched. Throws Problem. */
  async copy(format: CopyFormat, withHeader: boolean): Promise<void> {
    if (this.#selection === undefined || this.#selection.range.lastRow <= this.#selection.range.firstRow)
      throw new Problem(
        vscode.l10n.t('No records are selected.'),
        vscode.l10n.t('Select cells in the grid.'),
      );
    const { result, range } = this.#selection;
    const total = Math.min(range.lastRow, result.rowCount) - range.firstRow;
    const numbers = (value: number) => numberText(value, vscode.env.language);
    const copied = await withLateProgress(vscode.l10n.t('Copying records'), async (signal, report) =>
      cellsText(result, range, format, withHeader, signal, (records) =>
        report(vscode.l10n.t('{0} of {1}', numbers(records), numbers(total)), records / Math.max(1, total)),
      ).catch((error: unknown) => {
        if (!(error instanceof TooMuchToCopy)) throw error;
        throw new Problem(
          vscode.l10n.t('The selection is too large for the clipboard.'),
          vscode.l10n.t('Nothing was copied. Select fewer records, or export them.'),
        );
      }),
    );
    if (copied === undefined) return;
    await vscode.env.clipboard.writeText(copied.text);
    const name = formatNames()[format];
    this.#tell(
      copied.records === 1
        ? vscode.l10n.t('Copied 1 record as {0}.', name)
        : vscode.l10n.t('Copied {0} records as {1}.', numbers(copied.records), name),
    );
  }

  dispose(): void {
    this.clear();
  }

  async #summary(result: ResultSet, range: SelectedRange, signal: AbortSignal): Promise<string> {
    const records = range.lastRow - range.firstRow;
    const cells = records * range.fields.length;
    if (cells <= 1) return '';
    const facts = records > MAX_SUMMARIZED ? undefined : await summarize(result, range, signal);
    return summaryText(cells, facts, vscode.env.language);
  }
}

function formatNames(): Readonly<Record<CopyFormat, string>> {
  return {
    tsv: vscode.l10n.t('tab-separated text'),
    csv: 'CSV',
    json: 'JSON',
    markdown: vscode.l10n.t('Markdown table'),
    sqlList: vscode.l10n.t('SQL IN list'),
  };
}
