import * as vscode from 'vscode';
import type { ResultSet } from '../datastore/resultSet.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { choose } from '../platform/quickChoice.ts';
import type { SelectedRange } from '../shared/gridProtocol.ts';
import { cellsText, type CopiedText, TooMuchToCopy, writeCells } from './cellsText.ts';
import type { CopyFormat } from './copyFormat.ts';
import { safeFileName } from './fileName.ts';
import { SelectionText } from './selectionText.ts';
import { selectionHeading, selectionWords } from './selectionWords.ts';
import { summarize } from './selectionSummary.ts';
import { numberText } from '../shared/numberText.ts';
import { summaryText } from './summaryText.ts';

/** Records beyond which a selection is only counted: to add them up, all of them would have to be fetched. */
const MAX_SUMMARIZED = 5000;
/** UTF-16 units: above 50 MB VS Code opens no text, above 20 it is slow to read. */
const EDITOR_LIMIT = 20_000_000;

export interface SelectedCellsOptions {
  /** Hears what to say of the selection; an empty text where it is one cell. */
  readonly tell: (summary: string) => void;
  /** Resolves when the grid has told what is selected in it now. */
  readonly settle: () => Promise<void>;
  /** In an editor that can only be read. */
  readonly show: (name: string, text: string) => Promise<void>;
  readonly resource: () => string;
}

/** What is selected in a grid: copied, and summed up. */
export class SelectedCells implements vscode.Disposable {
  readonly #options: SelectedCellsOptions;
  #selection: { readonly result: ResultSet; readonly range: SelectedRange } | undefined;
  #summing: AbortController | undefined;

  constructor(options: SelectedCellsOptions) {
    this.#options = options;
  }

  /** Of the record that the cursor is on. */
  get row(): number | undefined {
    const { firstRow = 0, lastRow = 0, cursor = firstRow } = this.#selection?.range ?? {};
    return lastRow > firstRow ? cursor : undefined;
  }

  /** For a command, which means what people see when they give it. */
  async settled(): Promise<this> {
    await this.#options.settle();
    return this;
  }

  /** Takes what is selected now. */
  take(result: ResultSet, range: SelectedRange): void {
    this.#selection = { result, range };
    this.#summing?.abort();
    const summing = (this.#summing = new AbortController());
    void this.#summary(result, range, summing.signal).then(
      (text) => {
        if (!summing.signal.aborted) this.#options.tell(text);
      },
      // Records that can't be fetched say so themselves.
      () => this.#options.tell(''),
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
    const { result, range } = this.#chosen;
    const title = vscode.l10n.t('Copying records');
    const hint = vscode.l10n.t('Nothing was copied. Select fewer records, or export them.');
    const tooLarge = new Problem(vscode.l10n.t('The selection is too large for the clipboard.'), hint);
    const copied = await this.#read(title, tooLarge, (signal, onProgress) =>
      cellsText(result, range, format, withHeader, signal, onProgress),
    );
    if (copied === undefined) return;
    await vscode.env.clipboard.writeText(copied.text);
    const name = formatNames()[format];
    const numbers = (value: number) => numberText(value, vscode.env.language);
    this.#options.tell(
      copied.records === 1
        ? vscode.l10n.t('Copied 1 record as {0}.', name)
        : vscode.l10n.t('Copied {0} records as {1}.', numbers(copied.records), name),
    );
  }

  /** The selection as plain text, for reading aloud; records that are not loaded are fetched. Throws Problem. */
  async showAsText(): Promise<void> {
    const { result, range } = this.#chosen;
    const title = vscode.l10n.t('Reading the selected records');
    const hint = vscode.l10n.t('Select fewer records.');
    const tooLarge = new Problem(vscode.l10n.t('The selection is too large for an editor.'), hint);
    const writer = new SelectionText(range.firstRow, selectionWords());
    const options = { hasHeader: false, limit: EDITOR_LIMIT };
    const read = await this.#read(title, tooLarge, (signal, onProgress) =>
      writeCells(result, range, writer, options, signal, onProgress),
    );
    if (read === undefined) return;
    const name = this.#options.resource();
    const heading = selectionHeading(name, read.records, range.fields.length);
    await this.#options.show(safeFileName(name, 'txt'), `${heading}\n${read.text}`);
  }

  dispose(): void {
    this.clear();
  }

  /** What a command acts on. Throws Problem. */
  get #chosen(): { readonly result: ResultSet; readonly range: SelectedRange } {
    if (this.#selection === undefined || this.#selection.range.lastRow <= this.#selection.range.firstRow)
      throw new Problem(
        vscode.l10n.t('No records are selected.'),
        vscode.l10n.t('Select cells in the grid.'),
      );
    return this.#selection;
  }

  /** Under a notification with Cancel where it takes long. `undefined` when it was cancelled. */
  #read(
    title: string,
    tooLarge: Problem,
    read: (signal: AbortSignal, onProgress: (records: number) => void) => Promise<CopiedText>,
  ): Promise<CopiedText | undefined> {
    const { result, range } = this.#chosen;
    const total = Math.min(range.lastRow, result.rowCount) - range.firstRow;
    const numbers = (value: number) => numberText(value, vscode.env.language);
    return withLateProgress(title, async (signal, report) =>
      read(signal, (records) =>
        report(vscode.l10n.t('{0} of {1}', numbers(records), numbers(total)), records / Math.max(1, total)),
      ).catch((error: unknown) => {
        throw error instanceof TooMuchToCopy ? tooLarge : error;
      }),
    );
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
