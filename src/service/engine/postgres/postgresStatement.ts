import { ExactNumber, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import { quotedName } from '../../../base/quotes.ts';
import { arrayLiteral, type Nested } from '../../types/arrayLiteral.ts';
import type { GroupedQuestion } from '../../question/groupedQuestion.ts';
import {
  type GroupBin,
  GroupedBuilder,
  type GroupedPart,
  type GroupedStatement,
  type GroupEnd,
  type NumberSql,
  type TakeValue,
} from '../../question/groupedStatement.ts';
import { binEdge } from '../../../base/summaryNumbers.ts';
import { directionSql, type Phrase, type RecordWindow, selectSql } from '../../question/statement.ts';
import type { SummaryQuestion } from '../../question/summaryQuestion.ts';
import type {
  Comparator,
  Matching,
  Operand,
  TableSortKey,
  TableQuestion,
  TextExpression,
  WantedText,
} from '../../question/tableQuestion.ts';
import { Parameters } from './parameters.ts';
import type { PostgresField } from './postgresFields.ts';

export interface PostgresRelation {
  readonly schema: string;
  readonly name: string;
  readonly fields: readonly PostgresField[];
  readonly key: readonly string[];
  /** Records have a `ctid`, which stays until they are written. */
  readonly hasRowIds: boolean;
}

export interface PostgresStatement {
  readonly sql: string;
  readonly values: readonly string[];
}

/** A record's place in the order of a question: its sort keys as text. */
export type Place = readonly (string | null)[];

export function hasPlaces({ distinct }: TableQuestion, { key }: PostgresRelation): boolean {
  return distinct || key.length > 0;
}

/** Rows have an integer `_id` or NULL, then the selected values, all as text. */
export function postgresRecordsStatement(question: TableQuestion, relation: PostgresRelation): PostgresStatement {
  return statementOf(relation, (builder) => builder.records(question));
}

/** Rows of postgresRecordsStatement, with each record's place at the end; if `behind` is set, only those after it. */
export function placedStatement(
  question: TableQuestion,
  relation: PostgresRelation,
  behind: Place | undefined,
): PostgresStatement {
  return statementOf(relation, (builder) => builder.placed(question, behind));
}

export function postgresCountStatement(question: Matching, relation: PostgresRelation): PostgresStatement {
  return statementOf(relation, (builder) => builder.count(question));
}

export function postgresSummaryStatement(question: SummaryQuestion, relation: PostgresRelation): PostgresStatement {
  return statementOf(relation, (builder) => builder.summary(question));
}

export function postgresGroups(
  question: GroupedQuestion,
  part: GroupedPart,
  page: RecordWindow,
  relation: PostgresRelation,
): { readonly statement: GroupedStatement; readonly values: readonly string[] } {
  const builder = new PostgresBuilder(relation);
  return { statement: builder.grouped(question, part, page), values: builder.parameters.values };
}

function statementOf(relation: PostgresRelation, write: (builder: PostgresBuilder) => string): PostgresStatement {
  const builder = new PostgresBuilder(relation);
  return { sql: write(builder), values: builder.parameters.values };
}

/** Writes statements in which names are quoted as identifiers, and texts of a question are parameters. */
class PostgresBuilder extends GroupedBuilder<PostgresField> {
  readonly parameters = new Parameters();
  protected readonly table: string;
  readonly #relation: PostgresRelation;

  constructor(relation: PostgresRelation) {
    super(relation.fields);
    this.#relation = relation;
    this.table = `${quotedName(relation.schema)}.${quotedName(relation.name)} t`;
  }

  records(
    question: TableQuestion,
    keys = this.#order(question),
    places: readonly string[] = [],
    source = this.source(question),
  ): string {
    const id = question.distinct ? undefined : this.fields.get('_id');
    const digits = id?.type === 'int' ? `${id.column}::text` : 'null';
    const order = keys.map(({ sql, descends, nullsFirst }) =>
      nullsFirst === undefined ? sql : `${sql} ${directionSql({ descends, nullsFirst })}`,
    );
    const values = question.select.map((selected) => this.selected(selected));
    return selectSql([digits, ...values, ...places], source, order, question);
  }

  placed(question: TableQuestion, behind: Place | undefined): string {
    const keys = this.#order(question);
    const places = keys.map(({ sql }) => `(${sql})::text`);
    if (behind === undefined) return this.records(question, keys, places);
    const source = this.source(question, this.#behind(keys, behind));
    return this.records({ ...question, offset: 0 }, keys, places, source);
  }

  /** Condition for records after a place: after it by the first key, or equal by that and after it by the next one. */
  #behind(keys: readonly OrderKey[], place: Place): string {
    const given = keys.map(({ type }, at) => {
      const text = place[at] ?? null;
      return text === null ? undefined : `${this.literal(text)}::${type}`;
    });
    const ways = keys.map((key, at) => {
      const equal = keys
        .slice(0, at)
        .map(({ sql, operators }, before) =>
          given[before] === undefined ? `${sql} is null` : `${sql} ${operators['=']} ${given[before]}`,
        );
      return `(${[...equal, behindBy(key, given[at])].join(' and ')})`;
    });
    const [first] = keys;
    const [from] = given;
    // All alternatives begin here, so an index can be used.
    const start =
      first?.nullsFirst === undefined && first !== undefined && from !== undefined
        ? `${first.sql} ${first.operators['>=']} ${from} and `
        : '';
    return `${start}(${ways.join(' or ')})`;
  }

  #order({ order, distinct, select: selection }: TableQuestion): readonly OrderKey[] {
    const keys = order.map((key) => this.#sortKey(key));
    if (distinct) return [...keys, ...selection.map(({ id }) => ({ ...this.#keyOf(id), nullsFirst: false }))];
    const { key, hasRowIds } = this.#relation;
    // Without key and sort, the table is read from its beginning, because a sort would read all of it.
    const rowId = { sql: 't.ctid', type: 'tid', operators: OPERATORS, descends: false, nullsFirst: undefined };
    const last = key.length === 0 && keys.length > 0 && hasRowIds ? [rowId] : [];
    return [...keys, ...key.map((id) => this.#keyOf(id)), ...last];
  }

  /** The sort key of a field itself. The cast helps domains over enumerations, which have no operators of their own. */
  #keyOf(id: string): OrderKey {
    const { column, declared, operators } = this.field(id);
    const ordered = { ...OPERATORS, ...operators };
    const sql = `${column}::${declared}`;
    return { sql, type: declared, operators: ordered, descends: false, nullsFirst: undefined };
  }

  #sortKey({ by, descends, nullsFirst }: TableSortKey): OrderKey {
    const common = { operators: OPERATORS, descends, nullsFirst };
    if (by.kind === 'rank') return { sql: this.rank(by.of), type: 'float8', ...common };
    const field = this.field(by.id);
    return { sql: comparable(field), type: field.comparedAs === undefined ? 'text' : field.declared, ...common };
  }

  protected literal(text: string): string {
    return this.parameters.text(text);
  }

  /** PostgreSQL can't hold other texts, so no field contains one. */
  protected override canHold(text: string): boolean {
    return super.canHold(text) && !text.includes('\0');
  }

  /** Bytes are compared, because PostgreSQL can't search by a collation in which different texts are equal. */
  protected override contains(text: string, needle: string, isStart: boolean): string {
    return super.contains(`${text} collate "C"`, needle, isStart);
  }

  protected compare(field: PostgresField, comparator: Comparator, operand: Operand): string {
    return `${comparable(field)} ${comparator} ${this.literal(literalOf(operand.given))}::${operandType(field, operand)}`;
  }

  /** Values of the same type are one parameter. */
  protected isOneOf(field: PostgresField, operands: readonly Operand[]): string {
    const ways = [...Map.groupBy(operands, (operand) => operandType(field, operand))].map(([type, some]) => {
      const list = this.parameters.list(some.map(({ given }) => literalOf(given)));
      // PostgreSQL has no arrays of arrays.
      const values = field.isArray ? `select unnest(${list})::${type}` : `${list}::${type}[]`;
      return `${comparable(field)} = any(${values})`;
    });
    return ways.length === 0 ? 'false' : `(${ways.join(' or ')})`;
  }

  protected subject(field: PostgresField | undefined): string {
    return `lower(${this.#document(field)})`;
  }

  #document(field: PostgresField | undefined): string {
    const values = this.searched(field);
    // Fields may have their own collations.
    return values.length === 0 ? "''" : `concat_ws(' ', ${values.join(', ')}) collate "default"`;
  }

  protected matches(phrase: Phrase, field: PostgresField | undefined): string {
    return `(to_tsvector('simple', ${this.#document(field)}) @@ ${this.#query(phrase)})`;
  }

  override rank(search: WantedText): string {
    if (search.kind === 'contains' || search.expression === undefined) return super.rank(search);
    const document = this.#document(search.field === undefined ? undefined : this.field(search.field));
    return `ts_rank(to_tsvector('simple', ${document}), ${this.#query(search.expression)})::float8`;
  }

  /** Words and phrases as PostgreSQL's tsquery, without stemming. */
  #query(part: TextExpression): string {
    switch (part.kind) {
      case 'word':
        return part.isPrefix
          ? `to_tsquery('simple', ${this.literal(`'${part.text.replaceAll("'", "''")}':*`)})`
          : `phraseto_tsquery('simple', ${this.literal(part.text)})`;
      case 'and':
      case 'or':
        return `(${part.of.map((each) => this.#query(each)).join(part.kind === 'and' ? ' && ' : ' || ')})`;
      case 'not':
        return `(!! ${this.#query(part.of)})`;
      case 'phrase': {
        const [first = "''::tsquery", ...others] = part.of.map((each) => this.#query(each));
        return others.reduce(
          (phrase, each, index) => `tsquery_phrase(${phrase}, ${each}, ${String(part.steps[index] ?? 1)})`,
          first,
        );
      }
      case 'nothing':
        return "''::tsquery";
    }
  }

  protected end(aggregate: 'min' | 'max', field: PostgresField): string | undefined {
    if (field.type === 'json' || field.isArray) return undefined;
    const sql = `${aggregate}(${comparable(field)})`;
    return field.comparedAs === undefined ? sql : field.textOf(sql);
  }

  protected number({ column, comparedAs = '' }: PostgresField): NumberSql | undefined {
    if (!/^(?:int|float|numeric)/.test(comparedAs)) return undefined;
    const isFloat = comparedAs.startsWith('float');
    // The difference of two infinities is NaN, which is not 0.
    const finite = comparedAs.startsWith('int') ? undefined : `${column} - ${column} = 0`;
    return { sql: column, isFloat, digits: 0, scale: 0, ...(finite !== undefined && { finite }) };
  }

  protected moment({ column, comparedAs }: PostgresField, zone: string): string {
    const last = comparedAs === 'date' ? ` and ${column} <= date '294276-12-31'` : '';
    const finite = `(case when isfinite(${column})${last} then ${column} end)`;
    return comparedAs === 'timestamptz' ? `(${finite} at time zone ${this.literal(zone)})` : `${finite}::timestamp`;
  }

  protected bin({ sql, isFloat, finite = 'true' }: NumberSql, width: string): GroupBin {
    const [number, by] = [`${sql}::numeric`, `${this.literal(width)}::numeric`];
    const place = this.floorQuotient(number, by);
    return {
      sql: isFloat ? `case when ${finite} then ${place}::float8 else ${sql} end` : place,
      written: (text) => binEdge(text, width),
    };
  }

  protected endOf(aggregate: 'min' | 'max', field: PostgresField, take: TakeValue): GroupEnd {
    const { comparedAs = '', column, textOf } = field;
    const isTruth = comparedAs === 'bool';
    const isOrdered = isTruth || /^(?:date|time|timestamp|timestamptz|interval)$/.test(comparedAs);
    if (!isOrdered) {
      const end = `${aggregate}(${take(`${field.value} collate "C"`)})`;
      return { text: end, order: end };
    }
    const order = `${isTruth ? ENDS_OF_TRUTHS[aggregate] : aggregate}(${take(column)})`;
    return { text: textOf(order), order };
  }

  protected override keyOf(field: PostgresField): string {
    const { comparedAs, column, value } = field;
    if (comparedAs === undefined) return `${value} collate "C"`;
    return /^(?:text|varchar|bpchar)$/.test(comparedAs) ? `${column} collate "C"` : column;
  }

  protected override shown(field: PostgresField, name: string, take: TakeValue): string {
    const { comparedAs, textOf, value } = field;
    if (comparedAs === undefined) return name;
    // Equal numbers may be written with more or less zeros.
    return comparedAs === 'numeric' ? `min(${take(value)})` : textOf(name);
  }

  /** Unlike IS NOT DISTINCT FROM, it can be looked up in a hash table; in lists, NULLs are equal. */
  protected override isSame(one: string, other: string): string {
    return `array[${one}] = array[${other}]`;
  }

  protected override exactSql(sql: string): string {
    return `${sql}::numeric`;
  }

  protected override sumParts(name: string): readonly string[] {
    return [`sum(${name})`];
  }

  protected override sumOrder(name: string): readonly string[] {
    return [`sum(${name})`];
  }

  protected integer(digits: string): string {
    return digits;
  }

  protected wholeDigits(sql: string): string {
    return `${sql}::numeric`;
  }

  protected quotient(sql: string, by: string): string {
    return `div(${sql}, ${by})`;
  }
}

const ENDS_OF_TRUTHS = { min: 'bool_and', max: 'bool_or' } as const;

/** Unsupported types compare as the texts that are returned. */
function comparable({ comparedAs, column, value }: PostgresField): string {
  return comparedAs === undefined ? value : column;
}

/** SQL of the type that a value is compared as. With whole numbers, an index of whole numbers stays in use. */
function operandType({ comparedAs }: PostgresField, { given }: Operand): string {
  if (comparedAs === undefined) return 'text';
  const isNumber = typeof given === 'number' || given instanceof ExactNumber;
  if (!isNumber) return quotedName(comparedAs);
  return /^int[248]$/.test(comparedAs) && /^-?\d{1,18}$/.test(literalOf(given)) ? 'int8' : 'numeric';
}

function literalOf(given: Exclude<ExactValue, null>): string {
  if (isList(given)) return arrayLiteral(given.map(nested));
  if (isObject(given)) throw new Error('An object is compared with nothing.');
  return given instanceof ExactNumber ? given.text : String(given);
}

function nested(item: ExactValue): Nested<string> {
  if (item === null) return null;
  return isList(item) ? item.map(nested) : literalOf(item);
}

const OPERATORS = { '<': '<', '<=': '<=', '=': '=', '>=': '>=', '>': '>' } as const;

interface OrderKey {
  readonly sql: string;
  readonly type: string;
  readonly operators: Readonly<Record<Comparator, string>>;
  readonly descends: boolean;
  /** Undefined if there are no NULLs. */
  readonly nullsFirst: boolean | undefined;
}

/** `given` is SQL of a value; undefined for NULL. */
function behindBy({ sql, operators, descends, nullsFirst }: OrderKey, given: string | undefined): string {
  if (given === undefined) return nullsFirst === true ? `${sql} is not null` : 'false';
  const further = `${sql} ${operators[descends ? '<' : '>']} ${given}`;
  return nullsFirst === false ? `(${further} or ${sql} is null)` : further;
}
