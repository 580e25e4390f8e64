/** Judges records one by one, where a server can't say which of them break an expectation. */
import { type ExactValue, type RecordRow, typedValue } from '../../base/cells.ts';
import { type Field, fieldKind, placesOf } from '../../base/field.ts';
import type { Condition } from '../../datastore/query/condition.ts';
import type { CheckWord } from './checkWords.ts';
import { shownField, shownValue } from './checkResult.ts';
import { fieldsOf, type RecordExpectation } from './expectation.ts';
import { compareValue, equalsCondition, formOf, formsOf, isMissing } from './expectedValue.ts';

/** Why a record breaks an expectation. */
export interface Offense {
  readonly word: CheckWord;
  readonly details: Readonly<Record<string, string>>;
  /** Conditions that the offending record meets, on every server. */
  readonly conditions?: readonly Condition[];
}

type Judge = (values: readonly ExactValue[]) => Offense | undefined;

/** The number of offending records and the first of them, of one expectation. */
export class RecordJudge {
  readonly expectation: RecordExpectation;
  readonly #places: readonly number[];
  readonly #idPlace: number | undefined;
  readonly #judge: Judge;
  /** Values below a range are counted apart from those above. */
  readonly #offenses = new Map<CheckWord, { readonly first: Offense; records: number }>();

  /** `fields` are those of the records that come. */
  constructor(expectation: RecordExpectation, fields: readonly Field[]) {
    this.expectation = expectation;
    const places = placesOf(fields);
    this.#places = fieldsOf(expectation).map((name) => places.get(name) ?? -1);
    this.#idPlace = places.get('_id');
    this.#judge = judgeOf(
      expectation,
      this.#places.map((place) => fields[place]?.type ?? 'text'),
    );
  }

  take(row: RecordRow): void {
    const offense = this.#judge(this.#places.map((place) => typedValue(row[place] ?? null)));
    if (offense === undefined) return;
    const before = this.#offenses.get(offense.word);
    if (before !== undefined) {
      before.records += 1;
      return;
    }
    const id = this.#idPlace === undefined ? undefined : shownValue(row[this.#idPlace] ?? null);
    const isFrom = offense.word === 'missing' && id !== undefined;
    const first: Offense = isFrom ? { ...offense, word: 'missingFrom', details: { ...offense.details, id } } : offense;
    this.#offenses.set(offense.word, { first, records: 1 });
  }

  get found(): { readonly first: Offense; readonly records: number } | undefined {
    const [first] = this.#offenses.values();
    return this.#offenses.get('below') ?? first;
  }
}

function judgeOf(expectation: RecordExpectation, types: readonly string[]): Judge {
  switch (expectation.kind) {
    case 'unique':
      return judgeRepeats(expectation.fields, types);
    case 'notNull': {
      const field = shownField(expectation.field);
      return ([value = null]) => (isMissing(value) ? { word: 'missing', details: { field } } : undefined);
    }
    case 'oneOf': {
      const { field, values } = expectation;
      const [type = ''] = types;
      const forms = formsOf(fieldKind(type), values);
      return ([value = null]) => {
        if (isMissing(value) || forms.has(formOf(fieldKind(type), value))) return undefined;
        return offenseOf('otherValue', { field: shownField(field), value: shownValue(value) }, [field], types, [value]);
      };
    }
    case 'range': {
      const { field, min, max } = expectation;
      const kind = fieldKind(types[0] ?? '');
      const ends = [['below', min, -1] as const, ['above', max, 1] as const].flatMap(([word, end, sign]) => {
        return end === undefined ? [] : [{ word, end, sign, expected: shownValue(end) }];
      });
      return ([value = null]) => {
        if (isMissing(value)) return undefined;
        for (const { word, end, sign, expected } of ends) {
          const order = compareValue(kind, value, end);
          const details = { field: shownField(field), value: shownValue(value), expected };
          // A value that can't be compared isn't known to be in the range.
          if (order === undefined) return offenseOf('otherValue', details, [field], types, [value]);
          if (order * sign > 0) return offenseOf(word, details, [field], types, [value]);
        }
        return undefined;
      };
    }
  }
}

/** Records without a value in one of the fields have no key that could be repeated. */
function judgeRepeats(names: readonly string[], types: readonly string[]): Judge {
  const keys = new Set<string>();
  const fields = names.map(shownField).join(', ');
  return (values) => {
    if (values.some(isMissing)) return undefined;
    const key = JSON.stringify(values.map((value, at) => formOf(fieldKind(types[at] ?? ''), value)));
    if (!keys.has(key)) {
      keys.add(key);
      return undefined;
    }
    return offenseOf('repeated', { fields, value: values.map(shownValue).join(', ') }, names, types, values);
  };
}

function offenseOf(
  word: CheckWord,
  details: Offense['details'],
  names: readonly string[],
  types: readonly string[],
  values: readonly ExactValue[],
): Offense {
  const conditions = names.map((field, at) => equalsCondition(field, types[at] ?? '', values[at] ?? null));
  return { word, details, conditions };
}
