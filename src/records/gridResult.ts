import { defined } from '../base/defined.ts';
import { fieldInfo, fieldKind, typeName } from '../base/field.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { describeNotice } from '../datastore/result/notice.ts';
import { DISPLAY_LIMIT, type RecordRow, type WireCell } from '../base/cells.ts';
import { toWire } from '../base/exactJson.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import type { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { GridMarks, ResultMarks } from '../messages/gridMarks.ts';
import type { GridQuestion, GridResult, SavedPanel } from '../messages/gridProtocol.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import type { ExploredResult } from './exploration.ts';
import type { RecordFinder } from './recordFinder.ts';
import type { PartialFile, PlaceNames } from '../platform/ports/portalPort.ts';
import { countText, durationText, recordsText } from '../platform/quantities.ts';
import type { Selectable } from './selection/selectedCells.ts';
import { STATUS_WORDS } from './recordsWords.ts';
import { computedText } from './summarySource.ts';

export interface ShownResult extends ExploredResult, Selectable {
  readonly generation: number;
  readonly finder: RecordFinder;
  readonly head: readonly RecordRow[];
  readonly label: string;
  readonly names: PlaceNames;
  /** The current layout. It is read again whenever the page loads. */
  readonly layout: () => FieldLayout | undefined;
  readonly saved: SavedPanel;
  /** Whether the result continues a search whose first page was sorted by rank. */
  readonly isContinuation: boolean;
  readonly question: GridQuestion;
  readonly chart?: ChartChoice;
  readonly marks?: ResultMarks | undefined;
}

/** `copied` says of which portal and time a local copy is. */
export function gridResult(shown: ShownResult, copied = ''): GridResult {
  const { generation, result, head, label, names, saved, question, partial, chart } = shown;
  const notice = noticeText(shown);
  const computed = computedText(shown, copied);
  const marks = gridMarks(shown);
  const layout =
    shown.layout() ??
    (shown.marks && { places: ['_id', shown.marks.before].map((id) => ({ id, hidden: true })), frozen: 0 });
  return {
    generation,
    fields: result.fields.map(({ id, type, info, isRounded }) => ({
      id,
      // The type is what a header shows and screen readers say beside the name.
      type: isRounded ? translate(STATUS_WORDS.rounded, { 0: typeName(type) }) : typeName(type),
      kind: fieldKind(type),
      ...fieldInfo(info),
    })),
    head: wireRows(head, marks),
    rowCount: result.rowCount,
    rowCountIsFinal: result.rowCountIsFinal,
    ...(partial && { isPartial: true }),
    ...((result.summary?.others ?? 0) > 0 && { hasOthers: true }),
    status: statusText(result, partial),
    server: names.server,
    ...{ name: names.resource, label },
    ...defined({ limit: result.query.limit, layout, chart, marks }),
    ...(notice !== '' && { notice }),
    ...(computed !== '' && { computed }),
    ...(result.continuation !== undefined && { continuesAt: result.firstPageRows }),
    question,
    saved,
  };
}

/** Longest text of all earlier values of a record in UTF-16 units. Beyond it, its cells are shown without them. */
const LONGEST_BEFORE = 100_000;

/** Rows for the page, with the earlier values of a comparison whole. */
export function wireRows(rows: readonly RecordRow[], marks: GridMarks | undefined): (readonly WireCell[])[] {
  const limit = (field: number): number => (field === marks?.before ? LONGEST_BEFORE : DISPLAY_LIMIT);
  return rows.map((row) => row.map((value, field) => toWire(value, limit(field))));
}

/** Undefined for other results, and if the fields that say how records changed aren't shown. */
export function gridMarks({ marks, result }: Pick<ShownResult, 'marks' | 'result'>): GridMarks | undefined {
  if (marks === undefined || result.summary !== undefined) return undefined;
  const [change, before] = [marks.change, marks.before].map((name) => result.fields.findIndex(({ id }) => id === name));
  if (change === undefined || before === undefined || change < 0 || before < 0) return undefined;
  return { ...marks, change, before };
}

export function noticeText({ result, isContinuation }: ShownResult): string {
  return [
    ...(isContinuation ? [translate(STATUS_WORDS.continued)] : []),
    ...result.notices.map((notice) => describeNotice(notice, windowLanguage)),
  ].join(' ');
}

type Facts = Pick<ResultSet, 'rowCount' | 'rowCountIsFinal' | 'count' | 'isCounting' | 'elapsedMs'> &
  Partial<Pick<ResultSet, 'summary'>>;

/** The status line "100 of 12,501 matching records · 82 ms": records shown, their total, and the time of the answer. */
export function statusText(result: Facts, partial?: Pick<PartialFile, 'records'>): string {
  const { summary, rowCount } = result;
  const records =
    summary !== undefined
      ? groupsText(summary.others === 0 ? rowCount : rowCount - 1 + summary.others)
      : partial === undefined
        ? recordsShown(result)
        : loadedText(result, partial.records);
  return `${records} · ${durationText(result.elapsedMs)}`;
}

function groupsText(groups: number): string {
  return groups === 1 ? translate(STATUS_WORDS.oneGroup) : translate(STATUS_WORDS.groups, { 0: countText(groups) });
}

function loadedText({ rowCount }: Facts, loaded: number): string {
  const [matchCount, all] = [countText(rowCount), countText(loaded)];
  return rowCount < loaded
    ? translate(STATUS_WORDS.ofLoaded, { 0: matchCount, 1: all })
    : translate(STATUS_WORDS.loaded, { 0: all });
}

function recordsShown({ rowCount, rowCountIsFinal, count, isCounting }: Facts): string {
  const shown = countText(rowCount);
  if (isCounting) return translate(STATUS_WORDS.counting, { 0: countText(count.value) });
  if (count.kind === 'unknown') {
    if (!rowCountIsFinal) return translate(STATUS_WORDS.soFar, { 0: countText(count.value) });
    return recordsText(rowCount);
  }
  const total = countText(count.value);
  if (count.kind === 'estimated')
    return rowCount < count.value
      ? translate(STATUS_WORDS.ofAbout, { 0: shown, 1: total })
      : translate(STATUS_WORDS.about, { 0: total });
  if (rowCount < count.value) return translate(STATUS_WORDS.of, { 0: shown, 1: total });
  return count.value === 1 ? translate(STATUS_WORDS.one) : translate(STATUS_WORDS.all, { 0: total });
}
