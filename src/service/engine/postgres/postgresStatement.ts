/** A question as one statement of PostgreSQL's: names quoted as identifiers, values as parameters. */
import { ExactNumber, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import { quotedName } from '../../../base/quotes.ts';
import { arrayLiteral, type Nested } from '../../types/arrayLiteral.ts';
import type {
  Operand,
  RecordCondition,
  Selected,
  SortKey,
  TableQuestion,
  TextExpression,
  WantedText,
} from '../tableQuestion.ts';
import { Parameters } from './parameters.ts';
import type { PostgresField } from './postgresFields.ts';

/** What a statement reads. */
export interface PostgresRelation {
  readonly schema: string;
  readonly name: string;
  readonly fields: readonly PostgresField[];
  /** Fields that no two records share. */
  readonly primaryKey: readonly string[];
  /** Records have a place (`ctid`), which stays while nobody writes. */
  readonly hasPlaces: boolean;
}

export interface PostgresStatement {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Gives rows of: `_id` or NULL, then what was selected, all as text. */
export function recordsStatement(question: TableQuestion, relation: PostgresRelation): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.records(question), values: builder.values };
}

/** What decides which records there are. */
export type Matching = Pick<TableQuestion, 'where' | 'texts' | 'distinct' | 'select'>;

/** Gives the number of records that match. */
export function countStatement(question: Matching, relation: PostgresRelation): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.count(question), values: builder.values };
}

class StatementBuilder {
  readonly #relation: PostgresRelation;
  readonly #fields: ReadonlyMap<string, PostgresField>;
  readonly #parameters = new Parameters();

  constructor(relation: PostgresRelation) {
    this.#relation = relation;
    this.#fields = new Map(relation.fields.map((field) => [field.id, field]));
  }

  get values(): readonly string[] {
    return this.#parameters.values;
  }

  records(question: TableQuestion): string {
    const { limit, offset, distinct } = question;
    const values = question.select.map((selected) => this.#value(selected));
    const id = distinct || !this.#fields.has('_id') ? 'null' : `${this.#field('_id').column}::text`;
    const order = this.#order(question);
    return [
      `select ${[id, ...values].join(', ')} from ${this.#source(question)}`,
      order === '' ? '' : `order by ${order}`,
      limit === Infinity ? '' : `limit ${String(limit)}`,
      offset === 0 ? '' : `offset ${String(offset)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }

  count(question: Matching): string {
    return `select count(*)::text from ${this.#source(question)}`;
  }

  /** With the alias `t`, and the condition; equal records are one already. */
  #source({ where, texts, distinct, select }: Matching): string {
    const { schema, name } = this.#relation;
    const conditions = [
      ...(where === undefined ? [] : [this.#condition(where)]),
      ...texts.map((text) => this.#textCondition(text)),
    ];
    const table = `${quotedName(schema)}.${quotedName(name)} t`;
    const matching = conditions.length === 0 ? table : `${table} where ${conditions.join(' and ')}`;
    if (!distinct) return matching;
    const columns = select.map((selected) => this.#field(selected.id).column);
    return `(select distinct ${columns.join(', ')} from ${matching}) t`;
  }

  #order({ order, distinct, select }: TableQuestion): string {
    const keys = order.map((key) => this.#sortKey(key));
    if (distinct) return [...keys, ...select.map((selected) => this.#field(selected.id).column)].join(', ');
    const { primaryKey, hasPlaces } = this.#relation;
    // Without a key and without an order, the table is read from its beginning: a sort would read all of it.
    const last = primaryKey.length > 0 ? primaryKey.map((id) => this.#field(id).column) : [];
    const place = last.length === 0 && keys.length > 0 && hasPlaces ? ['t.ctid'] : [];
    return [...keys, ...last, ...place].join(', ');
  }

  #sortKey({ by, descends, nullsFirst }: SortKey): string {
    const column = by.kind === 'field' ? this.#comparable(this.#field(by.id)) : this.#rank(by.of);
    return `${column} ${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`;
  }

  #value(selected: Selected): string {
    return selected.kind === 'field' ? this.#field(selected.id).value : `(${this.#rank(selected.of)})::text`;
  }

  #condition(condition: RecordCondition): string {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.of.map((part) => this.#condition(part)).join(` ${condition.kind} `)})`;
      case 'compare': {
        const { field, comparator, operand } = condition;
        if (operand === undefined) return 'false';
        return `${this.#comparable(this.#field(field))} ${comparator} ${this.#operand(this.#field(field), operand)}`;
      }
      case 'in': {
        const field = this.#field(condition.field);
        if (condition.operands.length === 0) return 'false';
        const operands = condition.operands.map((operand) => this.#operand(field, operand));
        return `${this.#comparable(field)} in (${operands.join(', ')})`;
      }
    }
  }

  /** Types that this datastore does not know compare as the texts that are given out. */
  #comparable({ comparedAs, column, value }: PostgresField): string {
    return comparedAs === undefined ? value : column;
  }

  /** A whole number keeps an index of whole numbers in use. */
  #operand({ comparedAs }: PostgresField, { given }: Operand): string {
    const text = literalOf(given);
    if (comparedAs === undefined) return this.#parameters.text(text);
    const isNumber = typeof given === 'number' || given instanceof ExactNumber;
    if (!isNumber) return `${this.#parameters.text(text)}::${quotedName(comparedAs)}`;
    const isInteger = /^int[248]$/.test(comparedAs) && /^-?\d{1,18}$/.test(text);
    return `${this.#parameters.text(text)}::${isInteger ? 'int8' : 'numeric'}`;
  }

  #textCondition(wanted: WantedText): string {
    const subject = this.#subject(wanted);
    if (wanted.kind === 'words')
      return wanted.expression === undefined ? 'false' : this.#expression(wanted.expression, subject);
    // Nothing that PostgreSQL holds contains such a text.
    if (wanted.text === '' || wanted.text.includes('\0') || !wanted.text.isWellFormed()) return 'false';
    const needle = `lower(${this.#parameters.text(wanted.text)})`;
    const columns = this.#searched(wanted).map(({ value }) => `strpos(lower(${value}), ${needle}) > 0`);
    return columns.length === 0 ? 'false' : `(${columns.join(' or ')})`;
  }

  /** Fields in which a text is looked for. */
  #searched({ field }: WantedText): readonly PostgresField[] {
    if (field !== undefined) return [this.#field(field)];
    return this.#relation.fields.filter(({ id }) => id !== '_id');
  }

  /** SQL of all that is searched as one text. */
  #subject(wanted: WantedText): string {
    const values = this.#searched(wanted).map(({ value }) => value);
    return values.length === 0 ? "''" : `concat_ws(' ', ${values.join(', ')})`;
  }

  #expression(expression: TextExpression, subject: string): string {
    switch (expression.kind) {
      case 'nothing':
        return 'false';
      case 'not':
        return `not ${this.#expression(expression.of, subject)}`;
      case 'and':
      case 'or': {
        const parts = expression.of.map((part) => this.#expression(part, subject));
        return `(${parts.join(` ${expression.kind} `)})`;
      }
      case 'word':
      case 'phrase':
        return `(to_tsvector('simple', ${subject}) @@ ${this.#query(expression)})`;
    }
  }

  /** Words and phrases as PostgreSQL's own tsquery, without stemming. */
  #query(part: TextExpression): string {
    switch (part.kind) {
      case 'word':
        return part.isPrefix
          ? `to_tsquery('simple', ${this.#parameters.text(`'${part.text.replaceAll("'", "''")}':*`)})`
          : `phraseto_tsquery('simple', ${this.#parameters.text(part.text)})`;
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

  /** As DuckDB's: one occurrence ranks about as much as with CKAN (0.057). */
  #rank(wanted: WantedText): string {
    const subject = this.#subject(wanted);
    if (wanted.kind === 'words')
      return wanted.expression === undefined
        ? '0::float8'
        : `ts_rank(to_tsvector('simple', ${subject}), ${this.#query(wanted.expression)})::float8`;
    if (wanted.text === '' || wanted.text.includes('\0') || !wanted.text.isWellFormed()) return '0::float8';
    const text = `lower(${subject})`;
    const needle = `lower(${this.#parameters.text(wanted.text)})`;
    const times = `((length(${text}) - length(replace(${text}, ${needle}, ''))) / length(${needle}))`;
    return `(1 - 1 / (1 + 0.06 * ${times}))::float8`;
  }

  #field(id: string): PostgresField {
    const field = this.#fields.get(id);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field;
  }
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
