import { quotedName, quotedText } from '../../../base/quotes.ts';
import {
  finiteNumberSql,
  type GroupBin,
  GroupedBuilder,
  type GroupEnd,
  type NumberSql,
  type TakeValue,
} from '../../question/groupedStatement.ts';
import { binEdge } from '../../../base/summaryNumbers.ts';
import { directionSql, type Phrase, selectSql } from '../../question/statement.ts';
import type { Calculation, SpreadFigure, SummaryQuestion } from '../../question/summaryQuestion.ts';
import type { Comparator, Operand, TableSortKey, TableQuestion } from '../../question/tableQuestion.ts';
import { escaped } from '../../resource/valuePattern.ts';
import { SEPARATOR, wordPattern } from '../../question/wordPattern.ts';
import { compareSql, oneOfSql, textLiteral } from './trinoComparison.ts';
import { selectionOf, type TrinoField } from './trinoFields.ts';

export interface TrinoRelation {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  readonly fields: readonly TrinoField[];
}

/** Whether fields have the described types. Trino writes a statement's `types` with other quotes and capitals. */
export function hasTypesOf({ fields }: TrinoRelation, types: readonly string[]): boolean {
  const spellings = [types.at(-1) ?? '', `row(${fields.map(({ declared }) => declared).join()})`];
  return new Set(spellings.map((type) => type.replaceAll(/["\s]/g, '').toLowerCase())).size === 1;
}

/** The last row has the number of records, if Trino has statistics of the table. */
export function statisticsStatement(relation: TrinoRelation): string {
  return `show stats for ${relationName(relation)}`;
}

/** The statement returns the number of records, or `most` if there are more. */
export function atMostStatement(most: number, relation: TrinoRelation): string {
  return `select cast(count(*) as varchar) from (select 1 from ${relationName(relation)} limit ${String(most)})`;
}

function relationName({ catalog, schema, name }: TrinoRelation): string {
  return [catalog, schema, name].map(quotedName).join('.');
}

/** Whether all values must be sorted for it. */
export function isByRank({ calculate }: Calculation): boolean {
  return calculate === 'quartile1' || calculate === 'median' || calculate === 'quartile3';
}

/** Writes statements in which names are quoted as identifiers, and values are literals of the fields' types. */
export class TrinoBuilder extends GroupedBuilder<TrinoField> {
  protected readonly table: string;
  readonly #relation: TrinoRelation;
  readonly #ranks: boolean;

  /** Without `ranks` there are no medians and quartiles. */
  constructor(relation: TrinoRelation, ranks = true) {
    super(relation.fields);
    this.#relation = relation;
    this.#ranks = ranks;
    this.table = `${relationName(relation)} t`;
  }

  /**
   * Rows have the selected values. With `isInAnyOrder`, pages needn't fit together. With `isTyped`, each row ends with a
   * NULL whose type is a row of all fields' current types (see `hasTypesOf`); Trino evaluates it for no record.
   */
  records(question: TableQuestion, isInAnyOrder = false, isTyped = false): string {
    const values = question.select.map((selected) => this.selected(selected));
    if (isTyped) values.push(this.#types(question.distinct));
    return selectSql(values, this.source(question), isInAnyOrder ? [] : this.#order(question), question);
  }

  /** Among distinct records, `t` has only the selected fields. */
  #types(isDistinct: boolean): string {
    const types = `if(false, row(${this.#relation.fields.map(({ column }) => column).join(', ')}))`;
    return isDistinct ? `(select ${types} from ${this.table} where false)` : types;
  }

  /** Trino has no keys. All fields break ties, so that pages don't overlap; all records at once need no order. */
  #order({ order, distinct, select: selection, limit, offset }: TableQuestion): readonly string[] {
    const keys = order.map((key) => this.#sortKey(key));
    if (limit === Infinity && offset === 0) return keys;
    const fields = distinct ? selection.map(({ id }) => this.field(id)) : this.#relation.fields;
    const sorted = new Set(order.map(({ by }) => (by.kind === 'field' ? by.id : undefined)));
    const others = fields.filter(({ id }) => !sorted.has(id));
    // Numbered records come in the order of their numbers.
    const numbered = others.filter(({ id }) => id === '_id');
    const rest = others.filter(({ id }) => id !== '_id');
    return [...keys, ...[...numbered, ...rest].flatMap(({ key }) => key ?? [])];
  }

  #sortKey(sortKey: TableSortKey): string {
    const { by, descends } = sortKey;
    const to = directionSql(sortKey);
    if (by.kind === 'rank') return `${this.rank(by.of)} ${to}`;
    const { key, column, comparison } = this.field(by.id);
    const subject = key ?? column;
    // Trino sorts NaN last in both directions, but filters treat it as more than any number.
    const isNaNFirst = descends && comparison?.hasNaN === true;
    return `${isNaNFirst ? `is_nan(${subject}) ${to}, ` : ''}${subject} ${to}`;
  }

  protected literal(text: string): string {
    return textLiteral(text);
  }

  protected compare({ comparison }: TrinoField, comparator: Comparator, operand: Operand): string {
    return comparison === undefined ? 'false' : compareSql(comparison, comparator, operand);
  }

  protected isOneOf({ comparison }: TrinoField, operands: readonly Operand[]): string {
    return comparison === undefined ? 'false' : oneOfSql(comparison, operands);
  }

  protected subject(field: TrinoField | undefined): string {
    const texts = this.searched(field);
    return texts.length === 0 ? "''" : `lower(concat_ws(${quotedText(SEPARATOR)}, ${texts.join(', ')}))`;
  }

  protected matches(phrase: Phrase, field: TrinoField | undefined): string {
    const pattern = wordPattern(phrase)
      .map((part) => (typeof part === 'string' ? part : escaped(folded(part.text))))
      .join('');
    const subject = this.subject(field);
    return this.hasWords(phrase, subject, `regexp_like(${subject}, ${textLiteral(pattern)})`);
  }

  protected end(aggregate: 'min' | 'max', field: TrinoField): string | undefined {
    return field.comparison && selectionOf(field, `${aggregate}(${field.column})`);
  }

  protected override readonly weekday = 'day_of_week';

  protected number({ type, column: sql, declared }: TrinoField): NumberSql | undefined {
    if (type.startsWith('float')) return { sql, isFloat: true, digits: 0, scale: 0, finite: `is_finite(${sql})` };
    if (!/^(?:int\d?|numeric)$/.test(type)) return undefined;
    const [, digits = '19', scale = '0'] = /^decimal\((\d+), ?(\d+)\)/i.exec(declared) ?? [];
    return { sql, isFloat: false, digits: Number(digits), scale: Number(scale) };
  }

  /** The sum of 64-bit integers may need more bits. */
  protected override plainSum(sql: string, { isFloat, scale }: NumberSql): string {
    return `sum(cast(${sql} as ${isFloat ? 'double' : `decimal(38, ${String(scale)})`}))`;
  }

  protected moment({ type, column }: TrinoField, zone: string): string {
    return type === 'timestamptz' ? `cast(${column} at time zone ${textLiteral(zone)} as timestamp(6))` : column;
  }

  protected bin(number: NumberSql, width: string): GroupBin | undefined {
    const { sql, isFloat, finite = 'true' } = number;
    // Types are declared wider than their values; Trino refuses a value that is too long to be multiplied.
    if (!isFloat) return this.decimalBin({ ...number, digits: 0 }, width);
    const other = `if(${finite}, floor(${sql} / double '${width}'), cast(${sql} as double))`;
    const decimal = `cast(${sql} as decimal(38, ${String(FLOAT_SCALE)}))`;
    const exact = this.decimalBin({ sql: decimal, digits: FLOAT_DIGITS, scale: FLOAT_SCALE }, width);
    const written = (text: string): string => binEdge(text, width);
    if (exact === undefined) return { sql: other, written };
    return { sql: `if(abs(${sql}) between 1e-4 and 1e15, cast(${exact.sql} as double), ${other})`, written };
  }

  protected endOf(aggregate: 'min' | 'max', field: TrinoField, take: TakeValue): GroupEnd {
    const order = `${aggregate}(${take(field.column)})`;
    return { order, text: selectionOf(field, order) };
  }

  protected override shown({ value }: TrinoField, _name: string, take: TakeValue): string {
    return `min(${take(value)})`;
  }

  protected override shownText({ shown }: TrinoField): (text: string | null) => string | null {
    return shown;
  }

  /** Trino looks up only equal values, of texts at best, in a hash table. */
  protected override isSame(one: string, other: string): string {
    const [first, second] = [one, other].map((name) => `coalesce(cast(${name} as varchar), '')`);
    return `${first ?? ''} = ${second ?? ''} and (${one} is null) = (${other} is null)`;
  }

  protected override spread(spread: SpreadFigure, field: TrinoField): string | undefined {
    if (spread === 'deviation') return super.spread(spread, field);
    if (!this.#ranks || this.number(field) === undefined) return undefined;
    const name = this.#rankedName(field);
    const [quarters, [lower, upper]] = [spread === 'quartile1' ? '' : '3 * ', this.middles(name)];
    return spread === 'median'
      ? `cast(${lower} as varchar) || '|' || cast(${upper} as varchar)`
      : `cast(${withRank(name, `(${quarters}${name}_count + 3) / 4`)} as varchar)`;
  }

  protected override summarySource(question: SummaryQuestion, keys: readonly string[], further: string): string {
    const source = super.summarySource(question, keys, further);
    const ids = new Set(question.calculations.flatMap((each) => ('field' in each && isByRank(each) ? each.field : [])));
    const values = new Map(
      [...ids].flatMap((id) => {
        const [field, number] = [this.field(id), this.number(this.field(id))];
        return number === undefined ? [] : [[this.#rankedName(field), finiteNumberSql(number)]];
      }),
    );
    if (!this.#ranks || values.size === 0) return source;
    const groups = new Map(keys.map((key, at) => [`${RANKED}_by_${String(at)}`, key]));
    const added = [...values, ...groups].map(([name, sql]) => `${sql} as ${name}`);
    return `(${this.ranked(`select t.*, ${added.join(', ')} from ${source}`, [...values.keys()], [...groups.keys()])}) t`;
  }

  /** Fields are of any name, so what is ranked has one that no field is likely to have. */
  #rankedName(field: TrinoField): string {
    return `${RANKED}_${String(this.#relation.fields.indexOf(field))}`;
  }

  /** Trino's percentiles are estimates, so middle values are those with the middle ranks. */
  protected override ranked(records: string, names: readonly string[], keys: readonly string[]): string {
    if (names.length === 0) return records;
    const within = keys.length === 0 ? '' : `partition by ${keys.join(', ')}`;
    const ranks = [...new Set(names)].flatMap((name) => [
      `row_number() over (${within} order by ${name} asc nulls last) as ${name}_rank`,
      `count(${name}) over (${within}) as ${name}_count`,
    ]);
    return `select r.*, ${ranks.join(', ')} from (${records}) r`;
  }

  protected override middles(name: string): readonly [lower: string, upper: string] {
    return [withRank(name, `(${name}_count + 1) / 2`), withRank(name, `${name}_count / 2 + 1`)];
  }

  protected integer(digits: string): string {
    return `decimal '${digits}'`;
  }

  protected wholeDigits(sql: string): string {
    return `cast(replace(cast(${sql} as varchar), '.', '') as decimal(38, 0))`;
  }

  /** Quotients of decimals are rounded, so the dividend is a multiple. */
  protected quotient(sql: string, by: string): string {
    return `((${sql} - ${sql} % ${by}) / ${by})`;
  }
}

const RANKED = 'datastore_explorer_ranked';

function withRank(name: string, rank: string): string {
  return `max(case when ${name}_rank = ${rank} then ${name} end)`;
}

/** Doubles below 10^15 have at most so many digits, with those after the point. */
const FLOAT_DIGITS = 31;
const FLOAT_SCALE = 15;

/** Trino's lower() replaces a character by exactly one. */
function folded(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0] ?? '').join('');
}
