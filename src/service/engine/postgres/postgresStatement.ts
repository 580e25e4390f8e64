import { ExactNumber, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import { quotedName } from '../../../base/quotes.ts';
import { arrayLiteral, type Nested } from '../../types/arrayLiteral.ts';
import { LONGEST_TEXT, type SummaryQuestion, summarySql } from '../../question/summaryQuestion.ts';
import type {
  Comparator,
  Operand,
  RecordCondition,
  Selected,
  SortKey,
  TableQuestion,
  TextExpression,
  WantedText,
} from '../../question/tableQuestion.ts';
import { Parameters } from './parameters.ts';
import type { PostgresField } from './postgresFields.ts';

/** The relation that a statement reads. */
export interface PostgresRelation {
  readonly schema: string;
  readonly name: string;
  readonly fields: readonly PostgresField[];
  /** Fields that identify a record; may be empty. */
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

/** Rows have an integer `_id` or NULL, then the selected values, all as text. */
export function recordsStatement(question: TableQuestion, relation: PostgresRelation): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.records(question, ''), values: builder.values };
}

/** Whether each record has its own place. */
export function hasPlaces({ distinct }: TableQuestion, { key }: PostgresRelation): boolean {
  return distinct || key.length > 0;
}

/** Rows as in recordsStatement, with each record's place at the end; if `behind` is given, only those after it. */
export function placedStatement(
  question: TableQuestion,
  relation: PostgresRelation,
  behind: Place | undefined,
): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.placed(question, behind), values: builder.values };
}

/** The parts of a question that decide which records match. */
export type Matching = Pick<TableQuestion, 'where' | 'texts' | 'distinct' | 'select'>;

/** The statement returns the number of matching records. */
export function countStatement(question: Matching, relation: PostgresRelation): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.count(question), values: builder.values };
}

/** The statement returns the rows of a summary, all as text. */
export function summaryStatement(question: SummaryQuestion, relation: PostgresRelation): PostgresStatement {
  const builder = new StatementBuilder(relation);
  return { sql: builder.summary(question), values: builder.values };
}

/** Writes statements in which names are quoted as identifiers, and values are parameters. */
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

  records(question: TableQuestion, condition: string, placed: readonly string[] = []): string {
    const { limit, offset, distinct } = question;
    const values = question.select.map((selected) => this.#value(selected));
    const id = distinct ? undefined : this.#fields.get('_id');
    const digits = id?.type === 'int' ? `${id.column}::text` : 'null';
    const order = this.#order(question).map(({ sql, descends, nullsFirst }) =>
      nullsFirst === undefined ? sql : `${sql} ${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`,
    );
    return [
      `select ${[digits, ...values, ...placed].join(', ')} from ${this.#source(question, condition)}`,
      order.length === 0 ? '' : `order by ${order.join(', ')}`,
      limit === Infinity ? '' : `limit ${String(limit)}`,
      offset === 0 ? '' : `offset ${String(offset)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }

  placed(question: TableQuestion, behind: Place | undefined): string {
    const keys = this.#order(question);
    const places = keys.map(({ sql }) => `(${sql})::text`);
    if (behind === undefined) return this.records(question, '', places);
    return this.records({ ...question, offset: 0 }, this.#behind(keys, behind), places);
  }

  /** Condition for records after a place: after it by the first key, or equal by that and after it by the next one. */
  #behind(keys: readonly OrderKey[], place: Place): string {
    const given = keys.map(({ type }, at) => {
      const text = place[at] ?? null;
      return text === null ? undefined : `${this.#parameters.text(text)}::${type}`;
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

  count(question: Matching): string {
    return `select count(*)::text from ${this.#source(question, '')}`;
  }

  summary(question: SummaryQuestion): string {
    const matching = { ...question, distinct: false, select: [] };
    const cut = (text: string): string => `left(${text}, ${String(LONGEST_TEXT)})`;
    return summarySql(question, `from ${this.#source(matching, '')}`, {
      condition: (condition) => this.#condition(condition),
      key: (id) => {
        const field = this.#field(id);
        return field.type === 'json' ? undefined : this.#comparable(field);
      },
      column: (id) => this.#field(id).column,
      text: (id) => cut(this.#field(id).value),
      end: (aggregate, id) => {
        const field = this.#field(id);
        if (field.type === 'json' || field.isArray) return undefined;
        const sql = `${aggregate}(${this.#comparable(field)})`;
        return cut(field.comparedAs === undefined ? sql : field.textOf(sql));
      },
      sum: (id) => {
        const { column, comparedAs = '' } = this.#field(id);
        return /^(?:int|float|numeric)/.test(comparedAs) ? `sum(${column})::text` : undefined;
      },
      countText: (count) => `(${count})::text`,
    });
  }

  /** The relation as `t`, with its conditions; distinct records are merged already. */
  #source({ where, texts, distinct, select }: Matching, condition: string): string {
    const { schema, name } = this.#relation;
    const conditions = [
      ...(where === undefined ? [] : [this.#condition(where)]),
      ...texts.map((text) => this.#textCondition(text)),
    ];
    const table = `${quotedName(schema)}.${quotedName(name)} t`;
    if (!distinct) return withConditions(table, [...conditions, condition]);
    const columns = select.map((selected) => this.#field(selected.id).column);
    const matching = withConditions(table, conditions);
    return withConditions(`(select distinct ${columns.join(', ')} from ${matching}) t`, [condition]);
  }

  #order({ order, distinct, select }: TableQuestion): readonly OrderKey[] {
    const keys = order.map((key) => this.#sortKey(key));
    if (distinct) return [...keys, ...select.map(({ id }) => ({ ...this.#keyOf(id), nullsFirst: false }))];
    const { key, hasRowIds } = this.#relation;
    // Without key and sort, the table is read from its beginning, because a sort would read all of it.
    const rowId = {
      ...{ sql: 't.ctid', type: 'tid', operators: OPERATORS, descends: false, nullsFirst: undefined },
    };
    const last = key.length === 0 && keys.length > 0 && hasRowIds ? [rowId] : [];
    return [...keys, ...key.map((id) => this.#keyOf(id)), ...last];
  }

  /** The sort key of a field itself. The cast helps domains over enumerations, which have no operators of their own. */
  #keyOf(id: string): OrderKey {
    const { column, declared, operators } = this.#field(id);
    const ordered = { ...OPERATORS, ...operators };
    const sql = `${column}::${declared}`;
    return { sql, type: declared, operators: ordered, descends: false, nullsFirst: undefined };
  }

  #sortKey({ by, descends, nullsFirst }: SortKey): OrderKey {
    const common = { operators: OPERATORS, descends, nullsFirst };
    if (by.kind === 'rank') return { sql: this.#rank(by.of), type: 'float8', ...common };
    const field = this.#field(by.id);
    const type = field.comparedAs === undefined ? 'text' : field.declared;
    return { sql: this.#comparable(field), type, ...common };
  }

  #value(selected: Selected): string {
    return selected.kind === 'field' ? this.#field(selected.id).value : `(${this.#rank(selected.of)})::text`;
  }

  #condition(condition: RecordCondition): string {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.of.map((part) => this.#condition(part)).join(` ${condition.kind} `)})`;
      case 'not':
        return `not coalesce(${this.#condition(condition.of)}, false)`;
      case 'null':
        return `${this.#field(condition.field).column} is null`;
      case 'contains':
      case 'startsWith': {
        const place = condition.kind === 'contains' ? '> 0' : '= 1';
        return this.#isIn([this.#field(condition.field)], condition.text, place);
      }
      case 'compare': {
        const { comparator, operand } = condition;
        if (operand === undefined) return 'false';
        const field = this.#field(condition.field);
        const value = `${this.#parameters.text(literalOf(operand.given))}::${operandType(field, operand)}`;
        return `${this.#comparable(field)} ${comparator} ${value}`;
      }
      case 'in':
        return this.#isOneOf(this.#field(condition.field), condition.operands);
    }
  }

  /** Values of the same type are one parameter. */
  #isOneOf(field: PostgresField, operands: readonly Operand[]): string {
    const ways = [...Map.groupBy(operands, (operand) => operandType(field, operand))].map(([type, some]) => {
      const list = this.#parameters.list(some.map(({ given }) => literalOf(given)));
      // PostgreSQL has no arrays of arrays.
      const values = field.isArray ? `select unnest(${list})::${type}` : `${list}::${type}[]`;
      return `${this.#comparable(field)} = any(${values})`;
    });
    return ways.length === 0 ? 'false' : `(${ways.join(' or ')})`;
  }

  /** Unsupported types compare as the texts that are returned. */
  #comparable({ comparedAs, column, value }: PostgresField): string {
    return comparedAs === undefined ? value : column;
  }

  #textCondition(wanted: WantedText): string {
    const subject = this.#subject(wanted);
    if (wanted.kind === 'words')
      return wanted.expression === undefined ? 'false' : this.#expression(wanted.expression, subject);
    if (wanted.text === '') return 'false';
    return this.#isIn(this.#searched(wanted), wanted.text, '> 0');
  }

  /** `place` is a condition on the text's position in a field. */
  #isIn(fields: readonly PostgresField[], text: string, place: '> 0' | '= 1'): string {
    // PostgreSQL can't hold such a text, so no field contains it.
    if (text.includes('\0') || !text.isWellFormed()) return 'false';
    const needle = `lower(${this.#parameters.text(text)})`;
    // Bytes are compared, because PostgreSQL can't search by a collation in which different texts are equal.
    const columns = fields.map(({ value }) => `strpos(lower(${value}) collate "C", ${needle}) ${place}`);
    return columns.length === 0 ? 'false' : `(${columns.join(' or ')})`;
  }

  /** The fields that are searched for a text. */
  #searched({ field }: WantedText): readonly PostgresField[] {
    if (field !== undefined) return [this.#field(field)];
    return this.#relation.fields.filter(({ id }) => id !== '_id');
  }

  /** SQL of everything that is searched, as one text. */
  #subject(wanted: WantedText): string {
    const values = this.#searched(wanted).map(({ value }) => value);
    // Fields may have their own collations.
    return values.length === 0 ? "''" : `concat_ws(' ', ${values.join(', ')}) collate "default"`;
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

  /** Words and phrases as PostgreSQL's tsquery, without stemming. */
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

  /** One occurrence ranks about as much as in CKAN (0.057), as on DuckDB. */
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

/** A key by which records are sorted. */
interface OrderKey {
  readonly sql: string;
  /** SQL of the key's type. */
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

function withConditions(source: string, conditions: readonly string[]): string {
  const given = conditions.filter((condition) => condition !== '');
  return given.length === 0 ? source : `${source} where ${given.join(' and ')}`;
}
