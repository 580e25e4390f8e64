import { fill } from '../../base/words.ts';
import type { GridResult } from '../../messages/gridProtocol.ts';
import type { QueryChange } from '../../datastore/query/queryChange.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { PanelContext } from './panelPart.ts';
import type { PanelMessage } from './panelMessage.ts';

/** The message in place of records. Undefined if the result has records, or may still get some. */
export function emptyMessage({ result, strings, send, host, changeQuery }: PanelContext): PanelMessage | undefined {
  const shown = result();
  if (shown === undefined) return undefined;
  const { fields, rowCount, rowCountIsFinal, question } = shown;
  if (fields.length > 0 && (rowCount > 0 || !rowCountIsFinal)) return undefined;
  const edit = { label: strings.editQuery, run: () => send(host.editQuery()) };
  if (fields.length === 0) return { tone: 'info', text: strings.noFields, actions: [edit] };
  const text = noRecordsText(shown, strings);
  if (!isNarrowed(shown)) return { tone: 'info', text, actions: [] };
  const clear = (label: string, change: QueryChange) => ({ label, run: () => changeQuery(change) });
  const actions = [
    ...(question?.filters?.length === 0 ? [] : [clear(strings.clearFilters, { kind: 'clearFilters' })]),
    ...(question?.q === '' ? [] : [clear(strings.clearSearch, { kind: 'search', q: '' })]),
  ];
  return { tone: 'info', text, hint: strings.noRecordsHint, actions: [...(question ? actions : []), edit] };
}

export function noRecordsText(result: GridResult, strings: GridStrings): string {
  return isNarrowed(result) ? strings.noRecords : fill(strings.isWithoutRecords, result.name);
}

function isNarrowed({ question, limit, isPartial }: GridResult): boolean {
  return question?.q !== '' || question.filters?.length !== 0 || limit === 0 || isPartial === true;
}
