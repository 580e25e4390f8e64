import { countText, recordsText, timeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { questionTexts, summaryTexts } from '../queryLabel.ts';
import { COMPUTED_WORDS } from '../recordsWords.ts';
import { computedText, requestText, type SourcedResult } from '../summarySource.ts';
import { cellsText } from './selectionText.ts';

/** Greatest number of rows of a table in a document. */
const MOST_ROWS = 200;

/** A result as a table in Markdown, followed by its source. `copied` as in `computedText`. Throws like a search. */
export async function textWithSource(shown: SourcedResult, copied: string, signal: AbortSignal): Promise<string> {
  const { query, result, names } = shown;
  const all = { firstRow: 0, lastRow: Math.min(MOST_ROWS, result.rowCount), fields: [...result.fields.keys()] };
  const { text, records } = await cellsText(result, all, 'markdown', true, signal);
  const isCut = records < result.rowCount;
  const cut = { 0: countText(records), 1: countText(result.rowCount) };
  const source = [
    [names.resource, ...summaryTexts(query), ...(result.summary ? [] : questionTexts(query))].join(' · '),
    result.summary === undefined
      ? `${recordsText(result.rowCount)} · ${copied || names.server}`
      : computedText(shown, copied),
    timeText(Date.now()),
    '',
    requestText(shown),
  ];
  return [text, ...(isCut ? ['', translate(COMPUTED_WORDS.firstRows, cut)] : []), '', markdownBlock(source)].join('\n');
}

/** The lines as a block of code in Markdown, where no name or value is markup. */
export function markdownBlock(lines: readonly string[]): string {
  const text = lines.join('\n').replace(/\r\n?/g, '\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}\n`;
}
