import * as vscode from 'vscode';
import type { SelectedRange, SelectingCalls } from '../messages/gridProtocol.ts';
import type { Handlers } from '../messages/rpc.ts';
import { Problem } from '../platform/problem.ts';
import type { GridScreen } from './gridScreen.ts';
import { openLink } from './openLink.ts';
import { openRecord } from './openRecord.ts';
import type { Exported, RecordsActions } from './recordsPorts.ts';
import { SelectedCells } from './selectedCells.ts';

export interface SelectingOptions {
  readonly portalId: string;
  readonly screen: GridScreen;
  readonly actions: Pick<RecordsActions, 'exportJson' | 'showText'>;
  /** Asks the same of the portal as it is now. */
  readonly runAgain: (query: Exported['query']) => void;
}

/** What people take out of a panel: cells, records, links, everything. Its calls throw Problem. */
export class SelectingController implements Handlers<SelectingCalls>, vscode.Disposable {
  readonly cells: SelectedCells;
  readonly #options: SelectingOptions;

  constructor(options: SelectingOptions) {
    const { screen, actions } = options;
    this.#options = options;
    this.cells = new SelectedCells({
      showSummary: (summary, canSumAll) => screen.setSummary(summary, canSumAll),
      showText: (name, text) => actions.showText(name, text),
      resource: () => screen.shown?.names.resource ?? '',
    });
  }

  selected(generation: number, range: SelectedRange): void {
    const { shown } = this.#options.screen;
    if (shown?.generation === generation) this.cells.take(shown, range);
  }

  /** For a command, which means what people see when they give it. */
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

  async copyText(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async openRecord(generation: number, row: number): Promise<void> {
    const { screen, actions } = this.#options;
    const { result, names } = screen.current(generation);
    await openRecord(result, row, names.resource, actions);
  }

  /** The record that the cursor is on. */
  async openCurrentRecord(): Promise<void> {
    const { row } = await this.latestCells();
    const { shown } = this.#options.screen;
    if (row === undefined || shown === undefined)
      throw new Problem(
        vscode.l10n.t('No record is selected.'),
        vscode.l10n.t('Move to a record in the grid.'),
      );
    await this.openRecord(shown.generation, row);
  }

  openLink(url: string): Promise<void> {
    return openLink(url);
  }

  async exportJson(): Promise<void> {
    await this.#options.actions.exportJson(this.exported);
  }

  /** To export: the records that are shown, all of them. Throws Problem when there are none. */
  get exported(): Exported {
    const { portalId, screen, runAgain } = this.#options;
    const { shown } = screen;
    if (shown === undefined)
      throw new Problem(
        vscode.l10n.t('This panel shows no records yet.'),
        vscode.l10n.t('Run its query, then export.'),
      );
    const { query, client, result } = shown;
    const records = result.rowCountIsFinal ? { records: result.rowCount } : {};
    const panel = { client, ...records, runAgain: () => runAgain(query) };
    return { portalId, query, panel };
  }

  dispose(): void {
    this.cells.dispose();
  }
}
