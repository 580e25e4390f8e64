import * as vscode from 'vscode';
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
  return parts.join(' · ');
}
