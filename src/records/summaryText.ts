import * as vscode from 'vscode';
import { MAX_DIGITS } from '../base/exactDecimal.ts';
import type { SelectionSummary } from './selectionSummary.ts';
import { numberText } from '../base/numberText.ts';

/** What there is to say of selected cells. */
export interface SummaryFacts {
  readonly cells: number;
  readonly records: number;
  /** Absent where the cells were only counted; it may be of fewer records than are selected. */
  readonly facts?: SelectionSummary;
  /** The name of a file that has more records than can be selected by now. */
  readonly loading?: string;
}

/** "12 cells · 3 loaded records: sum 34.50 · mean 2.875 · min 1 · max 9": numbers digit for digit. */
export function summaryText({ cells, records, facts, loading }: SummaryFacts, language: string): string {
  const parts = facts === undefined ? [] : factParts(facts, language);
  if (facts !== undefined && facts.records < records && parts.length > 0)
    parts[0] = `${loadedText(facts.records, language)}: ${parts[0] ?? ''}`;
  return [
    vscode.l10n.t('{0} cells', numberText(cells, language)),
    ...parts,
    ...(loading === undefined ? [] : [vscode.l10n.t('{0} isn’t fully loaded', loading)]),
  ].join(' · ');
}

function factParts(facts: SelectionSummary, language: string): string[] {
  const { cells, values, sum, mean, min, max, longNumbers } = facts;
  const parts: string[] = [];
  if (values < cells) parts.push(vscode.l10n.t('{0} values', numberText(values, language)));
  if (sum !== undefined && mean !== undefined)
    parts.push(vscode.l10n.t('sum {0}', sum), vscode.l10n.t('mean {0}', mean));
  if (min !== undefined && max !== undefined)
    parts.push(vscode.l10n.t('min {0}', min), vscode.l10n.t('max {0}', max));
  if (longNumbers !== undefined) parts.push(longNumbersText(longNumbers, language));
  return parts;
}

function loadedText(records: number, language: string): string {
  return records === 1
    ? vscode.l10n.t('1 loaded record')
    : vscode.l10n.t('{0} loaded records', numberText(records, language));
}

function longNumbersText(count: number, language: string): string {
  const digits = numberText(MAX_DIGITS, language);
  return count === 1
    ? vscode.l10n.t('1 number with more than {0} digits left out', digits)
    : vscode.l10n.t('{0} numbers with more than {1} digits left out', numberText(count, language), digits);
}
