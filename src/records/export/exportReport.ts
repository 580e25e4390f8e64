import { Pace } from '../../export/pace.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { Report } from '../../platform/progress.ts';
import { aboutText, countText, recordsText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** Reports the number of records, their speed and the time left. */
export function recordsReport(report: Report, pace = new Pace()): (progress: ExportProgress) => void {
  return ({ records, expected = 0 }) => {
    pace.take(records);
    const { perSecond } = pace;
    const left = expected > records ? pace.left(expected) : undefined;
    const facts = [
      expected === 0
        ? recordsText(records)
        : translate(WORDS.progress, { 0: countText(records), 1: countText(expected) }),
      ...(perSecond === undefined ? [] : [translate(WORDS.pace, { 0: countText(Math.round(perSecond)) })]),
      ...(left === undefined ? [] : [translate(WORDS.left, { 0: aboutText(left) })]),
    ];
    report(facts.join(' · '), expected === 0 ? undefined : records / expected);
  };
}
