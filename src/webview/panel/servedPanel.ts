/** The calls of the host, checked before they reach the panel. */
import type {
  GridField,
  GridNotice,
  GridOffer,
  GridPanelView,
  GridProblem,
  GridQuestion,
  GridResult,
} from '../../messages/gridProtocol.ts';
import type { FieldFilter, GridSortKey } from '../../messages/queryChange.ts';
import type { Served } from '../../messages/rpc.ts';
import { isGridAction } from '../../messages/gridActions.ts';
import { isFieldLayout, PLAIN_LAYOUT } from '../../messages/fieldLayout.ts';
import { isGridLook } from '../../messages/gridLook.ts';
import { isSavedPanel } from './panelState.ts';
import { checked, isText, membersOf } from '../../base/shape.ts';

/** `panel` may still be on its way: the host's words for it are known only after the first answer. */
export function servedPanel(panel: Promise<GridPanelView>): Served<GridPanelView> {
  return {
    loading: { check: ([label]) => [text(label)], run: async (label) => (await panel).loading(label) },
    result: {
      check: ([result]) => [checked(result, isResult)],
      run: async (result) => (await panel).result(result),
    },
    failed: {
      check: ([problem]) => [checked(problem, isProblem)],
      run: async (problem) => (await panel).failed(problem),
    },
    cancelled: {
      check: ([message]) => [text(message)],
      run: async (message) => (await panel).cancelled(message),
    },
    resized: {
      check: ([generation, rowCount, isFinal, status]) => [
        checked(generation, isCount),
        checked(rowCount, isCount),
        isFinal === true,
        text(status),
      ],
      run: async (generation, rowCount, isFinal, status) =>
        (await panel).resized(generation, rowCount, isFinal, status),
    },
    counted: {
      check: ([generation, field, records]) => [
        checked(generation, isCount),
        checked(field, isCount),
        checked(records, isCount),
      ],
      run: async (generation, field, records) => (await panel).counted(generation, field, records),
    },
    summary: {
      check: ([generation, summary, canSumAll]) => [
        checked(generation, isCount),
        text(summary),
        canSumAll === true,
      ],
      run: async (generation, summary, canSumAll) => (await panel).summary(generation, summary, canSumAll),
    },
    notice: {
      check: ([generation, notice]) => [checked(generation, isCount), text(notice)],
      run: async (generation, notice) => (await panel).notice(generation, notice),
    },
    about: {
      check: ([notices]) => [checked(notices, isNotices)],
      run: async (notices) => (await panel).about(notices),
    },
    retryRows: { check: () => [], run: async () => (await panel).retryRows() },
    look: {
      check: ([look]) => [checked(look, isGridLook)],
      run: async (look) => (await panel).look(look),
    },
    perform: {
      check: ([action]) => [checked(action, isGridAction)],
      run: async (action) => (await panel).perform(action),
    },
    tellSelection: { check: () => [], run: async () => (await panel).tellSelection() },
    asleep: {
      check: ([message, saved]) => [text(message), checked(saved, isSavedPanel)],
      run: async (message, saved) => (await panel).asleep(message, saved),
    },
  };
}

function text(value: unknown): string {
  return checked(value, isText);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isField(value: unknown): value is GridField {
  const { id, type, kind, label = '', notes = '', unit = '' } = membersOf<GridField>(value);
  return [id, type, kind, label, notes, unit].every(isText);
}

function isResult(value: unknown): value is GridResult {
  const {
    generation,
    fields,
    head,
    rowCount,
    continuesAt = 0,
    limit = 0,
    layout = PLAIN_LAYOUT,
    status,
    server,
    label,
    saved,
    question,
  } = membersOf<GridResult>(value);
  return (
    [generation, rowCount, continuesAt, limit].every(isCount) &&
    [status, server, label].every(isText) &&
    Array.isArray(fields) &&
    fields.every(isField) &&
    Array.isArray(head) &&
    head.every(Array.isArray) &&
    isFieldLayout(layout) &&
    (question === undefined || isQuestion(question)) &&
    isSavedPanel(saved)
  );
}

function isQuestion(value: unknown): value is GridQuestion {
  const { q, filters, sort } = membersOf<GridQuestion>(value);
  return (
    isText(q) &&
    (filters === null || (Array.isArray(filters) && filters.every(isFilter))) &&
    Array.isArray(sort) &&
    sort.every((key) => isText(membersOf<GridSortKey>(key).field))
  );
}

function isFilter(value: unknown): value is FieldFilter {
  const { kind, field, values } = membersOf<Record<string, unknown>>(value);
  return isText(field) && (kind === 'values' ? Array.isArray(values) : kind === 'range');
}

function isProblem(value: unknown): value is GridProblem {
  const { message, hint, actions, offers = [] } = membersOf<GridProblem>(value);
  return isText(message) && isText(hint) && Array.isArray(actions) && isOffers(offers);
}

function isOffers(value: unknown): value is readonly GridOffer[] {
  return (
    Array.isArray(value) &&
    value.map(membersOf<GridOffer>).every(({ id, label }) => isText(id) && isText(label))
  );
}

function isNotices(value: unknown): value is readonly GridNotice[] {
  return (
    Array.isArray(value) &&
    value
      .map(membersOf<GridNotice>)
      .every(({ kind, text: words, offers }) => isText(kind) && isText(words) && isOffers(offers))
  );
}
