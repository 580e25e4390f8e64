/** Writes questions in SQL; engines add fields, texts and comparisons. Texts become SQL only as engines' literals. */
import {
  LONGEST_TEXT,
  type Calculation,
  type Group,
  type SpreadFigure,
  type SummaryQuestion,
} from './summaryQuestion.ts';
import type {
  Comparator,
  Matching,
  Operand,
  RecordCondition,
  Selected,
  TableSortKey,
  TableQuestion,
  TextExpression,
  WantedText,
} from './tableQuestion.ts';
import { requiredWords, wantedWords } from './wordPattern.ts';

export interface SqlField {
  readonly id: string;
  /** NULL if the record has no value. */
  readonly column: string;
  /** SQL of the text that is returned. */
  readonly value: string;
  /** SQL of the text that is searched; undefined if the engine can't make text of the value. */
  readonly text: string | undefined;
  /** Equal for equal values, and sorted as they are. Undefined if values of the type can't be compared. */
  readonly key: string | undefined;
}

export type Phrase = Extract<TextExpression, { kind: 'word' | 'phrase' }>;

export type RecordWindow = Pick<TableQuestion, 'limit' | 'offset'>;

export abstract class StatementBuilder<F extends SqlField> {
  /** In the order of the table. */
  readonly fields: ReadonlyMap<string, F>;
  /** SQL of the table or view that is read, with the alias `t` if fields need one. */
  protected abstract readonly table: string;

  constructor(fields: Iterable<F>) {
    this.fields = new Map(Array.from(fields, (field) => [field.id, field]));
  }

  /** SQL of a text of the question. Throws ActionError for one that the engine can't hold. */
  protected abstract literal(text: string): string;
  protected abstract compare(field: F, comparator: Comparator, operand: Operand): string;
  protected abstract isOneOf(field: F, operands: readonly Operand[]): string;
  /** SQL of everything that is searched in a field, or in a record, as one text in lower case. */
  protected abstract subject(field: F | undefined): string;
  protected abstract matches(phrase: Phrase, field: F | undefined): string;
  /** Undefined if values of the type have no least and greatest one. */
  protected abstract end(aggregate: 'min' | 'max', field: F): string | undefined;
  /** SQL of a text; undefined if the engine can't calculate it. */
  protected abstract spread(spread: SpreadFigure, field: F): string | undefined;
  /** SQL of the sum; undefined if it would not be exact. */
  protected abstract sum(field: F): string | undefined;

  protected canHold(text: string): boolean {
    return text.isWellFormed();
  }

  /** Whether a text contains another one, or starts with it; both are SQL of a text in lower case. */
  protected contains(text: string, needle: string, isStart: boolean): string {
    return `strpos(${text}, ${needle}) ${isStart ? '= 1' : '> 0'}`;
  }

  /** SQL of texts in lower case; a record contains the text if one of them does. */
  protected containers(field: F | undefined, _text: string): readonly string[] {
    return this.searched(field).map((text) => `lower(${text})`);
  }

  /** SQL of the texts of a field, or of all that are searched in a record. */
  protected searched(field: F | undefined): readonly string[] {
    const fields = field === undefined ? [...this.fields.values()].filter(({ id }) => id !== '_id') : [field];
    return fields.flatMap(({ text }) => text ?? []);
  }

  field(id: string): F {
    const field = this.fields.get(id);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field;
  }

  /** SQL of conditions that a record must meet, all of them. Throws ActionError. */
  conditions({ where, texts }: Pick<Matching, 'where' | 'texts'>): readonly string[] {
    return [...(where === undefined ? [] : [this.condition(where)]), ...texts.map((text) => this.#hasText(text))];
  }

  condition(condition: RecordCondition): string {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.of.map((part) => this.condition(part)).join(` ${condition.kind} `)})`;
      case 'not':
        return `not coalesce(${this.condition(condition.of)}, false)`;
      case 'null':
        return `${this.field(condition.field).column} is null`;
      case 'contains':
      case 'startsWith':
        return this.#contains(this.field(condition.field), condition.text, condition.kind === 'startsWith');
      case 'compare': {
        const { field, comparator, operand } = condition;
        return operand === undefined ? 'false' : this.compare(this.field(field), comparator, operand);
      }
      case 'in':
        return this.isOneOf(this.field(condition.field), condition.operands);
    }
  }

  #contains(field: F | undefined, text: string, isStart: boolean): string {
    if (!this.canHold(text)) return 'false';
    const needle = this.#needle(text);
    const ways = this.containers(field, text).map((each) => this.contains(each, needle, isStart));
    return ways.length === 0 ? 'false' : `(${ways.join(' or ')})`;
  }

  #needle(text: string): string {
    return `lower(${this.literal(text)})`;
  }

  #hasText(search: WantedText): string {
    const field = this.#fieldOf(search);
    if (search.kind === 'words')
      return search.expression === undefined ? 'false' : this.#expression(search.expression, field);
    return search.text === '' ? 'false' : this.#contains(field, search.text, false);
  }

  #fieldOf({ field }: WantedText): F | undefined {
    return field === undefined ? undefined : this.field(field);
  }

  #expression(expression: TextExpression, field: F | undefined): string {
    switch (expression.kind) {
      case 'nothing':
        return 'false';
      case 'not':
        return `not ${this.#expression(expression.of, field)}`;
      case 'and':
      case 'or':
        return `(${expression.of.map((part) => this.#expression(part, field)).join(` ${expression.kind} `)})`;
      case 'word':
      case 'phrase':
        return this.matches(expression, field);
    }
  }

  /** A record without one of the words can't match a pattern, and engines find that out much faster. */
  protected hasWords(phrase: Phrase, subject: string, matchesPattern: string): string {
    const words = requiredWords(phrase).map(({ text }) => this.contains(subject, this.#needle(text), false));
    return `(${[...words, matchesPattern].join(' and ')})`;
  }

  /** SQL of a number from 0 to 1. One occurrence ranks about as much as in CKAN (0.057). */
  rank(search: WantedText): string {
    const subject = this.subject(this.#fieldOf(search));
    const words = search.kind === 'contains' ? [search.text] : searchedWords(search.expression);
    const times = words
      .filter((word) => word !== '' && this.canHold(word))
      .map((word) => {
        const needle = this.#needle(word);
        return `(length(${subject}) - length(replace(${subject}, ${needle}, ''))) / length(${needle})`;
      });
    const rank = times.length === 0 ? '0' : `1 - 1 / (1 + 6e-2 * (${times.join(' + ')}))`;
    return `cast(${rank} as double precision)`;
  }

  protected selected(selected: Selected): string {
    return selected.kind === 'field' ? this.field(selected.id).value : `cast(${this.rank(selected.of)} as varchar)`;
  }

  count(question: Matching): string {
    return `select cast(count(*) as varchar) from ${this.source(question)}`;
  }

  /** The table with its conditions. `further` applies to merged distinct records, which have only selected fields. */
  protected source(question: Matching, further = ''): string {
    const { distinct } = question;
    const matching = whereSql(this.table, [distinct ? '' : further, ...this.conditions(question)]);
    if (!distinct) return matching;
    const columns = question.select.map(({ id }) => this.field(id).column);
    return whereSql(`(select distinct ${columns.join(', ')} from ${matching}) t`, [further]);
  }

  /** Returns a row of each group, all values as texts. The largest group comes first, the one without a value last. */
  summary(question: SummaryQuestion, further = ''): string {
    const { groups, calculations, limit } = question;
    const parts = groups.map((group) => this.#group(group));
    const columns = [
      ...parts.map(({ shown }) => shown),
      ...calculations.map((calculation) => this.#calculation(calculation) ?? 'null'),
    ];
    const keys = parts.map(({ key }) => key);
    const source = this.summarySource(question, keys, further);
    const selection = `select ${columns.join(', ')} from ${source}`;
    if (parts.length === 0) return selection;
    const order = [...keys.map((key) => `case when ${key} is null then 1 else 0 end`), 'count(*) desc', ...keys];
    return `${selection} group by ${keys.join(', ')} order by ${order.join(', ')}${windowSql({ limit, offset: 0 })}`;
  }

  /** `keys` are those of the groups. */
  protected summarySource(question: SummaryQuestion, _keys: readonly string[], further: string): string {
    return this.source({ ...question, distinct: false, select: [] }, further);
  }

  #group(group: Group): { readonly key: string; readonly shown: string } {
    const field = this.field(group.field);
    if (group.kind === 'value') {
      const text = cut(field.value);
      return { key: field.key ?? text, shown: `min(${text})` };
    }
    const before = group.starts.map((operand, place) => {
      const condition = this.condition({ kind: 'compare', field: field.id, comparator: '<', operand });
      return `when ${condition} then ${String(place)}`;
    });
    const key = `case when ${field.column} is null then null ${before.join(' ')} else ${String(before.length)} end`;
    return { key, shown: `min(cast(${key} as varchar))` };
  }

  #calculation(calculation: Calculation): string | undefined {
    switch (calculation.calculate) {
      case 'count':
        return countText('*');
      case 'matching':
        return countText(`case when ${this.condition(calculation.condition)} then 1 end`);
      case 'values':
        return countText(this.field(calculation.field).column);
      case 'distinct': {
        const { key, value } = this.field(calculation.field);
        return countText(`distinct ${key ?? cut(value)}`);
      }
      case 'min':
      case 'max': {
        const end = this.end(calculation.calculate, this.field(calculation.field));
        return end && cut(end);
      }
      case 'sum': {
        const sum = this.sum(this.field(calculation.field));
        return sum && `cast(${sum} as varchar)`;
      }
      default:
        return this.spread(calculation.calculate, this.field(calculation.field));
    }
  }
}

function searchedWords(expression: TextExpression | undefined): readonly string[] {
  return expression === undefined ? [] : wantedWords(expression).map(({ text }) => text);
}

function cut(text: string): string {
  return `substr(${text}, 1, ${String(LONGEST_TEXT)})`;
}

function countText(counted: string): string {
  return `cast(count(${counted}) as varchar)`;
}

export function whereSql(table: string, conditions: readonly string[]): string {
  const parts = conditions.filter((condition) => condition !== '');
  return parts.length === 0 ? table : `${table} where ${parts.join(' and ')}`;
}

export function selectSql(
  columns: readonly string[],
  source: string,
  order: readonly string[],
  page: RecordWindow,
): string {
  const sorted = order.length === 0 ? '' : ` order by ${order.join(', ')}`;
  return `select ${columns.join(', ')} from ${source}${sorted}${windowSql(page)}`;
}

/** Trino wants the offset first, and others don't mind. */
export function windowSql({ limit, offset }: RecordWindow): string {
  return (offset === 0 ? '' : ` offset ${String(offset)}`) + (limit === Infinity ? '' : ` limit ${String(limit)}`);
}

export function directionSql({ descends, nullsFirst }: Pick<TableSortKey, 'descends' | 'nullsFirst'>): string {
  return `${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`;
}
