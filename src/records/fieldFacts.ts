import * as vscode from 'vscode';
import { allStatistics, MOST_READ, NotCountable } from '../datastore/allStatistics.ts';
import { statisticsOf } from '../datastore/statistics.ts';
import { tallyLoaded } from '../datastore/valueTally.ts';
import { allRecords } from '../export/records.ts';
import { Problem } from '../platform/problem.ts';
import { fieldKind } from '../shared/fieldKind.ts';
import type { FieldStatistics } from '../shared/fieldStatistics.ts';
import type { Explored } from './exploration.ts';
import { numberText } from '../shared/numberText.ts';

export interface FactsQuestion {
  /** The field's place in the result. */
  readonly field: number;
  /** Of all records that match; otherwise of those that are here already. */
  readonly ofAll: boolean;
  /** Hears how many records were read, where they have to be. */
  readonly onRead: (records: number) => void;
}

/** What there is to know of a field's values. Throws Problem where it can't be counted, and what a search throws. */
export async function fieldFacts(
  { client, result }: Explored,
  { field: place, ofAll, onRead }: FactsQuestion,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const field = result.fields[place];
  if (field === undefined) throw new RangeError('There is no such field');
  const total = result.count.kind === 'exact' ? result.count.value : undefined;
  const known = total === undefined ? {} : { total };
  const { hasRanges } = client.dialect;
  if (!ofAll) {
    const kind = fieldKind(field.type);
    const tally = tallyLoaded(result, place, kind);
    const isAll = tally.records === total;
    return explained({ ...statisticsOf(tally, { id: field.id, kind, hasRanges }), isAll, ...known });
  }
  const { query, fields } = result;
  const asked = { client, query, fields, field, readAll: allRecords, onRead, ...known };
  const { found, isWhole } = await allStatistics(asked, signal).catch((error: unknown) => {
    throw error instanceof NotCountable ? notCountable(error) : error;
  });
  if (isWhole) return explained({ ...found, ...known });
  const most = numberText(MOST_READ, vscode.env.language);
  const note = vscode.l10n.t(
    'This portal does not count values by itself, and there are more than {0} records. Filter them to see more.',
    most,
  );
  return { ...found, ...known, note };
}

function explained(found: FieldStatistics): FieldStatistics {
  const isMute = found.shape === 'histogram' && found.bars.every(({ filter }) => filter === undefined);
  return isMute ? { ...found, note: vscode.l10n.t('This portal cannot filter by ranges.') } : found;
}

function notCountable({ reason }: NotCountable): Problem {
  if (reason === 'distinct')
    return new Problem(
      vscode.l10n.t('This portal gives only a part of the distinct records.'),
      vscode.l10n.t('Ask for all records to count them.'),
    );
  const most = numberText(MOST_READ, vscode.env.language);
  return new Problem(
    vscode.l10n.t('This portal does not count values by itself, and has more than {0} records.', most),
    vscode.l10n.t('Filter the records, or look at the loaded ones.'),
  );
}
