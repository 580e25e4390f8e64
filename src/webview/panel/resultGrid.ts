import type { WireCell } from '../../base/cells.ts';
import { fill, numberText } from '../../base/words.ts';
import type { GridResult, SelectedRange } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { CellPlace, GridOptions } from '../grid/gridContract.ts';
import type { VisibleFields } from '../grid/visibleFields.ts';
import { RecordsGrid } from '../grid/recordsGrid.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { hasValues } from './question/questionKeys.ts';
import type { StatusLine } from './statusLine.ts';

export interface ResultGridOptions {
  readonly context: PanelContext;
  readonly parts: readonly PanelPart[];
  readonly status: StatusLine;
  readonly selection: SelectionReport;
  readonly own: Pick<GridOptions, 'look' | 'widths' | 'onDidMove' | 'summarize' | 'focusCover'>;
}

/** The grid of a result. Its events go to the host, the parts of the panel and the status line. */
export function createResultGrid(
  holder: HTMLElement,
  result: GridResult,
  { context, parts, status, selection, own }: ResultGridOptions,
): RecordsGrid {
  const { host, strings, language, announce, send } = context;
  const { generation, question, fields } = result;
  const isOfRecords = (id: string): boolean =>
    hasValues(
      result,
      fields.findIndex((field) => field.id === id),
    );
  return new RecordsGrid(
    holder,
    {
      fields,
      count: result.rowCount,
      head: result.head,
      getRows: (first, last, signal) => host.rows(generation, first, last, signal),
      ...(result.marks && { marks: result.marks }),
    },
    {
      ...own,
      ...{ words: strings, language },
      label: result.label,
      isCountFinal: result.rowCountIsFinal,
      endOf: (rows) => endText(rows, result, context),
      ...(result.layout && { layout: result.layout }),
      sort: question?.sort ?? [],
      filtered: question?.filters?.map(({ field }) => field).filter(isOfRecords) ?? [],
      onDidLoad: (isLoaded) => {
        status.show({ notice: isLoaded ? context.result()?.notice : strings.someNotLoaded });
        if (!isLoaded) announce(strings.someNotLoaded);
      },
      onDidLayOut: (fields, title) => {
        send(host.layoutChanged(fields.layout, title));
        status.show({ hidden: hiddenText(fields, strings) });
        parts.forEach((part) => part.laidOut?.());
      },
      onAnnounce: announce,
      onDidSelect: (range) => selection.report(generation, range),
      onOpen: (row, by) => parts.forEach((part) => part.openRecord?.(row, by)),
      onSort: (field, add) => parts.forEach((part) => part.sort?.(field, add)),
      onFieldMenu: (field, anchor) => parts.forEach((part) => part.fieldMenu?.(field, anchor)),
      onCopy: (range, cell, value) => void copy(context, result, range, cell, value),
      onType: () => context.perform('findInRecords'),
      onEscape: () => {
        const open = parts.find((part) => part.dismiss && part.element?.hidden === false);
        open?.dismiss?.();
        return open !== undefined;
      },
    },
  );
}

export function hiddenText({ hiddenCount }: VisibleFields, strings: GridStrings): string {
  if (hiddenCount === 0) return '';
  return hiddenCount === 1 ? strings.oneHiddenField : fill(strings.hiddenFields, hiddenCount);
}

/** A value as it is copied: exact digits, compact JSON, nothing for null. Undefined if only its beginning is loaded. */
export function plainText(value: WireCell | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if ('n' in value) return value.n;
  if ('s' in value) return value.s;
  return 'j' in value ? value.j : undefined;
}

const REST_MS = 60;

/** Reports the selection to the host: after a pause, so that a drag is one report, or when the host requests it. */
export class SelectionReport {
  readonly #context: PanelContext;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #pending: { readonly generation: number; readonly range: SelectedRange } | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  report(generation: number, range: SelectedRange): void {
    clearTimeout(this.#resting);
    this.#pending = { generation, range };
    this.#resting = setTimeout(() => this.#context.send(this.flush()), REST_MS);
  }

  /** Resolves when the host has the selection. */
  async flush(): Promise<void> {
    clearTimeout(this.#resting);
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) await this.#context.host.selected(pending.generation, pending.range);
  }
}

function endText(rows: number, { limit, question }: GridResult, { strings, language }: PanelContext): string {
  if (question?.summary !== undefined) return strings.endOfGroups;
  if (limit === undefined || rows < limit) return strings.endOfRecords;
  return fill(strings.limitReached, numberText(limit, language));
}

async function copy(
  { host, strings, announce }: PanelContext,
  result: GridResult,
  range: SelectedRange,
  cell: CellPlace,
  value: unknown,
): Promise<void> {
  const { firstRow, lastRow, fields } = range;
  try {
    // The host copies several cells, and announces it itself.
    if (lastRow - firstRow > 1 || (lastRow > firstRow && fields.length > 1)) {
      await host.copyCells(result.generation, range);
      return;
    }
    await host.copyText(await textOf(host, result, cell, value));
    announce(strings.copied);
  } catch {
    announce(strings.notCopied);
  }
}

/** A field's name, or a cell's whole text, which is requested if the grid has only its beginning. */
async function textOf(
  host: PanelContext['host'],
  { fields, generation }: GridResult,
  { row, field }: CellPlace,
  value: unknown,
): Promise<string> {
  if (row < 0) return fields[field]?.id ?? '';
  const loadedText = plainText(value as WireCell | undefined);
  if (loadedText !== undefined) return loadedText;
  const whole = plainText((await host.record(generation, row))[field]);
  if (whole === undefined) throw new RangeError('The record has no such value');
  return whole;
}
