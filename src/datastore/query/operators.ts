/**
 * The operators for comparing a field. Each entry has the texts, the kinds of field, the input, the resulting condition
 * and what a server needs to answer it. The form, the grid, chips, JSON and SQL read this table. No other file compares
 * an operator by its name (lint).
 */
import type { FieldKind } from '../../base/field.ts';
import type { Words, WordTable } from '../../base/words.ts';

/** Names of operators, and the texts of chips, in which {0} and {1} are values. */
export const OPERATOR_STRINGS = {
  filterEquals: 'Equals',
  filterContains: 'Contains',
  filterWords: 'Contains words',
  filterNotContains: "Doesn't contain",
  filterNotWords: "Doesn't contain words",
  filterStartsWith: 'Starts with',
  filterBetween: 'Between',
  filterAtLeast: 'At least',
  filterAtMost: 'At most',
  filterGreater: 'Greater than',
  filterLess: 'Less than',
  filterNot: 'Is not',
  filterEmpty: 'Is empty',
  filterNotEmpty: 'Is not empty',
  filterFrom: 'From',
  filterTo: 'To',

  containsText: 'contains "{0}"',
  notContainsText: 'doesn\'t contain "{0}"',
  startsWithText: 'starts with "{0}"',
  rangeBetween: '{0} to {1}',
  rangeFrom: 'from {0}',
  rangeTo: 'to {0}',
  rangeGreater: 'greater than {0}',
  rangeLess: 'less than {0}',
  notValues: 'not {0}',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
} as const satisfies WordTable;

export type OperatorStrings = Words<typeof OPERATOR_STRINGS>;
type OperatorString = keyof OperatorStrings;

export const COMPARISONS = ['eq', 'gt', 'gte', 'lt', 'lte'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export function comparisonOf(name: string): Comparison | undefined {
  return COMPARISONS.find((each) => each === name);
}

export function comparesUpper(comparison: Comparison): boolean {
  return comparison === 'lt' || comparison === 'lte';
}

export interface RangeEnd {
  readonly comparison: Comparison;
  readonly label: OperatorString;
  readonly isUpper: boolean;
}

/** A condition that excludes what another one finds can be combined with a second condition of its field. */
interface Exclusion {
  readonly isNot?: true;
}

/** The input of an operator. `kind` is the kind of condition, and the name of its member in `filters`. */
type OperatorInput =
  | ({ readonly input: 'values'; readonly kind: 'values' | 'not' } & Exclusion)
  /** `place`: wherever the server's search finds the text, or at the start of the value, ignoring case. */
  | ({ readonly input: 'text'; readonly kind: string; readonly place: 'anywhere' | 'start' } & Exclusion)
  | { readonly input: 'ends'; readonly kind: 'range'; readonly ends: readonly RangeEnd[] }
  | { readonly input: 'none'; readonly kind: 'empty'; readonly isEmpty: boolean };

/**
 * The servers that can answer: all, those whose `q` searches one field (all do), those with ranges (CKAN 2.12+), or
 * only ours and those with allowed SQL (docs/ckan.md 24).
 */
export type OperatorNeed = 'nothing' | 'search' | 'ranges' | 'conditions';

type OperatorEntry = OperatorInput & {
  readonly word: OperatorString;
  /** The name on servers that find a text by whole words. */
  readonly wholeWords?: OperatorString;
  /** Undefined if the values alone are clear. */
  readonly chip?: OperatorString;
  readonly kinds: readonly FieldKind[];
  readonly needs: OperatorNeed;
};

const ALL: readonly FieldKind[] = ['text', 'number', 'date', 'boolean', 'json'];
/** Lists and objects can't be compared with a value. */
const SINGLE: readonly FieldKind[] = ['text', 'number', 'date', 'boolean'];
const TEXT: readonly FieldKind[] = ['text'];
const ORDERED: readonly FieldKind[] = ['number', 'date'];

const FROM = { comparison: 'gte', label: 'filterFrom', isUpper: false } as const;
const TO = { comparison: 'lte', label: 'filterTo', isUpper: true } as const;
const ABOVE = { comparison: 'gt', label: 'filterGreater', isUpper: false } as const;
const BELOW = { comparison: 'lt', label: 'filterLess', isUpper: true } as const;

const RANGE = { input: 'ends', kind: 'range', kinds: ORDERED, needs: 'ranges' } as const;
const EMPTY = { input: 'none', kind: 'empty', kinds: ALL, needs: 'conditions' } as const;

/** In the order of the list in the interface. Stored drafts contain these names. */
export const OPERATORS = {
  equals: { input: 'values', kind: 'values', word: 'filterEquals', kinds: SINGLE, needs: 'nothing' },
  contains: {
    input: 'text',
    kind: 'contains',
    place: 'anywhere',
    kinds: TEXT,
    needs: 'search',
    word: 'filterContains',
    wholeWords: 'filterWords',
    chip: 'containsText',
  },
  notContains: {
    input: 'text',
    kind: 'notContains',
    place: 'anywhere',
    isNot: true,
    kinds: TEXT,
    needs: 'conditions',
    word: 'filterNotContains',
    wholeWords: 'filterNotWords',
    chip: 'notContainsText',
  },
  startsWith: {
    input: 'text',
    kind: 'startsWith',
    place: 'start',
    kinds: TEXT,
    needs: 'conditions',
    word: 'filterStartsWith',
    chip: 'startsWithText',
  },
  between: { ...RANGE, ends: [FROM, TO], word: 'filterBetween', chip: 'rangeBetween' },
  atLeast: { ...RANGE, ends: [FROM], word: 'filterAtLeast', chip: 'rangeFrom' },
  atMost: { ...RANGE, ends: [TO], word: 'filterAtMost', chip: 'rangeTo' },
  greaterThan: { ...RANGE, ends: [ABOVE], word: 'filterGreater', chip: 'rangeGreater' },
  lessThan: { ...RANGE, ends: [BELOW], word: 'filterLess', chip: 'rangeLess' },
  not: {
    input: 'values',
    kind: 'not',
    isNot: true,
    kinds: SINGLE,
    needs: 'conditions',
    word: 'filterNot',
    chip: 'notValues',
  },
  empty: { ...EMPTY, isEmpty: true, word: 'filterEmpty', chip: 'isEmpty' },
  notEmpty: { ...EMPTY, isEmpty: false, word: 'filterNotEmpty', chip: 'isNotEmpty' },
} as const satisfies Readonly<Record<string, OperatorEntry>>;

export type FilterOperator = keyof typeof OPERATORS;
export const FILTER_OPERATORS = Object.keys(OPERATORS) as readonly FilterOperator[];

/** The operator of a new row in the form, and of a new filter on a field. */
export const USUAL_OPERATOR: FilterOperator = 'equals';

type Entry = (typeof OPERATORS)[FilterOperator];
const ENTRIES: readonly Entry[] = FILTER_OPERATORS.map((operator) => OPERATORS[operator]);

export function operatorEntry(operator: FilterOperator = USUAL_OPERATOR): OperatorEntry {
  return OPERATORS[operator];
}

/** The kind separates conditions of one field. Several operators share the kind `range`. */
export type ConditionKind = Entry['kind'];
export const CONDITION_KINDS: readonly ConditionKind[] = [...new Set(ENTRIES.map(({ kind }) => kind))];

export type TextKind = Extract<Entry, { readonly input: 'text' }>['kind'];
export const TEXT_KINDS: readonly TextKind[] = ENTRIES.flatMap((entry) => (entry.input === 'text' ? [entry.kind] : []));

const ENTRY_OF_KIND: ReadonlyMap<string, Entry> = new Map(
  ENTRIES.map((entry) => [entry.kind, entry] as const).reverse(),
);

/** The entry for a member of a field's object in `filters`, such as `not`. Undefined for bounds and unknown names. */
export function memberEntry(name: string): Exclude<Entry, { readonly kind: 'values' | 'range' }> | undefined {
  const entry = ENTRY_OF_KIND.get(name);
  return entry === undefined || entry.kind === 'values' || entry.kind === 'range' ? undefined : entry;
}

export function needOf(kind: ConditionKind): OperatorNeed {
  return ENTRY_OF_KIND.get(kind)?.needs ?? 'conditions';
}

export function excludes(kind: ConditionKind): boolean {
  const entry = ENTRY_OF_KIND.get(kind);
  return entry !== undefined && 'isNot' in entry;
}

export function placeOfText(kind: TextKind): 'anywhere' | 'start' {
  const entry = ENTRY_OF_KIND.get(kind);
  return entry?.input === 'text' ? entry.place : 'anywhere';
}

export function takesKind(kind: ConditionKind, fieldKind: FieldKind): boolean {
  return ENTRIES.some((entry) => entry.kind === kind && entry.kinds.includes(fieldKind));
}
