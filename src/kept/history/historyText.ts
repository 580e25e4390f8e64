/** An entry of the history in words. */
import * as vscode from 'vscode';
import { countText, durationText, recordsText, timeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { HistoryEntry, HistoryPeriod } from './historyEntry.ts';
import { HISTORY_WORDS as WORDS } from './historyWords.ts';

export function entryTitle({ name, label }: HistoryEntry): string {
  return name ?? label;
}

/** Count, duration, portal and time: `310 records · 0.2 s · City of Testville · 09:14`. */
export function entryFacts(entry: HistoryEntry, period: HistoryPeriod): string {
  const { portal, at, name, label } = entry;
  const isNear = period === 'today' || period === 'yesterday';
  const time = isNear ? new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at) : timeText(at);
  return [entryResult(entry), portal, time, ...(name === undefined ? [] : [label])].join(' · ');
}

/** The lines of a tooltip. */
export function entryLines(entry: HistoryEntry): readonly string[] {
  const { name, label, portal, at } = entry;
  const ran = translate(WORDS.ran, { portal, time: timeText(at) });
  return [...(name === undefined ? [] : [name]), label, entryResult(entry), ran];
}

/** The count, unless the portal doesn't count, and the duration. */
function entryResult({ count, isEstimate, query, elapsedMs }: HistoryEntry): string {
  const duration = durationText(elapsedMs);
  if (count === undefined) return duration;
  const counted = query.summary === undefined ? recordsText(count) : groupsText(count);
  return `${isEstimate === true ? translate(WORDS.about, { records: counted }) : counted} · ${duration}`;
}

function groupsText(count: number): string {
  return count === 1 ? translate(WORDS.oneGroup) : translate(WORDS.groups, { count: countText(count) });
}
