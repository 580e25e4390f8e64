import { allStatistics, MOST_READ } from '../datastore/statistics/allStatistics.ts';
import { defined } from '../base/defined.ts';
import { MAX_DIGITS } from '../base/exactDecimal.ts';
import { type Field, fieldKind } from '../base/field.ts';
import { NumberSpelling } from '../datastore/statistics/numberSpelling.ts';
import { NotCountable, tallyLoaded } from '../datastore/statistics/valueTally.ts';
import { statisticsOf } from '../datastore/statistics/statistics.ts';
import { allRecords } from '../export/records.ts';
import { countText, percentText } from '../platform/quantities.ts';
import { Problem } from '../platform/problem.ts';
import type { LoadedRows } from '../datastore/result/resultSet.ts';
import type { FieldStatistics } from '../messages/fieldStatistics.ts';
import type { ExploredResult } from './exploration.ts';
import type { PartialFile } from '../platform/ports/portalPort.ts';
import { translate } from '../platform/windowLanguage.ts';
import { STATISTICS_WORDS as WORDS } from './recordsWords.ts';

export interface StatisticsQuestion {
  /** The field's index in the result. */
  readonly field: number;
  /** Whether to cover all matching records, rather than the loaded ones. */
  readonly ofAll: boolean;
  /** Whether the median, the quartiles and the deviation are wanted, even if they take long. */
  readonly hasSpread: boolean;
  /** Called with the number of records read so far, if they have to be read. */
  readonly onRead: (records: number) => void;
}

/** Statistics of a field's values. Throws Problem if they can't be counted, and like a search. */
export async function answerStatistics(
  explored: ExploredResult,
  question: StatisticsQuestion,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const field = explored.result.fields[question.field];
  if (field === undefined) throw new RangeError('There is no such field');
  const isOfGroups = explored.query.summary !== undefined;
  // One statement counts all records of a loaded local file as quickly as a page loads.
  const atOnce = !isOfGroups && explored.client.dialect.isOnThisMachine && explored.partial === undefined;
  const answer = question.ofAll ? answerForAll : atOnce ? answerAtOnce : answerForLoaded;
  try {
    const counted = await answer(explored, field, question, signal);
    // Records aren't filtered by what was calculated of them.
    const statistics = isOfGroups ? { ...counted, bars: counted.bars.map(({ filter: _, ...bar }) => bar) } : counted;
    if (fieldKind(field.type) !== 'number') return statistics;
    return new NumberSpelling(explored.result, question.field).ofStatistics(statistics);
  } catch (error) {
    throw error instanceof NotCountable ? notCountable(error) : error;
  }
}

async function answerAtOnce(
  explored: ExploredResult,
  field: Field,
  question: StatisticsQuestion,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  try {
    return await answerForAll(explored, field, question, signal);
  } catch (error) {
    if (!(error instanceof NotCountable)) throw error;
    return answerForLoaded(explored, field, question, signal);
  }
}

async function answerForLoaded(
  { client, result, partial }: ExploredResult,
  { id, type }: Field,
  { field: place }: StatisticsQuestion,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const kind = fieldKind(type);
  // A file that isn't fully loaded has more records than can be counted.
  const { total } = partial === undefined ? totalOf(result) : {};
  const tally = await tallyLoaded(result, place, kind, signal);
  const statistics = await statisticsOf(tally, { id, kind, hasRanges: client.dialect.hasRanges }, signal);
  const isAll = tally.records === total;
  const isFirst = !isAll && areFirst([...result.loadedRows()]);
  return explained({ ...statistics, isAll, ...defined({ total }), ...(isFirst && { isFirst }) });
}

async function answerForAll(
  { client, result, partial }: ExploredResult,
  field: Field,
  { onRead, hasSpread }: StatisticsQuestion,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  if (partial !== undefined) throw stillLoading(partial);
  const { query, fields } = result;
  const request = { client, query, fields, field, readAll: allRecords, onRead, hasSpread, ...totalOf(result) };
  const { statistics, isWhole } = await allStatistics(request, signal);
  if (isWhole) return explained({ ...statistics, ...totalOf(result) });
  const note = translate(WORDS.mostFrequent, { 0: countText(MOST_READ) });
  return { ...statistics, ...totalOf(result), note };
}

/** Whether the stretches begin with the first record and have no gaps. */
function areFirst(stretches: readonly LoadedRows[]): boolean {
  let end = 0;
  return stretches.every(({ first, rows }) => {
    const isNext = first === end;
    end = first + rows.length;
    return isNext;
  });
}

function totalOf({ count }: ExploredResult['result']): { readonly total?: number } {
  return count.kind === 'exact' ? { total: count.value } : {};
}

function explained(statistics: FieldStatistics): FieldStatistics {
  if (statistics.hasLongNumbers)
    return { ...statistics, note: translate(WORDS.longNumbers, { 0: countText(MAX_DIGITS) }) };
  const isUnfilterable =
    statistics.shape === 'histogram' && statistics.bars.every(({ filter }) => filter === undefined);
  return isUnfilterable ? { ...statistics, note: translate(WORDS.noRanges) } : statistics;
}

function stillLoading({ name, fraction }: PartialFile): Problem {
  return new Problem(translate(WORDS.stillLoading, { 0: name, 1: percentText(fraction) }), translate(WORDS.countLater));
}

function notCountable({ reason }: NotCountable): Problem {
  if (reason === 'distinct') return new Problem(translate(WORDS.onlySomeDistinct), translate(WORDS.queryAll));
  const hint = translate(WORDS.filterOrLoaded);
  if (reason === 'tooLarge') return new Problem(translate(WORDS.tooLarge), hint);
  return new Problem(translate(WORDS.tooMany, { 0: countText(MOST_READ) }), hint);
}
