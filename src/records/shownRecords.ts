import type { ResultSet } from '../datastore/result/resultSet.ts';
import { toWire } from '../base/wireCell.ts';
import { AddressChanged } from '../platform/problem.ts';
import type { Failures } from '../platform/failures.ts';
import type { RecordRow, WireCell } from '../base/cells.ts';
import type { FieldStatistics } from '../messages/fieldStatistics.ts';
import type { FindAnswer, FindQuestion } from '../messages/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../messages/queryChange.ts';
import { forever } from '../base/untilAborted.ts';
import type { Exploration } from './exploration.ts';
import { answerStatistics } from './statisticsAnswer.ts';
import type { ShownResult } from './gridResult.ts';
import type { GridScreen } from './gridScreen.ts';
import { openRecord } from './openRecord.ts';
import { rowsNotice } from './panelNotices.ts';
import type { RecordsActions } from './recordsPorts.ts';

export interface ShownRecordsOptions {
  readonly screen: GridScreen;
  readonly exploration: Exploration;
  readonly failures: Failures;
  readonly actions: RecordsActions;
  /** Asks for a token. False when none was given. */
  readonly setToken: () => Promise<boolean>;
}

/** What a grid asks of the records that it shows, whatever else is asked for meanwhile. */
export class ShownRecords {
  readonly #options: ShownRecordsOptions;

  constructor(options: ShownRecordsOptions) {
    this.#options = options;
  }

  /** Rejects in words; the panel says then why, too, and what can be done. */
  async rows(
    generation: number,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly WireCell[])[]> {
    const { screen } = this.#options;
    const { result } = this.current(generation);
    try {
      const rows = await rowsOf(result, first, last, signal);
      screen.setNotices('rows', []);
      return rows.map((row) => row.map((value) => toWire(value)));
    } catch (error) {
      signal.throwIfAborted();
      const words = this.#options.failures.note('Records', error);
      // That the portal has moved is said already.
      if (screen.shown?.generation === generation && !(error instanceof AddressChanged))
        screen.setNotices('rows', [rowsNotice(words, this.#ways)]);
      throw new Error(sentence(words), { cause: error });
    }
  }

  /** One record, nothing cut. */
  async record(generation: number, row: number, signal: AbortSignal): Promise<readonly WireCell[]> {
    const { result } = this.current(generation);
    const [record = []] = await this.#inWords(rowsOf(result, row, row + 1, signal), signal);
    return record.map((value) => toWire(value, Infinity));
  }

  statistics(
    generation: number,
    field: number,
    ofAll: boolean,
    signal: AbortSignal,
  ): Promise<FieldStatistics> {
    const onRead = (records: number) => this.#options.screen.setCounted(generation, field, records);
    return this.#inWords(answerStatistics(this.current(generation), { field, ofAll, onRead }, signal), signal);
  }

  frequentValues(generation: number, field: string, signal: AbortSignal): Promise<FrequentValues> {
    const counted = this.#options.exploration.frequentValues(this.current(generation), field, signal);
    return this.#inWords(counted, signal);
  }

  change(generation: number, change: QueryChange, signal: AbortSignal): Promise<void> {
    return this.#options.exploration.change(this.current(generation), change, signal);
  }

  find(generation: number, question: FindQuestion, signal: AbortSignal): Promise<FindAnswer> {
    return this.current(generation).finder.find(question, signal);
  }

  /** As JSON in an editor. Throws Problem. */
  async open(generation: number, row: number): Promise<void> {
    const { result, names } = this.current(generation);
    await openRecord(result, row, names.resource, this.#options.actions);
  }

  current(generation: number): ShownResult {
    const { shown } = this.#options.screen;
    if (shown?.generation !== generation) throw new Error('This result was replaced');
    return shown;
  }

  get #ways() {
    const { screen, setToken } = this.#options;
    const tryAgain = () => screen.retryRows();
    return {
      tryAgain,
      setToken: async () => {
        if (await setToken()) tryAgain();
      },
    };
  }

  /** Rejects with what people can read. */
  async #inWords<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(sentence(this.#options.failures.note('Records', error)), { cause: error });
    }
  }
}

/** What comes behind the first page of a search is in another order: that waits for the result of `continueAt`. */
function rowsOf(
  result: ResultSet,
  first: number,
  last: number,
  signal: AbortSignal,
): Promise<readonly RecordRow[]> {
  const isPast = result.continuation !== undefined && first >= result.firstPageRows;
  return isPast ? forever(signal) : result.rows(first, last, signal);
}

function sentence({ message, hint }: { readonly message: string; readonly hint: string }): string {
  return `${message} ${hint}`.trim();
}
