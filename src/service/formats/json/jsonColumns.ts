/** Finds the fields of a JSON file: all keys, in the order of their first appearance. */
import type { FieldType } from '../../types/fieldTypes.ts';
import { checkFields } from '../../resource/bounds.ts';
import type { JsonMember } from './jsonRecord.ts';
import { classesOf, DATE, EVERY_CLASS, TIMESTAMP, typeOfClasses } from '../../reading/valueClasses.ts';

interface Column {
  readonly index: number;
  readonly name: string;
  readonly isLast: boolean;
  classes: number;
  values: number;
  hasText: boolean;
  hasNested: boolean;
  /** Timestamps of a field must have the same length. */
  timeLength: number;
}

export interface JsonField {
  readonly index: number;
  readonly name: string;
  readonly type: FieldType;
}

export class JsonColumns {
  readonly #columns = new Map<string, Column>();
  readonly #asJson: ReadonlySet<string>;

  /** Pass the keys of `mixed` to read a file again. */
  constructor(asJson: ReadonlySet<string> = new Set()) {
    this.#asJson = asJson;
  }

  /** The values of a record by field; NULL for missing values and `null`. Throws ReasonError for too many fields. */
  rowOf(members: readonly JsonMember[]): readonly (string | null)[] {
    const row: (string | null)[] = new Array<string | null>(this.#columns.size).fill(null);
    for (const member of members) {
      const column = this.#columns.get(member.key) ?? this.#add(member);
      if (member.token === 'null') row[column.index] = null;
      else row[column.index] = this.#value(column, member);
    }
    return row;
  }

  /** Keys of fields with both texts and nested values: texts must keep their quotes to differ from those. */
  get mixed(): ReadonlySet<string> {
    const mixed = [...this.#columns].filter(([, { hasNested, hasText }]) => hasNested && hasText);
    return new Set(mixed.map(([key]) => key));
  }

  get hasNested(): boolean {
    return [...this.#columns.values()].some(({ hasNested }) => hasNested);
  }

  get isSome(): boolean {
    return this.#columns.size > 0;
  }

  has(key: string): boolean {
    return this.#columns.has(key);
  }

  /** The fields that the file names, by their keys, come first, also if no record has them. Throws ReasonError. */
  nameFields(names: ReadonlyMap<string, string>): void {
    const others = new Map(this.#columns);
    const named = [...names].map(([key, name]) => {
      const column = this.#columns.get(key) ?? this.#add({ key, name, isLast: false });
      others.delete(key);
      return [key, { ...column, name }] as const;
    });
    this.#columns.clear();
    for (const [key, column] of [...named, ...others]) this.#columns.set(key, column);
  }

  fields(): readonly JsonField[] {
    const columns = [...this.#columns.values()];
    const ordered = [...columns.filter(({ isLast }) => !isLast), ...columns.filter(({ isLast }) => isLast)];
    return ordered.map((column) => ({ index: column.index, name: column.name, type: typeOf(column) }));
  }

  #add({ key, name, isLast }: Pick<JsonMember, 'key' | 'name' | 'isLast'>): Column {
    checkFields(this.#columns.size + 1);
    const column: Column = {
      ...{ index: this.#columns.size, name, isLast },
      ...{ classes: EVERY_CLASS, values: 0, hasText: false, hasNested: false, timeLength: 0 },
    };
    this.#columns.set(key, column);
    return column;
  }

  #value(column: Column, { key, token, text }: JsonMember): string {
    column.values += 1;
    if (text === undefined) {
      if (token.startsWith('{') || token.startsWith('[')) column.hasNested = true;
      else column.classes &= classesOf(token);
      return token;
    }
    column.hasText = true;
    // A number or boolean in quotes is a text.
    const classes = column.classes === 0 ? 0 : classesOf(text) & (DATE | TIMESTAMP);
    if (classes === TIMESTAMP && column.timeLength === 0) column.timeLength = text.length;
    column.classes &= classes === TIMESTAMP && column.timeLength !== text.length ? 0 : classes;
    return this.#asJson.has(key) ? token : text;
  }
}

function typeOf({ classes, values, hasNested }: Column): FieldType {
  if (values === 0) return 'text';
  return hasNested ? 'json' : typeOfClasses(classes);
}
