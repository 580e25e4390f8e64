/** A field as a Parquet column, typed so that all its values are exact, and as text if no type allows that. */
import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import { type CellValue, ExactNumber, type ExactValue, writtenValue } from '../../base/cells.ts';
import { parseDecimal, scaled } from '../../base/exactDecimal.ts';
import { stringifyExact, valueText } from '../../base/exactJson.ts';
import { type Field, type FieldKind, fieldKind } from '../../base/field.ts';
import type { FormatNote } from '../formatNote.ts';
import { dayNumberOf, timeOf, timestampOf } from './calendar.ts';
import { isFloatType, notFinite, NumberSurvey, type NumberType } from './numberSurvey.ts';

/** A value as the file stores it. NULL is undefined. */
type Stored = string | number | bigint | boolean | undefined;

export interface WrittenColumn {
  readonly element: SchemaElement;
  /** The element described to readers. The writer would take it as a request to convert values (JSON with doubles). */
  readonly described?: SchemaElement;
  /** Doubles are written without a dictionary, because the writer's dictionary treats 0 and -0 as equal. */
  readonly encoding?: NonNullable<ColumnSource['encoding']>;
  store(value: CellValue): Stored;
}

export class ColumnSurvey {
  readonly #field: Field;
  readonly #kind: FieldKind;
  readonly #numbers: NumberSurvey;
  readonly #temporal: TemporalType | undefined;
  #hasValues = false;
  #areNumbers = true;
  #areBooleans = true;
  #areTimes = true;
  #halves = 0;

  constructor(field: Field) {
    this.#field = field;
    this.#kind = fieldKind(field.type);
    this.#numbers = new NumberSurvey(isFloatType(field.type));
    this.#temporal = temporalType(field.type);
  }

  /** Adds a value of the field. All must be added before the column is read. */
  add(cell: CellValue): void {
    const value = writtenValue(cell);
    if (value === null) return;
    this.#hasValues = true;
    this.#areBooleans &&= typeof value === 'boolean';
    this.#areTimes &&= typeof value === 'string' && this.#temporal?.store(value) !== undefined;
    this.#areNumbers &&= this.#addNumber(value);
    if (typeof value === 'string' && !value.isWellFormed()) this.#halves += 1;
  }

  #addNumber(value: ExactValue): boolean {
    if (typeof value === 'number') this.#numbers.add(String(value));
    else if (value instanceof ExactNumber) this.#numbers.add(value.text);
    else if (typeof value === 'string' && this.#kind === 'number' && notFinite(value) !== undefined)
      this.#numbers.addNotFinite();
    else return false;
    return true;
  }

  get column(): WrittenColumn {
    const name = this.#field.id;
    if (this.#kind === 'json') return jsonColumn(name);
    if (this.#is('boolean', this.#areBooleans)) return booleanColumn(name);
    if (this.#temporal !== undefined && this.#areTimes) return temporalColumn(name, this.#temporal);
    const numbers = this.#is('number', this.#areNumbers) ? this.#numbers.type : undefined;
    return numbers === undefined ? textColumn(name) : numberColumn(name, numbers);
  }

  /** A field without values gets the type of its kind. */
  #is(kind: FieldKind, areSuch: boolean): boolean {
    return this.#hasValues ? areSuch : this.#kind === kind;
  }

  get notes(): readonly FormatNote[] {
    const isText = this.column.element.logical_type?.type === 'STRING';
    const field = this.#field.id;
    return [
      ...(isText && this.#kind !== 'text' ? [{ kind: 'asText', field } as const] : []),
      ...(this.#halves > 0 ? [{ kind: 'replaced', field, count: this.#halves } as const] : []),
    ];
  }
}

function element(name: string, rest: Omit<SchemaElement, 'name' | 'repetition_type'>): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...rest };
}

function booleanColumn(name: string): WrittenColumn {
  return {
    element: element(name, { type: 'BOOLEAN' }),
    store: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

function textColumn(name: string): WrittenColumn {
  return {
    element: element(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
    store: (value) => (value === null ? undefined : valueText(value)),
  };
}

function jsonColumn(name: string): WrittenColumn {
  const type = { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } } as const;
  return {
    element: element(name, type),
    described: element(name, { ...type, converted_type: 'JSON' }),
    store: (value) => (value === null ? undefined : stringifyExact(value)),
  };
}

function numberColumn(name: string, number: NumberType): WrittenColumn {
  if (number.type !== 'decimal')
    return number.type === 'double'
      ? { element: element(name, { type: 'DOUBLE' }), encoding: 'PLAIN', store: storedDouble }
      : { element: element(name, { type: 'INT64' }), store: (value) => unscaled(value, 0) };
  const { precision, scale } = number;
  const physical =
    precision <= 18 ? { type: 'INT64' as const } : { type: 'FIXED_LEN_BYTE_ARRAY' as const, type_length: 16 };
  return {
    element: element(name, {
      ...physical,
      converted_type: 'DECIMAL',
      precision,
      scale,
      logical_type: { type: 'DECIMAL', precision, scale },
    }),
    store: (value) => unscaled(value, scale),
  };
}

function storedDouble(cell: CellValue): number | undefined {
  const value = writtenValue(cell);
  if (typeof value === 'string') return notFinite(value);
  return value instanceof ExactNumber ? Number(value.text) : typeof value === 'number' ? value : undefined;
}

function unscaled(cell: CellValue, scale: number): bigint | undefined {
  if (Number.isSafeInteger(cell)) return BigInt(cell as number) * 10n ** BigInt(scale);
  const decimal = cell === null ? undefined : parseDecimal(valueText(cell));
  return decimal && scaled(decimal, scale);
}

interface TemporalType {
  readonly element: Omit<SchemaElement, 'name' | 'repetition_type'>;
  readonly store: (text: string) => number | bigint | undefined;
}

function temporalType(type: string): TemporalType | undefined {
  switch (type.toLowerCase()) {
    case 'date':
      return { element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }, store: dayNumberOf };
    case 'time':
    case 'time without time zone':
      return { element: counted('TIME', false), store: (text) => bigTime(timeOf(text)) };
    case 'timestamp':
    case 'timestamp without time zone':
      return { element: counted('TIMESTAMP', false), store: (text) => instantOf(text, false) };
    case 'timestamptz':
    case 'timestamp with time zone':
      return { element: counted('TIMESTAMP', true), store: (text) => instantOf(text, true) };
    default:
      return undefined;
  }
}

function counted(type: 'TIME' | 'TIMESTAMP', isAdjustedToUTC: boolean): TemporalType['element'] {
  return { type: 'INT64', logical_type: { type, isAdjustedToUTC, unit: 'MICROS' } };
}

function bigTime(time: number | undefined): bigint | undefined {
  return time === undefined ? undefined : BigInt(time);
}

/** A timestamp in microseconds since 1970. Undefined unless it has an offset exactly if `hasOffset`. */
function instantOf(text: string, hasOffset: boolean): bigint | undefined {
  const parts = timestampOf(text);
  if (parts === undefined || (parts.offset !== undefined) !== hasOffset) return undefined;
  const { days, time, offset = 0 } = parts;
  return BigInt(days) * 86_400_000_000n + BigInt(time) - BigInt(offset) * 60_000_000n;
}

function temporalColumn(name: string, { element: rest, store }: TemporalType): WrittenColumn {
  return { element: element(name, rest), store: (value) => (typeof value === 'string' ? store(value) : undefined) };
}
