import * as vscode from 'vscode';
import { isFieldLayout } from '../messages/fieldLayout.ts';
import { naturalOf, nothing, textOf } from '../platform/messageCheck.ts';
import type { FindQuestion, GridHost, SavedPanel, SelectedRange } from '../messages/gridProtocol.ts';
import type { Served } from '../messages/rpc.ts';
import { checked, membersOf } from '../base/shape.ts';
import type { RecordsController } from './recordsController.ts';
import { rethrowInWords } from './changeWords.ts';
import { openLink } from './openLink.ts';
import { queryChangeOf } from './queryChangeOf.ts';
import { readSavedPanel } from './savedPanel.ts';

/** A window holds no more rows than this. */
const WINDOW = 200;

/** The grid's calls, with their arguments checked. */
export function servedRecords(controller: RecordsController): Served<GridHost> {
  return {
    ready: {
      check: ([saved]) => [readSavedPanel({ saved }) === undefined ? null : (saved as SavedPanel)],
      run: (saved) => controller.ready(saved),
    },
    rows: {
      check: ([generation, first, last]) => {
        const from = naturalOf(first);
        return [naturalOf(generation), from, Math.min(naturalOf(last), from + WINDOW)];
      },
      run: (generation, first, last, signal) => controller.shown.rows(generation, first, last, signal),
    },
    record: {
      check: ([generation, row]) => [naturalOf(generation), naturalOf(row)],
      run: (generation, row, signal) => controller.shown.record(generation, row, signal),
    },
    continueAt: {
      check: ([generation]) => [naturalOf(generation)],
      run: (generation) => controller.continueAt(generation),
    },
    find: {
      check: ([generation, question]) => [naturalOf(generation), findQuestionOf(question)],
      run: (generation, question, signal) => controller.shown.find(generation, question, signal),
    },
    openLink: { check: ([url]) => [textOf(url)], run: (url) => controller.tell('openLink', openLink(url)) },
    openRecord: {
      check: ([generation, row]) => [naturalOf(generation), naturalOf(row)],
      run: (generation, row) => controller.tell('openRecord', controller.shown.open(generation, row)),
    },
    change: {
      check: ([generation, change]) => [naturalOf(generation), queryChangeOf(change)],
      run: (generation, change, signal) => {
        const changed = controller.shown.change(generation, change, signal).catch(rethrowInWords);
        // The filter's own editor says why it can't be asked; nothing else can.
        return change.kind === 'filter' ? changed : controller.tell('change', changed);
      },
    },
    goBack: { check: nothing, run: () => controller.go(-1) },
    goForward: { check: nothing, run: () => controller.go(1) },
    frequentValues: {
      check: ([generation, field]) => [naturalOf(generation), textOf(field)],
      run: (generation, field, signal) => controller.shown.frequentValues(generation, field, signal),
    },
    statistics: {
      check: ([generation, field, ofAll]) => [naturalOf(generation), naturalOf(field), ofAll === true],
      run: (generation, field, ofAll, signal) =>
        controller.shown.statistics(generation, field, ofAll, signal),
    },
    retry: { check: nothing, run: () => controller.retry() },
    cancel: { check: nothing, run: () => controller.cancel() },
    act: { check: ([offer]) => [textOf(offer)], run: (offer) => controller.act(offer) },
    editQuery: { check: nothing, run: () => controller.editQuery() },
    editAsked: { check: nothing, run: () => controller.editAsked() },
    exportJson: { check: nothing, run: () => controller.tell('exportJson', controller.exportJson()) },
    setToken: { check: nothing, run: () => controller.setToken() },
    showLog: { check: nothing, run: () => controller.showLog() },
    copyText: {
      check: ([text]) => [textOf(text)],
      run: async (text) => vscode.env.clipboard.writeText(text),
    },
    copyCells: {
      check: ([generation, range]) => [naturalOf(generation), rangeOf(range)],
      run: (generation, range) => controller.copyCells(generation, range),
    },
    layoutChanged: {
      check: ([layout]) => [checked(layout, isFieldLayout)],
      run: (layout) => controller.layoutChanged(layout),
    },
    selected: {
      check: ([generation, range]) => [naturalOf(generation), rangeOf(range)],
      run: (generation, range) => controller.selected(generation, range),
    },
    sumAll: { check: nothing, run: () => controller.tell('sumAll', controller.cells.sumAll()) },
    focused: { check: ([hasFocus]) => [hasFocus === true], run: (hasFocus) => controller.focused(hasFocus) },
  };
}

function rangeOf(value: unknown): SelectedRange {
  const { firstRow, lastRow, fields, cursor } = membersOf<SelectedRange>(value);
  if (!Array.isArray(fields)) throw new TypeError('A list of fields was expected');
  return {
    firstRow: naturalOf(firstRow),
    lastRow: naturalOf(lastRow),
    fields: fields.map(naturalOf),
    ...(cursor !== undefined && { cursor: naturalOf(cursor) }),
  };
}

function findQuestionOf(value: unknown): FindQuestion {
  const { text, fields, from, step } = membersOf<FindQuestion>(value);
  const { row, field } = membersOf<FindQuestion['from']>(from);
  if (!Array.isArray(fields)) throw new TypeError('A list of fields was expected');
  if (step !== -1 && step !== 0 && step !== 1) throw new TypeError('A step was expected');
  const place = { row: naturalOf(row), field: naturalOf(field) };
  return { text: textOf(text), fields: fields.map(naturalOf), from: place, step };
}
