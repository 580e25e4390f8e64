/** Coercions of CKAN's validators. Every wrong parameter is noted; `check` refuses them together. */
import { parseExact } from '../../base/exactJson.ts';
import { ExactNumber, type ExactValue, isList, isObject } from '../../base/cells.ts';
import { invalidValue, validationError } from '../ckan/actionError.ts';
import { pythonText, unicodeSafe } from '../ckan/pythonText.ts';

/** What came in a query string or a JSON body. */
export type ActionInput = Readonly<Record<string, ExactValue>>;

export class ParameterReader {
  readonly #input: ActionInput;
  readonly #errors = new Map<string, readonly string[]>();

  constructor(input: ActionInput) {
    this.#input = input;
  }

  /** Undefined when it is missing or null. */
  given(name: string): ExactValue | undefined {
    return Object.hasOwn(this.#input, name) ? (this.#input[name] ?? undefined) : undefined;
  }

  refuse(name: string, ...messages: readonly string[]): void {
    this.#errors.set(name, messages);
  }

  /** Throws ActionError if anything was refused. */
  check(): void {
    if (this.#errors.size > 0) throw validationError(Object.fromEntries(this.#errors));
  }

  /** A text that must be there, under the name or, if that says something, the older one. */
  identifier(name: string, olderName?: string): string {
    const older = olderName === undefined ? undefined : this.given(olderName);
    const value = older !== undefined && isTruthy(older) ? older : this.given(name);
    const isMissing = value === undefined || (!isTruthy(value) && value !== false && value !== 0);
    if (isMissing) this.refuse(name, 'Missing value');
    return isMissing ? '' : unicodeSafe(value);
  }

  /** Undefined when it is missing or blank. */
  integer(name: string): number | undefined {
    const value = this.given(name);
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return undefined;
    const number = integerOf(value);
    if (Number.isInteger(number)) return number;
    this.refuse(name, 'Invalid integer');
    return undefined;
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.given(name);
    if (value === undefined || value === '') return otherwise;
    // A fraction is no integer, and a number that is none says nothing, as in Python.
    if (typeof value === 'number') return Number.isInteger(value) && value !== 0;
    return ['true', 'yes', 't', 'y', '1'].includes(unicodeSafe(value).toLowerCase());
  }

  /** An object or a list, or its JSON text; null when it is missing. */
  json(name: string): ExactValue {
    const value = this.given(name);
    if (value === undefined) return null;
    if (isList(value) || isObject(value)) return value;
    try {
      // Python parses texts only.
      if (typeof value === 'string') return parseExact(value);
    } catch {
      // Refused below.
    }
    this.refuse(name, 'Cannot parse JSON');
    return null;
  }

  /** A list of texts, or a text with commas. */
  texts(name: string): readonly string[] | undefined {
    const value = this.given(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') return value === '' ? [] : value.split(',').map((part) => part.trim());
    if (!isList(value)) this.refuse(name, 'Not a list');
    else if (value.every((item) => typeof item === 'string')) return value;
    else this.refuse(name, noTextNorList(value.find((item) => typeof item !== 'string')));
    return undefined;
  }

  /** One of these texts. Undefined when it is missing. `brackets`: in which CKAN shows what may be given. */
  oneOf<T extends string>(name: string, choices: readonly T[], brackets = '[]'): T | undefined {
    const value = this.given(name);
    const choice = choices.find((each) => each === value);
    if (choice !== undefined || value === undefined) return choice;
    const [open = '', close = ''] = brackets;
    this.refuse(name, `Value must be one of ${open}'${choices.join("', '")}'${close}`);
    return undefined;
  }

  /** Throws ActionError for a parameter that is not one of these, as CKAN says it of a search. */
  checkNames(names: ReadonlySet<string>): void {
    const unknown = this.unknown(names);
    if (unknown !== undefined) throw invalidValue('__extras', unknown);
  }

  /** The first parameter that is not one of these. */
  unknown(names: ReadonlySet<string>): string | undefined {
    return Object.keys(this.#input).find((name) => !names.has(name));
  }
}

/** Throws ActionError where the text is missing. */
export function requiredText(input: ActionInput, name: string): string {
  const reader = new ParameterReader(input);
  const text = reader.identifier(name);
  reader.check();
  return text;
}

/** Python's `int()` reads no text `1.0`, but a number 1.0 is an integer. NaN for what is none. */
function integerOf(value: ExactValue): number {
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value === 'string') return /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : NaN;
  return typeof value === 'object' ? NaN : Number(value);
}

/** As Python takes a value for true or false. */
export function isTruthy(value: ExactValue): boolean {
  if (isList(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value instanceof ExactNumber ? Number(value.text) !== 0 : Boolean(value);
}

/** As CKAN takes quotes off a name: only when it begins and ends with the same character. */
export function withoutQuotes(name: string): string {
  return name !== '' && name.at(0) === name.at(-1) ? name.trim().replace(/^"+|(?<!")"+$/g, '') : name;
}

/** CKAN's message for a member of a list of names. */
export function noTextNorList(item: ExactValue | undefined): string {
  return `Neither a string nor a list: ${pythonText(item ?? null)}`;
}
