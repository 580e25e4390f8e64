import { parseExact } from '../../base/exactJson.ts';
import { ExactNumber, type ExactValue, isList, isObject } from '../../base/cells.ts';
import { invalidValue, validationError } from '../ckan/actionError.ts';
import { pythonText, unicodeSafe } from '../ckan/pythonText.ts';

export type ActionInput = Readonly<Record<string, ExactValue>>;

export class ParameterReader {
  readonly #input: ActionInput;
  readonly #errors = new Map<string, readonly string[]>();

  constructor(input: ActionInput) {
    this.#input = input;
  }

  /** Undefined if the parameter is missing or null. */
  value(name: string): ExactValue | undefined {
    return Object.hasOwn(this.#input, name) ? (this.#input[name] ?? undefined) : undefined;
  }

  refuse(name: string, ...messages: readonly string[]): void {
    this.#errors.set(name, messages);
  }

  /** Throws ActionError if anything was refused. */
  check(): void {
    if (this.#errors.size > 0) throw validationError(Object.fromEntries(this.#errors));
  }

  /** A required text; `olderName` wins if it has a value. */
  identifier(name: string, olderName?: string): string {
    const older = olderName === undefined ? undefined : this.value(olderName);
    const value = older !== undefined && isTruthy(older) ? older : this.value(name);
    const isMissing = value === undefined || (!isTruthy(value) && value !== false && value !== 0);
    if (isMissing) this.refuse(name, 'Missing value');
    return isMissing ? '' : unicodeSafe(value);
  }

  /** Undefined if the parameter is missing or blank. */
  integer(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return undefined;
    const number = integerOf(value);
    if (Number.isInteger(number)) return number;
    this.refuse(name, 'Invalid integer');
    return undefined;
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.value(name);
    if (value === undefined || value === '') return otherwise;
    // Python's check takes fractions and NaN for false.
    if (typeof value === 'number') return Number.isInteger(value) && value !== 0;
    return ['true', 'yes', 't', 'y', '1'].includes(unicodeSafe(value).toLowerCase());
  }

  /** An object or list, also as JSON text; null if missing. */
  json(name: string): ExactValue {
    const value = this.value(name);
    if (value === undefined) return null;
    if (isList(value) || isObject(value)) return value;
    try {
      // Python parses only texts as JSON.
      if (typeof value === 'string') return parseExact(value);
    } catch {
      // The error is refused below.
    }
    this.refuse(name, 'Cannot parse JSON');
    return null;
  }

  /** A list of texts, or one text with commas. */
  texts(name: string): readonly string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') return value === '' ? [] : value.split(',').map((part) => part.trim());
    if (!isList(value)) this.refuse(name, 'Not a list');
    else if (value.every((item) => typeof item === 'string')) return value;
    else {
      const other = value.find((item) => typeof item !== 'string') ?? null;
      this.refuse(name, `Neither a string nor a list: ${pythonText(other)}`);
    }
    return undefined;
  }

  /** One of the choices; undefined if missing. CKAN shows them in `brackets` in its message. */
  oneOf<T extends string>(name: string, choices: readonly T[], brackets = '[]'): T | undefined {
    const value = this.value(name);
    const choice = choices.find((each) => each === value);
    if (choice !== undefined || value === undefined) return choice;
    const [open = '', close = ''] = brackets;
    this.refuse(name, `Value must be one of ${open}'${choices.join("', '")}'${close}`);
    return undefined;
  }

  /** Throws ActionError for any other parameter, in CKAN's words for a search. */
  checkNames(names: ReadonlySet<string>): void {
    const unknown = this.unknown(names);
    if (unknown !== undefined) throw invalidValue('__extras', unknown);
  }

  unknown(names: ReadonlySet<string>): string | undefined {
    return Object.keys(this.#input).find((name) => !names.has(name));
  }
}

/** Throws ActionError if the text is missing. */
export function requiredText(input: ActionInput, name: string): string {
  const reader = new ParameterReader(input);
  const text = reader.identifier(name);
  reader.check();
  return text;
}

/** NaN if the value isn't an integer. Python's `int()` refuses the text `1.0`, but accepts the number 1.0. */
function integerOf(value: ExactValue): number {
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value === 'string') return /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : NaN;
  return typeof value === 'object' ? NaN : Number(value);
}

function isTruthy(value: ExactValue): boolean {
  if (isList(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value instanceof ExactNumber ? Number(value.text) !== 0 : Boolean(value);
}

/** CKAN removes quotes only from a name that begins and ends with the same character. */
export function withoutQuotes(name: string): string {
  return name !== '' && name.at(0) === name.at(-1) ? name.trim().replace(/^"+|(?<!")"+$/g, '') : name;
}
