import * as vscode from 'vscode';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import { memberColumns, recordJson } from '../../export/jsonWriter.ts';
import type { SelectedRange, SelectingCalls } from '../../messages/gridProtocol.ts';
import type { Handlers } from '../../messages/rpc.ts';
import { openLink } from '../../platform/links.ts';
import { Problem } from '../../platform/problem.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText } from '../../platform/quantities.ts';
import { EDITOR_MAXIMUM } from '../../platform/textPlaces.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { GridScreen } from '../gridScreen.ts';
import { safeFileName } from '../../platform/fileName.ts';
import type { ExportRequest, RecordsActions, TaskPlace } from '../recordsPorts.ts';
import { SAMPLE } from '../export/exportEstimate.ts';
import { loadedPart, selectedPart } from '../export/partRecords.ts';
import { saveChart } from '../export/savedChart.ts';
import { SelectedCells } from './selectedCells.ts';
import { COMPUTED_WORDS, PANEL_WORDS, RECORD_WORDS } from '../recordsWords.ts';
import { textWithSource } from './textWithSource.ts';

export interface SelectingOptions {
  readonly portalId: string;
  readonly screen: GridScreen;
  readonly tasks: TaskPlace;
  readonly actions: Pick<RecordsActions, 'exportJson' | 'exportRecords' | 'showText'>;
  readonly runAgain: (query: ExportRequest['query']) => void;
  readonly keep: () => void;
}

/** Copies, opens and exports the selection of a panel. Its calls throw Problem. */
export class SelectingController implements Handlers<SelectingCalls>, vscode.Disposable {
  readonly cells: SelectedCells;
  readonly #options: SelectingOptions;

  constructor(options: SelectingOptions) {
    const { screen, actions, keep } = options;
    this.#options = options;
    this.cells = new SelectedCells({
      showSummary: (summary, canSumAll) => screen.setSummary(summary, canSumAll),
      showText: (name, text) => actions.showText(name, text),
      resource: () => screen.shown?.names.resource ?? '',
      onCopy: keep,
    });
  }

  selected(generation: number, range: SelectedRange): void {
    const { shown } = this.#options.screen;
    if (shown?.generation === generation) this.cells.take(shown, range);
  }

  /** The current selection, which is requested from the page because a command applies to it. */
  async latestCells(): Promise<SelectedCells> {
    await this.#options.screen.syncSelection();
    return this.cells;
  }

  sumAll(): Promise<void> {
    return this.cells.sumAll();
  }

  async copyCells(generation: number, range: SelectedRange): Promise<void> {
    this.selected(generation, range);
    await this.cells.copy('tsv', false);
  }

  /** Copies the result as a table in Markdown, with the question, the request and the date. Throws Problem. */
  async copyWithSource(): Promise<void> {
    const { screen, keep } = this.#options;
    const { shown } = screen;
    if (shown === undefined) throw new Problem(translate(PANEL_WORDS.noRecords));
    keep();
    const text = await withLateProgress(translate(COMPUTED_WORDS.copying), (signal) =>
      textWithSource(shown, screen.copied, signal),
    );
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    screen.setSummary(translate(COMPUTED_WORDS.copied));
  }

  async copyText(text: string): Promise<void> {
    this.#options.keep();
    await vscode.env.clipboard.writeText(text);
  }

  async openRecord(generation: number, row: number): Promise<void> {
    const { screen, actions } = this.#options;
    const { result, names } = screen.current(generation);
    await openRecord(result, row, names.resource, actions);
  }

  async openCurrentRecord(): Promise<void> {
    const { row } = await this.latestCells();
    const { shown } = this.#options.screen;
    if (row === undefined || shown === undefined)
      throw new Problem(translate(RECORD_WORDS.noneSelected), translate(RECORD_WORDS.select));
    await this.openRecord(shown.generation, row);
  }

  openLink(url: string): Promise<void> {
    return openLink(url);
  }

  async exportJson(): Promise<void> {
    await this.#options.actions.exportJson(this.exported());
  }

  async exportRecords(): Promise<void> {
    await this.#options.actions.exportRecords(this.exported());
  }

  /** Saves the chart that the page shows. Throws Problem. */
  async saveChart(generation: number, signal: AbortSignal): Promise<void> {
    const { screen } = this.#options;
    const paint = (...picture: Parameters<typeof screen.paintChart>) => screen.paintChart(...picture);
    const said = await saveChart(screen.current(generation), screen.copied, paint, signal);
    if (said !== undefined) screen.setSummary(said);
  }

  /** All records of the shown query, with loaded or selected ones as choices. Throws Problem if there are none. */
  exported(): ExportRequest {
    const { portalId, screen, tasks, runAgain } = this.#options;
    const { shown } = screen;
    if (shown === undefined) throw new Problem(translate(PANEL_WORDS.noRecords), translate(PANEL_WORDS.runFirst));
    const { query, client, result } = shown;
    const records = result.rowCountIsFinal ? { records: result.rowCount } : {};
    const [loaded] = result.loadedRows();
    const sample = { fields: result.fields, rows: loaded?.rows.slice(0, SAMPLE) ?? [] };
    const parts = async () => {
      const { range } = await this.latestCells();
      return [selectedPart(result, range), loadedPart(result)].filter((part) => part !== undefined);
    };
    const panel = { client, ...records, sample, parts, tasks, runAgain: () => runAgain(query) };
    return { portalId, query, panel };
  }

  dispose(): void {
    this.cells.dispose();
  }
}

/** Shows a whole record as JSON. Throws Problem, HttpError or DatastoreError if it can't be loaded. */
async function openRecord(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  row: number,
  resource: string,
  actions: Pick<RecordsActions, 'showText'>,
): Promise<void> {
  const number = countText(row + 1);
  const title = translate(RECORD_WORDS.opening, { 0: number });
  const records = await withLateProgress(title, (signal) => result.rows(row, row + 1, signal));
  if (records === undefined) return;
  const [record] = records;
  if (record === undefined)
    throw new Problem(translate(RECORD_WORDS.missing, { 0: number }), translate(RECORD_WORDS.mayHaveChanged));
  const text = `${recordJson(memberColumns(result.fields), record)}\n`;
  if (text.length > EDITOR_MAXIMUM)
    throw new Problem(translate(RECORD_WORDS.tooLarge, { 0: number }), translate(RECORD_WORDS.copyValues));
  await actions.showText(safeFileName(`${resource} ${String(row + 1)}`, 'json'), text);
}
