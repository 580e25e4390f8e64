import { invalidQuery, invalidValue } from '../../ckan/actionError.ts';
import type { OutputField, Table, TableField } from '../../question/datastore.ts';
import type { Selected, TableSortKey, TableQuestion, WantedText } from '../../question/tableQuestion.ts';
import { filterOperation, type FilterOperation } from './filterOperation.ts';
import { recordCondition } from './recordConditions.ts';
import type { SearchTexts, SearchParameters } from './searchParameters.ts';
import { parseExpression } from './textExpression.ts';

export interface RecordsQuestion {
  readonly question: TableQuestion;
  readonly columns: readonly OutputField[];
  readonly named: readonly OutputField[];
  readonly filter: FilterOperation | undefined;
  /** How to request the records after the last one, if the order allows it. */
  readonly next: 'gt' | 'lt' | undefined;
}

type Fields = ReadonlyMap<string, TableField>;

interface Column extends OutputField {
  readonly selected: Selected;
}

/** Refuses what CKAN refuses, in its order. Throws ActionError. With `ranks`, text searches return the best first. */
export function searchQuestion(
  parameters: SearchParameters,
  table: Pick<Table, 'fields' | 'isInOrderOfIds'>,
  ranks: boolean,
): RecordsQuestion {
  const fields: Fields = new Map(table.fields.map((field) => [field.id, field]));
  const filter = filterOperation(parameters.filters, (name) => fields.has(name));
  const where = filter && recordCondition(filter, fields);
  parameters.checkNames();
  const { texts, ranked } = textsToSearch(parameters.texts, fields);
  const shown = ranks ? ranked.map(rankOf).filter(({ id }) => !fields.has(id)) : [];
  const all = [...table.fields.map(columnOf), ...shown];
  const named = namedColumns(parameters.fields, all);
  const selected = selectedColumns(parameters, named, all, shown.length > 0);
  const keys = sortKeys(parameters.sort, fields);
  parameters.checkRest();
  // Distinct records may each have another rank, so they aren't sorted by it.
  const order = keys.length > 0 || parameters.distinct ? keys : shown.map(byRank);
  if (parameters.distinct) checkGroups(selected, order);
  const columns = selected.map((column) => withFileTexts(column, fields, parameters.fileTexts));
  const { distinct, limit, offset, includeTotal: counts, estimateFrom, recordsFormat: format } = parameters;
  return {
    question: {
      ...{ where, texts, order, distinct, limit, offset, counts, estimateFrom, format },
      select: columns.map((column) => column.selected),
      mayBeUnsorted: order.length === 0 && !parameters.isPaged,
    },
    columns,
    named,
    filter,
    next: distinct || !table.isInOrderOfIds ? undefined : directionOf(order),
  };
}

interface RankedTexts {
  readonly texts: readonly WantedText[];
  /** Texts that a record is ranked by; of several for any field, the last. */
  readonly ranked: readonly WantedText[];
}

/** Throws ActionError for an unknown field or a value that isn't text. */
function textsToSearch({ anywhere, byField, isPlain }: SearchTexts, fields: Fields): RankedTexts {
  const searched = (text: string, field?: string): WantedText => {
    const place = field === undefined ? {} : { field };
    if (isPlain) return { kind: 'contains', ...place, text };
    return { kind: 'words', ...place, expression: parseExpression(text) };
  };
  const inAny = anywhere.map((text) => searched(text));
  const inOne = byField.map(([field, text]) => {
    if (!fields.has(field) || typeof text !== 'string') throw invalidValue('q', field);
    return searched(text, field);
  });
  return { texts: [...inAny, ...inOne], ranked: [...inAny.slice(-1), ...inOne] };
}

function columnOf({ id, type, isJson }: TableField): Column {
  return { id, type, isJson, selected: { kind: 'field', id } };
}

/** A field of the same name takes precedence. */
function rankOf(of: WantedText): Column {
  const id = of.field === undefined ? 'rank' : `rank ${of.field}`;
  return { id, type: 'float', isJson: true, selected: { kind: 'rank', id, of } };
}

function withFileTexts(column: Column, fields: Fields, fileTexts: SearchParameters['fileTexts']): Column {
  const { id, selected } = column;
  if (fileTexts === undefined || selected.kind !== 'field' || fields.get(id)?.hasFileTexts !== true) return column;
  const isAlone = fileTexts === 'alone';
  return { id, type: isAlone ? 'text' : 'json', isJson: !isAlone, selected: { ...selected, fileTexts } };
}

function namedColumns(fields: readonly string[] | undefined, columns: readonly Column[]): readonly Column[] {
  if (fields === undefined) return columns;
  const byId = new Map(columns.map((column) => [column.id, column]));
  // CKAN reports any of several unknown fields.
  const unknown = fields.findLast((id) => !byId.has(id));
  if (unknown !== undefined) throw invalidValue('fields', unknown);
  return fields.flatMap((id) => byId.get(id) ?? []);
}

/** With `full_text`, CKAN's objects have every field, and `rank` if it was requested (its own test says so). */
function selectedColumns(
  { fields, hasFullText, recordsFormat }: SearchParameters,
  named: readonly Column[],
  all: readonly Column[],
  hasRanks: boolean,
): readonly Column[] {
  if (named.length === 0) return all;
  if (fields === undefined || !hasFullText || !hasRanks || recordsFormat !== 'objects') return named;
  const hasRank = fields.some((id) => id.startsWith('rank'));
  return all.filter(({ id }) => id !== 'rank' || hasRank);
}

/** Numbers that are equal count as one value, however they are written; the first record shows how. */
function checkGroups(selected: readonly Column[], order: readonly TableSortKey[]): void {
  // CKAN converts arrays to JSON before it compares them.
  if (selected.some(({ type }) => type === 'json' || type.startsWith('_')))
    throw invalidQuery('could not identify an equality operator for type json');
  if (!order.every(({ by }) => selected.some(({ id }) => id === by.id)))
    throw invalidQuery('for SELECT DISTINCT, ORDER BY expressions must appear in select list');
}

function byRank({ selected }: Column): TableSortKey {
  return { by: selected, descends: true, nullsFirst: false };
}

function directionOf([first, second]: readonly TableSortKey[]): 'gt' | 'lt' | undefined {
  if (first === undefined) return 'gt';
  if (first.by.id !== '_id' || second !== undefined) return undefined;
  return first.descends ? 'lt' : 'gt';
}

const clausePattern = /^(.+?)((?<! ) +(?:asc|desc))?( nulls +(?:first|last) *)?$/i;

/** CKAN's grammar is `name [asc|desc] [nulls first|nulls last]`, with optional quotes. Throws ActionError. */
function sortKeys(clauses: readonly string[], fields: Fields): readonly TableSortKey[] {
  return clauses.map((clause) => {
    const { name, ...direction } = sortClauseOf(clause);
    const field = fields.get(name);
    if (field === undefined) throw invalidValue('sort', clause);
    if (field.type === 'json') throw invalidQuery('could not identify an ordering operator for type json');
    return { by: { kind: 'field', id: field.id }, ...direction };
  });
}

/** The name is without its quotes. */
export function sortClauseOf(clause: string): Omit<TableSortKey, 'by'> & { readonly name: string } {
  const [, name = '', direction = '', nulls = ''] = clausePattern.exec(clause) ?? [];
  const descends = direction.trim().toLowerCase() === 'desc';
  // PostgreSQL sorts NULL as the highest value by default.
  const nullsFirst = nulls === '' ? descends : nulls.trim().toLowerCase().endsWith('first');
  return { name: /^".*"$/.test(name) ? name.slice(1, -1) : name, descends, nullsFirst };
}
