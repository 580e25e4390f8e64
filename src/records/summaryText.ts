import * as vscode from 'vscode';
import { MAX_DIGITS } from '../datastore/exactDecimal.ts';
import type { SelectionSummary } from './selectionSummary.ts';
import { numberText } from '../shared/numberText.ts';

/** "12 cells · sum 34.50 · mean 2.875 · min 1 · max 9": numbers digit for digit. `facts`: absent where only the cells were counted. */
export function summaryText(cells: number, facts: SelectionSummary | undefined, language: string): string {
  const parts = [vscode.l10n.t('{0} cells', numberText(cells, language))];
  if (facts !== undefined && facts.values < facts.cells)
    parts.push(vscode.l10n.t('{0} values', numberText(facts.values, language)));
  if (facts?.sum !== undefined && facts.mean !== undefined)
    parts.push(vscode.l10n.t('sum {0}', facts.sum), vscode.l10n.t('mean {0}', facts.mean));
  if (facts?.min !== undefined && facts.max !== undefined)
    parts.push(vscode.l10n.t('min {0}', facts.min), vscode.l10n.t('max {0}', facts.max));
  if (facts?.longNumbers !== undefined) parts.push(longNumbers(facts.longNumbers, language));
  return parts.join(' · ');
}

function longNumbers(count: number, language: string): string {
  const digits = numberText(MAX_DIGITS, language);
  return count === 1
    ? vscode.l10n.t('1 number with more than {0} digits left out', digits)
    : vscode.l10n.t('{0} numbers with more than {1} digits left out', numberText(count, language), digits);
}
