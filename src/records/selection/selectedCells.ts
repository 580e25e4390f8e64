import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { unlessAborted } from '../../base/untilAborted.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import { FORMATS, formatsFor, type TextFormatId } from '../../export/formats.ts';
import { Problem } from '../../platform/problem.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText } from '../../platform/quantities.ts';
import { choose } from '../../platform/quickPick.ts';
import { EDITOR_LIMIT } from '../../platform/textPlaces.ts';
import { fieldKind } from '../../base/field.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import { safeFileName } from '../../platform/fileName.ts';
import type { PartialFile } from '../../platform/ports/portalPort.ts';
import { translate } from '../../platform/windowLanguage.ts';
import {
  cellsText,
  selectionHeading,
  SelectionText,
  selectionWords,
  selectionSummaryText,
  TooMuchToCopy,
  writeCells,
} from './selectionText.ts';
import { type SelectionSummary, summarize, summarizeLoaded } from './selectionSummary.ts';
import { SELECTION_WORDS as WORDS } from '../recordsWords.ts';

/** Largest selection, in records, that is summed up without a request. */
const MAX_SUMMARIZED = 5000;

export interface SelectedCellsOptions {
  /** The summary is empty for a single cell. `canSumAll` means that more of the selection can be summed up. */
  readonly showSummary: (summary: string, canSumAll?: boolean) => void;
  readonly showText: (name: string, text: string) => Promise<void>;
  readonly resource: () => string;
  readonly onCopy?: () => void;
}

export interface Selectable {
  readonly result: ResultSet;
  /** Whether the records are on this machine, so that loading them is cheap. */
  readonly isLocal: boolean;
  readonly partial?: PartialFile | undefined;
}

interface Selection {
  readonly shown: Selectable;
  readonly range: SelectedRange;
}

export class SelectedCells implements vscode.Disposable {
  readonly #options: SelectedCellsOptions;
  #selection: Selection | undefined;
  #summing: AbortController | undefined;

  constructor(options: SelectedCellsOptions) {
    this.#options = options;
  }

  get row(): number | undefined {
    const { firstRow = 0, lastRow = 0, cursor = firstRow } = this.#selection?.range ?? {};
    return lastRow > firstRow ? cursor : undefined;
  }

  get range(): SelectedRange | undefined {
    return this.#selection?.range;
  }

  take(shown: Selectable, range: SelectedRange): void {
    const selection = (this.#selection = { shown, range });
    this.#summing?.abort();
    const { signal } = (this.#summing = new AbortController());
    factsOf(selection, signal).then(
      (facts) => {
        if (!signal.aborted) this.#showSummary(selection, facts, canSumAll(selection, facts));
      },
      // A notice already says why records can't be loaded.
      () => {
        if (!signal.aborted) this.#options.showSummary('');
      },
    );
  }

  /** Sums up the whole selection with a Cancel button. A new selection also ends it. Throws like a search. */
  async sumAll(): Promise<void> {
    const selection = this.#selection;
    if (selection === undefined) return;
    const { shown, range } = selection;
    this.#summing?.abort();
    const { signal } = (this.#summing = new AbortController());
    const title = translate(WORDS.addingUp);
    const facts = await this.#read(title, selection, (cancelled, onProgress) =>
      unlessAborted(summarize(shown.result, range, AbortSignal.any([cancelled, signal]), onProgress), signal),
    );
    if (facts !== undefined) this.#showSummary(selection, facts, false);
  }

  clear(): void {
    this.#summing?.abort();
    this.#selection = undefined;
  }

  async copyAs(): Promise<void> {
    const picked = await choose({
      title: translate(WORDS.copyAs),
      placeholder: translate(WORDS.selectFormat),
      items: formatsFor('copy').map((id) => ({ label: FORMATS[id].name, value: id })),
    });
    if (picked !== undefined) await this.copy(picked, true);
  }

  /** Copies the selection, under a notification with Cancel if records have to be loaded. Throws Problem. */
  async copy(format: TextFormatId, withHeader: boolean): Promise<void> {
    const selection = this.#chosen;
    const { shown, range } = selection;
    this.#options.onCopy?.();
    const title = translate(WORDS.copying);
    const exportAction = { label: translate(WORDS.exportRecords), command: 'datastoreExplorer.exportRecords' };
    const tooLarge = new Problem(translate(WORDS.tooLargeToCopy), translate(WORDS.copyFewer), {
      actions: [exportAction],
    });
    const copied = await this.#read(title, selection, (signal, onProgress) =>
      cellsText(shown.result, range, format, withHeader, signal, onProgress).catch(inWords(tooLarge)),
    );
    if (copied === undefined) return;
    await vscode.env.clipboard.writeText(copied.text);
    this.#options.showSummary(copiedText(copied.records, FORMATS[format].name, loadingOf(selection)));
  }

  /** Shows the selection as plain text for reading aloud, loading records if necessary. Throws Problem. */
  async showAsText(): Promise<void> {
    const selection = this.#chosen;
    const { shown, range } = selection;
    const title = translate(WORDS.reading);
    const tooLarge = new Problem(translate(WORDS.tooLargeToRead), translate(WORDS.selectFewer));
    const writer = new SelectionText(range.firstRow, selectionWords());
    const options = { hasHeader: false, limit: EDITOR_LIMIT };
    const read = await this.#read(title, selection, (signal, onProgress) =>
      writeCells(shown.result, range, writer, options, signal, onProgress).catch(inWords(tooLarge)),
    );
    if (read === undefined) return;
    const name = this.#options.resource();
    const heading = selectionHeading(name, read.records, range.fields.length);
    await this.#options.showText(safeFileName(name, 'txt'), `${heading}\n${read.text}`);
  }

  dispose(): void {
    this.clear();
  }

  /** The selection that a command applies to. Throws Problem if there is none. */
  get #chosen(): Selection {
    if (this.#selection === undefined || this.#selection.range.lastRow <= this.#selection.range.firstRow)
      throw new Problem(translate(WORDS.noneSelected), translate(WORDS.select));
    return this.#selection;
  }

  #read<T>(
    title: string,
    { shown, range }: Selection,
    read: (signal: AbortSignal, onProgress: (records: number) => void) => Promise<T>,
  ): Promise<T | undefined> {
    const total = Math.min(range.lastRow, shown.result.rowCount) - range.firstRow;
    return withLateProgress(title, (signal, report) =>
      read(signal, (records) =>
        report(translate(WORDS.progress, { 0: countText(records), 1: countText(total) }), records / Math.max(1, total)),
      ),
    );
  }

  #showSummary(selection: Selection, facts: SelectionSummary | undefined, canSum: boolean): void {
    const { firstRow, lastRow, fields } = selection.range;
    const records = lastRow - firstRow;
    const cells = records * fields.length;
    const loading = loadingOf(selection);
    const shownFacts = areComparable(selection) ? facts : facts && withoutNumbers(facts);
    const what = defined({ cells, records, facts: shownFacts, loading });
    this.#options.showSummary(cells <= 1 ? '' : selectionSummaryText(what), canSum);
  }
}

/** The summary of a selection. A selection alone never makes a portal send thousands of records. */
async function factsOf(
  { shown: { result, isLocal }, range }: Selection,
  signal: AbortSignal,
): Promise<SelectionSummary | undefined> {
  const records = range.lastRow - range.firstRow;
  if (records > MAX_SUMMARIZED || records * range.fields.length <= 1) return undefined;
  return (isLocal ? summarize : summarizeLoaded)(result, range, signal);
}

/** Whether a sum of the numbers has a meaning, which it doesn't across several columns. */
function areComparable({ shown: { result }, range }: Selection): boolean {
  const kinds = range.fields.map((place) => fieldKind(result.fields[place]?.type ?? ''));
  return kinds.filter((kind) => kind === 'number' || kind === 'json').length <= 1;
}

function withoutNumbers({ records, cells, values }: SelectionSummary): SelectionSummary {
  return { records, cells, values, numbers: 0 };
}

function canSumAll(selection: Selection, facts: SelectionSummary | undefined): boolean {
  if (!areComparable(selection)) return false;
  const { shown, range } = selection;
  const { firstRow, lastRow, fields } = range;
  const isNumeric = fields.some((place) => fieldKind(shown.result.fields[place]?.type ?? '') === 'number');
  const isSummed = facts !== undefined && (shown.isLocal || facts.records === lastRow - firstRow);
  return lastRow - firstRow > 1 && !isSummed && (isNumeric || (facts?.numbers ?? 0) > 0);
}

/** The name of a file that isn't fully loaded, if all of its loaded records are selected. */
function loadingOf({ shown: { result, partial }, range }: Selection): string | undefined {
  return range.firstRow === 0 && range.lastRow >= result.rowCount ? partial?.name : undefined;
}

function inWords(tooLarge: Problem): (error: unknown) => never {
  return (error) => {
    throw error instanceof TooMuchToCopy ? tooLarge : error;
  };
}

/** `loading` names a file with more records than can be copied yet. */
export function copiedText(records: number, format: string, loading?: string): string {
  const count = countText(records);
  if (loading !== undefined)
    return records === 1
      ? translate(WORDS.copiedOneLoading, { 0: format, 1: loading })
      : translate(WORDS.copiedLoading, { 0: count, 1: format, 2: loading });
  return records === 1 ? translate(WORDS.copiedOne, { 0: format }) : translate(WORDS.copied, { 0: count, 1: format });
}
