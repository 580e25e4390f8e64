/** What a result is called, and what its status line says. */
import * as vscode from 'vscode';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { numberText } from '../base/numberText.ts';
import { rowsOf } from '../datastore/query/conditionRows.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

const LIMIT = 200;

/** A resource and what is asked of it, in one line: `Lessons · “draw” · subject: math, art · limit 5`. */
export function queryLabel(name: string, query: DatastoreQuery): string {
  const { q, filters = [], limit } = query;
  const parts = [
    name,
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(rowsOf(filters)?.map(({ field, values }) => `${field}: ${values.map(valueText).join(', ')}`) ?? [
      filtersJson(filters),
    ]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
  const label = parts.join(' · ');
  return label.length <= LIMIT ? label : `${label.slice(0, LIMIT - 1)}…`;
}

function valueText({ type, text }: { readonly type: string; readonly text: string }): string {
  return type === 'null' ? 'null' : text;
}

type Facts = Pick<ResultSet, 'rowCount' | 'rowCountIsFinal' | 'count' | 'elapsedMs'>;

/** "100 of 12,501 matching records · 82 ms": what is shown, of how many, and how long the answer took. */
export function statusText(facts: Facts, language: string): string {
  return `${countText(facts, language)} · ${durationText(facts.elapsedMs, language)}`;
}

/** In words, so that "1 record" is right, and an estimate never looks like a count. */
function countText({ rowCount, rowCountIsFinal, count }: Facts, language: string): string {
  const shown = numberText(rowCount, language);
  if (count.kind === 'unknown') {
    if (!rowCountIsFinal) return vscode.l10n.t('{0} records so far', numberText(count.value, language));
    return rowCount === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{0} records', shown);
  }
  const total = numberText(count.value, language);
  if (count.kind === 'estimated') return vscode.l10n.t('{0} of about {1} matching records', shown, total);
  if (rowCount < count.value) return vscode.l10n.t('{0} of {1} matching records', shown, total);
  return count.value === 1
    ? vscode.l10n.t('1 matching record')
    : vscode.l10n.t('{0} matching records', total);
}

function durationText(milliseconds: number, language: string): string {
  const [value, unit] = milliseconds < 1000 ? [milliseconds, 'millisecond'] : [milliseconds / 1000, 'second'];
  const format = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(language, format).format(value);
}
