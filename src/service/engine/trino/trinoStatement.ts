import { quotedName, quotedText } from '../../../base/quotes.ts';
import type {
  RecordCondition,
  Selected,
  SortKey,
  TableQuestion,
  TextExpression,
  WantedText,
} from '../../question/tableQuestion.ts';
import { LONGEST_TEXT, type SummaryQuestion, summarySql } from '../../question/summaryQuestion.ts';
import { requiredWords, SEPARATOR, wantedWords, wordPattern } from '../../question/wordPattern.ts';
import { compareSql, oneOfSql, textLiteral } from './trinoComparison.ts';
import { fieldWith, type TrinoField } from './trinoFields.ts';

/** The table or view that a statement reads. */
export interface TrinoRelation {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  readonly fields: readonly TrinoField[];
}

/** The parts of a question that decide which records match. */
export type Matching = Pick<TableQuestion, 'where' | 'texts' | 'distinct' | 'select'>;

/**
 * Rows have the selected values. With `isInAnyOrder`, pages needn't fit together. With `isTyped`, each row ends with a
 * NULL whose type is a row of all fields' current types (see `hasTypesOf`); Trino evaluates it for no record.
 */
export function recordsStatement(
  question: TableQuestion,
  relation: TrinoRelation,
  isInAnyOrder = false,
  isTyped = false,
): string {
  return new StatementBuilder(relation).records(question, isInAnyOrder, isTyped);
}

/**
 * Whether the fields still have the described types. `types` are those of a typed statement, which Trino writes with
 * other quotes, blanks and capitals than information_schema.
 */
export function hasTypesOf({ fields }: TrinoRelation, types: readonly string[]): boolean {
  const spellings = [types.at(-1) ?? '', `row(${fields.map(({ declared }) => declared).join()})`];
  return new Set(spellings.map((type) => type.replaceAll(/["\s]/g, '').toLowerCase())).size === 1;
}

/** The statement returns the number of matching records. */
export function countStatement(question: Matching, relation: TrinoRelation): string {
  return new StatementBuilder(relation).count(question);
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

/** The statement returns the rows of a summary. */
export function summaryStatement(question: SummaryQuestion, relation: TrinoRelation): string {
  return new StatementBuilder(relation).summary(question);
}

/** Writes statements in which names are quoted as identifiers, and values are literals of the fields' types. */
class StatementBuilder {
  readonly #relation: TrinoRelation;
  readonly #fields: ReadonlyMap<string, TrinoField>;

  constructor(relation: TrinoRelation) {
    this.#relation = relation;
    this.#fields = new Map(relation.fields.map((field) => [field.id, field]));
  }

  records(question: TableQuestion, isInAnyOrder: boolean, isTyped: boolean): string {
    const { limit, offset, select, distinct } = question;
    const values = select.map((selected) => this.#value(selected));
    if (isTyped) values.push(this.#types(distinct));
    const order = isInAnyOrder ? '' : this.#order(question);
    return [
      `select ${values.join(', ')} from ${this.#source(question)}`,
      order === '' ? '' : `order by ${order}`,
      offset === 0 ? '' : `offset ${String(offset)}`,
      limit === Infinity ? '' : `limit ${String(limit)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }

  count(question: Matching): string {
    return `select cast(count(*) as varchar) from ${this.#source(question)}`;
  }

  summary(question: SummaryQuestion): string {
    const matching = { ...question, distinct: false, select: [] };
    const cut = (text: string): string => `substr(${text}, 1, ${String(LONGEST_TEXT)})`;
    return summarySql(question, `from ${this.#source(matching)}`, {
      condition: (condition) => this.#condition(condition),
      key: (id) => subjectOf(this.#field(id)),
      column: (id) => this.#field(id).column,
      text: (id) => cut(this.#field(id).value),
      end: (aggregate, id) => {
        const field = this.#field(id);
        return field.comparison && cut(fieldWith(field, `${aggregate}(${field.column})`).value);
      },
      sum: (id) => {
        const { type, column, declared } = this.#field(id);
        if (type.startsWith('float')) return `cast(sum(cast(${column} as double)) as varchar)`;
        if (!/^(?:int|numeric)/.test(type)) return undefined;
        // The sum of 64-bit integers may need more bits.
        return `cast(sum(${declared.startsWith('decimal') ? column : `cast(${column} as decimal(38, 0))`}) as varchar)`;
      },
      countText: (count) => `cast(${count} as varchar)`,
    });
  }

  /** Among distinct records, `t` has only the selected fields. */
  #types(isDistinct: boolean): string {
    const types = `if(false, row(${this.#relation.fields.map(({ column }) => column).join(', ')}))`;
    return isDistinct ? `(select ${types} from ${relationName(this.#relation)} t where false)` : types;
  }

  /** The relation as `t`, with its conditions; distinct records are merged already. */
  #source({ where, texts, distinct, select }: Matching): string {
    const conditions = [
      ...(where === undefined ? [] : [this.#condition(where)]),
      ...texts.map((text) => this.#textCondition(text)),
    ];
    const table = `${relationName(this.#relation)} t`;
    const matching = conditions.length === 0 ? table : `${table} where ${conditions.join(' and ')}`;
    if (!distinct) return matching;
    const columns = select.map((selected) => this.#field(selected.id).column);
    return `(select distinct ${columns.join(', ')} from ${matching}) t`;
  }

  /** Trino has no keys. All fields break ties, so that pages don't overlap; all records at once need no order. */
  #order({ order, distinct, select, limit, offset }: TableQuestion): string {
    const keys = order.map((key) => this.#sortKey(key));
    if (limit === Infinity && offset === 0) return keys.join(', ');
    const fields = distinct ? select.map(({ id }) => this.#field(id)) : this.#relation.fields;
    const sorted = new Set(order.map(({ by }) => (by.kind === 'field' ? by.id : undefined)));
    const others = fields.filter(({ id }) => !sorted.has(id));
    // Numbered records come in the order of their numbers.
    const numbered = others.filter(({ id }) => id === '_id');
    const rest = others.filter(({ id }) => id !== '_id');
    return [...keys, ...[...numbered, ...rest].flatMap((field) => subjectOf(field) ?? [])].join(', ');
  }

  #sortKey({ by, descends, nullsFirst }: SortKey): string {
    const direction = `${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`;
    if (by.kind === 'rank') return `${this.#rank(by.of)} ${direction}`;
    const field = this.#field(by.id);
    const subject = subjectOf(field) ?? field.column;
    // Trino sorts NaN last in both directions, but filters treat it as more than any number.
    const isNaNFirst = descends && field.comparison?.hasNaN === true;
    return `${isNaNFirst ? `is_nan(${subject}) ${direction}, ` : ''}${subject} ${direction}`;
  }

  #value(selected: Selected): string {
    return selected.kind === 'field' ? this.#field(selected.id).value : `cast(${this.#rank(selected.of)} as varchar)`;
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
        const { text } = this.#field(condition.field);
        return isIn(text === undefined ? [] : [text], condition.text, condition.kind === 'contains' ? '> 0' : '= 1');
      }
      case 'compare': {
        const { comparison } = this.#field(condition.field);
        if (condition.operand === undefined || comparison === undefined) return 'false';
        return compareSql(comparison, condition.comparator, condition.operand);
      }
      case 'in': {
        const { comparison } = this.#field(condition.field);
        return comparison === undefined ? 'false' : oneOfSql(comparison, condition.operands);
      }
    }
  }

  #textCondition(wanted: WantedText): string {
    if (wanted.kind === 'words')
      return wanted.expression === undefined ? 'false' : this.#expression(wanted.expression, this.#searched(wanted));
    return wanted.text === '' ? 'false' : isIn(this.#texts(wanted), wanted.text, '> 0');
  }

  /** SQL of the texts that are searched. */
  #texts({ field }: WantedText): readonly string[] {
    const fields = field === undefined ? this.#relation.fields.filter(({ id }) => id !== '_id') : [this.#field(field)];
    return fields.flatMap(({ text }) => text ?? []);
  }

  /** SQL of all searched texts as one, in lower case. */
  #searched(wanted: WantedText): string {
    const texts = this.#texts(wanted);
    return texts.length === 0 ? "''" : `lower(concat_ws(${quotedText(SEPARATOR)}, ${texts.join(', ')}))`;
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
      case 'phrase': {
        const pattern = wordPattern(expression)
          .map((part) => (typeof part === 'string' ? part : escaped(folded(part.text))))
          .join('');
        // A record without one of the words can't match, and `strpos` finds that out faster.
        const needed = requiredWords(expression).map(
          ({ text }) => `strpos(${subject}, lower(${textLiteral(text)})) > 0`,
        );
        return `(${[...needed, `regexp_like(${subject}, ${textLiteral(pattern)})`].join(' and ')})`;
      }
    }
  }

  /** One occurrence ranks about as much as in CKAN (0.057), as on DuckDB. */
  #rank(wanted: WantedText): string {
    const words =
      wanted.kind === 'contains'
        ? [wanted.text]
        : wanted.expression === undefined
          ? []
          : wantedWords(wanted.expression).map(({ text }) => text);
    const subject = this.#searched(wanted);
    const times = words.flatMap((word) => {
      if (word === '' || !word.isWellFormed()) return [];
      const needle = `lower(${textLiteral(word)})`;
      return `(length(${subject}) - length(replace(${subject}, ${needle}))) / length(${needle})`;
    });
    return times.length === 0 ? "double '0'" : `(1e0 - 1e0 / (1e0 + 6e-2 * (${times.join(' + ')})))`;
  }

  #field(id: string): TrinoField {
    const field = this.#fields.get(id);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field;
  }
}

/** `place` is a condition on the text's position in one of the others. */
function isIn(texts: readonly string[], text: string, place: '> 0' | '= 1'): string {
  // Trino can't hold half a surrogate pair, so no field contains one.
  if (!text.isWellFormed()) return 'false';
  const needle = `lower(${textLiteral(text)})`;
  const conditions = texts.map((each) => `strpos(lower(${each}), ${needle}) ${place}`);
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

function subjectOf({ comparison, text }: TrinoField): string | undefined {
  return comparison?.subject ?? text;
}

/** Trino's lower() replaces a character by exactly one. */
function folded(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0] ?? '').join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
