import type { ExportProgress } from '../../export/runLog.ts';
import type { Report } from '../../platform/progress.ts';
import { aboutText, countText, recordsText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

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

/** No speed is shown in this time, because the first answers don't represent the rest. */
const WARM_UP_MS = 2000;

export class Pace {
  readonly #now: () => number;
  /** The first count of this run, which includes records of earlier runs. */
  #first: { readonly records: number; readonly at: number } | undefined;
  #last = { records: 0, at: 0 };

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(records: number): void {
    this.#last = { records, at: this.#now() };
    this.#first ??= this.#last;
  }

  /** Records per second. Undefined until it can be measured. */
  get perSecond(): number | undefined {
    const { records, at } = this.#first ?? this.#last;
    const ms = this.#last.at - at;
    const come = this.#last.records - records;
    return ms < WARM_UP_MS || come <= 0 ? undefined : (come / ms) * 1000;
  }

  /** Milliseconds until `expected` records have come. Undefined until the speed can be measured. */
  left(expected: number): number | undefined {
    const { perSecond } = this;
    return perSecond && (Math.max(0, expected - this.#last.records) / perSecond) * 1000;
  }
}
