/** The parameters of a search as a question to a table; refuses what CKAN refuses, in its order. */
import type { ExactValue } from '../../../base/cells.ts';
import { invalidQuery, invalidValue } from '../../ckan/actionError.ts';
import type { OutputField, Table, TableField } from '../../engine/datastore.ts';
import type { Selected, SortKey, TableQuestion, WantedText } from '../../engine/tableQuestion.ts';
import { filterOperation, type FilterOperation } from './filterOperation.ts';
import { recordCondition } from './recordConditions.ts';
import type { SearchParameters } from './searchParameters.ts';
import { parseExpression } from './textExpression.ts';

/** What is searched for, as it was asked. */
export interface AskedTexts {
  /** Each in any field. */
  readonly anywhere: readonly string[];
  /** Each in that field; the values are not yet known to be texts. */
  readonly byField: readonly (readonly [field: string, text: ExactValue])[];
  /** The texts are contained as they stand; otherwise they are expressions over whole words. */
  readonly isPlain: boolean;
}

export interface AskedQuestion {
  readonly question: TableQuestion;
  /** What the values of a record are, in their order. */
  readonly columns: readonly OutputField[];
  /** Those that the answer names as its fields. */
  readonly named: readonly OutputField[];
  /** How the filters were understood. */
  readonly filter: FilterOperation | undefined;
  /** Says how to ask for the records behind the last one, if the order allows it. */
  readonly next: 'gt' | 'lt' | undefined;
}

type Fields = ReadonlyMap<string, TableField>;

/** What can be given out: a field, or the rank of a text. */
interface Column extends OutputField {
  readonly selected: Selected;
}

/** Throws ActionError. `ranks`: a text search gives ranks and comes best first. */
export function askedQuestion(
  parameters: SearchParameters,
  table: Pick<Table, 'fields' | 'isInOrderOfIds'>,
  ranks: boolean,
): AskedQuestion {
  const fields: Fields = new Map(table.fields.map((field) => [field.id, field]));
  const filter = filterOperation(parameters.filters, (name) => fields.has(name));
  const where = filter && recordCondition(filter, fields);
  parameters.checkNames();
  const { texts, ranked } = wantedTexts(parameters.texts, fields);
  const shown = ranks ? ranked.map(rankOf).filter(({ id }) => !fields.has(id)) : [];
  const known = [...table.fields.map(columnOf), ...shown];
  const named = namedColumns(parameters.fields, known);
  const selected = selectedColumns(parameters, named, known, shown.length > 0);
  const asked = sortKeys(parameters.sort, fields);
  parameters.checkRest();
  // Where equal records become one, each would have its own rank.
  const order = asked.length > 0 || parameters.distinct ? asked : shown.map(byRank);
  if (parameters.distinct) checkGroups(selected, order);
  const given = selected.map((column) => withFileTexts(column, fields, parameters.fileTexts));
  const { distinct, limit, offset, includeTotal: counts, estimateFrom, recordsFormat: format } = parameters;
  return {
    question: {
      ...{ where, texts, order, distinct, limit, offset, counts, estimateFrom, format },
      select: given.map((column) => column.selected),
    },
    columns: given,
    named,
    filter,
    next: distinct || !table.isInOrderOfIds ? undefined : directionOf(order),
  };
}

interface WantedTexts {
  readonly texts: readonly WantedText[];
  /** Those that a record ranks by: of several that may stand anywhere, the last. */
  readonly ranked: readonly WantedText[];
}

/** Throws ActionError. */
function wantedTexts({ anywhere, byField, isPlain }: AskedTexts, fields: Fields): WantedTexts {
  const wanted = (text: string, field?: string): WantedText => {
    const place = field === undefined ? {} : { field };
    if (isPlain) return { kind: 'contains', ...place, text };
    return { kind: 'words', ...place, expression: parseExpression(text) };
  };
  const inAny = anywhere.map((text) => wanted(text));
  const inOne = byField.map(([field, text]) => {
    if (!fields.has(field) || typeof text !== 'string') throw invalidValue('q', field);
    return wanted(text, field);
  });
  return { texts: [...inAny, ...inOne], ranked: [...inAny.slice(-1), ...inOne] };
}

function columnOf({ id, type, isJson }: TableField): Column {
  return { id, type, isJson, selected: { kind: 'field', id } };
}

/** A field of that name is the person's own. */
function rankOf(of: WantedText): Column {
  const id = of.field === undefined ? 'rank' : `rank ${of.field}`;
  return { id, type: 'float', isJson: true, selected: { kind: 'rank', id, of } };
}

function withFileTexts(column: Column, fields: Fields, fileTexts: SearchParameters['fileTexts']): Column {
  const { id, selected } = column;
  if (fileTexts === undefined || selected.kind !== 'field' || fields.get(id)?.hasFileTexts !== true)
    return column;
  const asked = { ...selected, fileTexts };
  return fileTexts === 'alone'
    ? { id, type: 'text', isJson: false, selected: asked }
    : { id, type: 'json', isJson: true, selected: asked };
}

function namedColumns(fields: readonly string[] | undefined, columns: readonly Column[]): readonly Column[] {
  if (fields === undefined) return columns;
  const known = new Map(columns.map((column) => [column.id, column]));
  // Of several, CKAN names any.
  const unknown = fields.findLast((id) => !known.has(id));
  if (unknown !== undefined) throw invalidValue('fields', unknown);
  return fields.flatMap((id) => known.get(id) ?? []);
}

/** With `full_text`, CKAN's objects hold every field, and `rank` where it was asked for (its own test says so). */
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

/** Numbers that are equal are one value, however they are written; the first record shows how. */
function checkGroups(selected: readonly Column[], order: readonly SortKey[]): void {
  // CKAN makes JSON of arrays before it compares them.
  if (selected.some(({ type }) => type === 'json' || type.startsWith('_')))
    throw invalidQuery('could not identify an equality operator for type json');
  if (!order.every(({ by }) => selected.some(({ id }) => id === by.id)))
    throw invalidQuery('for SELECT DISTINCT, ORDER BY expressions must appear in select list');
}

function byRank({ selected }: Column): SortKey {
  return { by: selected, descends: true, nullsFirst: false };
}

function directionOf([first, second]: readonly SortKey[]): 'gt' | 'lt' | undefined {
  if (first === undefined) return 'gt';
  if (first.by.id !== '_id' || second !== undefined) return undefined;
  return first.descends ? 'lt' : 'gt';
}

const clausePattern = /^(.+?)((?<! ) +(?:asc|desc))?( nulls +(?:first|last) *)?$/i;

/** CKAN's grammar: `name [asc|desc] [nulls first|nulls last]`, the name perhaps in double quotes. Throws ActionError. */
function sortKeys(clauses: readonly string[], fields: Fields): readonly SortKey[] {
  return clauses.map((clause) => {
    const [, name = '', direction = '', nulls = ''] = clausePattern.exec(clause) ?? [];
    const field = fields.get(/^".*"$/.test(name) ? name.slice(1, -1) : name);
    if (field === undefined) throw invalidValue('sort', clause);
    if (field.type === 'json') throw invalidQuery('could not identify an ordering operator for type json');
    const descends = direction.trim().toLowerCase() === 'desc';
    // Unless it is said, PostgreSQL takes NULL for the highest value.
    const nullsFirst = nulls === '' ? descends : nulls.trim().toLowerCase().endsWith('first');
    return { by: { kind: 'field', id: field.id }, descends, nullsFirst };
  });
}
