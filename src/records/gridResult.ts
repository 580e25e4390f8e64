import * as vscode from 'vscode';
import { fieldInfo } from '../base/field.ts';
import { describeNotice } from '../datastore/client/notice.ts';
import { toWire } from '../base/wireCell.ts';
import type { RecordRow } from '../base/cells.ts';
import { fieldKind } from '../base/fieldKind.ts';
import type { FieldLayout } from '../messages/fieldLayout.ts';
import type { GridQuestion, GridResult, SavedPanel } from '../messages/gridProtocol.ts';
import { noticeWords } from '../platform/noticeWords.ts';
import type { Explored } from './exploration.ts';
import type { RecordFinder } from './recordFinder.ts';
import type { PlaceNames } from '../platform/portalPort.ts';
import { numberText } from '../base/numberText.ts';
import type { Selectable } from './selectedCells.ts';
import { statusText } from './resultText.ts';

/** A result on its way to the grid. */
export interface ShownResult extends Explored, Selectable {
  readonly generation: number;
  readonly finder: RecordFinder;
  /** Its first rows. */
  readonly head: readonly RecordRow[];
  readonly label: string;
  readonly names: PlaceNames;
  /** As it is remembered now: a page that loads again asks anew. */
  readonly layout: () => FieldLayout | undefined;
  readonly saved: SavedPanel;
  /** It is the continuation of a search whose first page came by rank. */
  readonly isContinuation: boolean;
  readonly question: GridQuestion;
}

export function gridResult(shown: ShownResult): GridResult {
  const { generation, result, head, label, names, saved, question } = shown;
  const notice = noticeText(shown);
  const layout = shown.layout();
  return {
    generation,
    fields: result.fields.map(({ id, type, info }) => ({
      id,
      type,
      kind: fieldKind(type),
      ...fieldInfo(info),
    })),
    head: head.map((row) => row.map((value) => toWire(value))),
    rowCount: result.rowCount,
    rowCountIsFinal: result.rowCountIsFinal,
    ...(result.query.limit !== undefined && { limit: result.query.limit }),
    status: statusText(result, vscode.env.language),
    server: names.server,
    label,
    ...(layout && { layout }),
    ...(notice !== '' && { notice }),
    ...(result.continuation !== undefined && { continuesAt: result.firstPageRows }),
    question,
    saved,
  };
}

export function noticeText({ result, isContinuation }: ShownResult): string {
  const words = noticeWords();
  const numbers = (value: number) => numberText(value, vscode.env.language);
  const continuation = vscode.l10n.t(
    'In _id order now: the portal ranks a search, and that order cannot be kept beyond its first page.',
  );
  return [
    ...(isContinuation ? [continuation] : []),
    ...result.notices.map((notice) => describeNotice(notice, words, numbers)),
  ].join(' ');
}
