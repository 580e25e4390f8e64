/** Prepares a comparison of two resources: what they share, and the key that pairs their records. */
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import { quotedName } from '../../base/quotes.ts';
import { ENGLISH, fillIn, type Language, countedSentence, type WordTable } from '../../base/words.ts';
import { namesText } from '../../datastore/query/summaryCheck.ts';
import { ID_FIELD, lonelyFields, type SharedField, sharedFields } from './comparedFields.ts';
import { candidateStatement, type ComparedColumns, type ComparedTables, keyStatement } from './comparisonStatement.ts';

/** Answers a SELECT over both resources. */
type AskTables = (sql: string) => Promise<{ readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] }>;

export interface TableComparison extends ComparedColumns {
  readonly tables: ComparedTables;
  readonly shared: readonly SharedField[];
  /** The names of fields that only one side has. */
  readonly lonely: ReturnType<typeof lonelyFields>;
}

const PROBLEMS = {
  missing: { old: 'oldMissing', new: 'newMissing' },
  repeats: { old: 'oldRepeats', new: 'newRepeats' },
} as const satisfies Readonly<Record<string, Readonly<Record<'old' | 'new', keyof typeof COMPARISON_WORDS>>>>;
type Problems = typeof PROBLEMS;

/** Why a key pairs no records: a side lacks its field, or `count` records of a side lack a value or share one. */
type KeyProblem =
  | { readonly kind: 'noField'; readonly field: string }
  | {
      readonly kind: 'values';
      readonly word: Problems['missing' | 'repeats']['old' | 'new'];
      readonly value: string;
      readonly count: number;
    };

export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
  readonly problem: KeyProblem;

  constructor(problem: KeyProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** A sentence for people. `key` are names of fields. */
export function keyText(problem: KeyProblem, key: readonly string[], language: Language = ENGLISH): string {
  if (problem.kind === 'noField') return fillIn(language.translate(COMPARISON_WORDS.noField), problem);
  const { word, value, count } = problem;
  return countedSentence(language, COMPARISON_WORDS[word], { key: namesText(key), value, count });
}

/** Fields behind these are rarely keys, and a statement can't have any length. */
const MOST_SAMPLED = 100;
/** Candidates are tried one after the other, and each reads both tables. */
const MOST_TRIED = 10;
const ID: SharedField = { id: ID_FIELD, old: 'int8', new: 'int8' };
const NO_KEYS = /^(?:json|float|_|bool)/;

/**
 * `key` are names of fields. Without any, the first field that is unique and never NULL in both tables is the key, and
 * `_id` is, too, in copies of one resource (`sharesIds`). Throws KeyRefused, or like `ask`.
 */
export async function prepareComparison(
  tables: ComparedTables,
  key: readonly string[],
  sharesIds: boolean,
  ask: AskTables,
): Promise<TableComparison> {
  const fieldsOf = async (table: string) => (await ask(`select * from ${quotedName(table)} limit 0`)).fields;
  const fields = { old: await fieldsOf(tables.old), new: await fieldsOf(tables.new) };
  const shared = sharedFields(fields);
  const unkeyed = { tables, shared, key: [], others: shared, lonely: lonelyFields(fields) };
  if (key.length === 0) return keyedBy(unkeyed, await keyAmong(tables, shared, sharesIds, ask));
  const keyed = keyedBy(unkeyed, key);
  await checkKey(keyed, ask);
  return keyed;
}

/** The comparison with another key, the names of fields. Throws KeyRefused if a side has no such field. */
export function keyedBy(comparison: TableComparison, names: readonly string[]): TableComparison {
  const all = [ID, ...comparison.shared];
  const key = [...new Set(names)].map((name) => {
    const field = all.find(({ id }) => id === name);
    if (field === undefined) throw new KeyRefused({ kind: 'noField', field: name });
    return field;
  });
  return { ...comparison, key, others: comparison.shared.filter(({ id }) => !names.includes(id)) };
}

/** Throws KeyRefused if a side has a key twice or lacks one. */
export async function checkKey({ tables, key }: TableComparison, ask: AskTables): Promise<void> {
  const problem = key.length === 0 ? undefined : await problemOf(tables, key, ask);
  if (problem !== undefined) throw new KeyRefused(problem);
}

async function keyAmong(
  tables: ComparedTables,
  shared: readonly SharedField[],
  sharesIds: boolean,
  ask: AskTables,
): Promise<readonly string[]> {
  if (sharesIds) return [ID.id];
  const possible = shared
    .filter(({ old, new: fresh }) => !NO_KEYS.test(old) && !NO_KEYS.test(fresh))
    .slice(0, MOST_SAMPLED);
  if (possible.length === 0) return [];
  const { rows } = await ask(candidateStatement(tables, possible));
  const candidates = possible.filter((_, at) => rows.every((row) => row[at] === true)).slice(0, MOST_TRIED);
  for (const candidate of candidates)
    if ((await problemOf(tables, [candidate], ask)) === undefined) return [candidate.id];
  return [];
}

async function problemOf(
  tables: ComparedTables,
  key: readonly SharedField[],
  ask: AskTables,
): Promise<KeyProblem | undefined> {
  const [row] = (await ask(keyStatement(tables, key))).rows;
  if (row === undefined) return undefined;
  const [side, count, ...values] = row;
  const words = PROBLEMS[values.includes(null) ? 'missing' : 'repeats'];
  const word = words[side === 'old' ? 'old' : 'new'];
  return { kind: 'values', word, value: values.map(String).join(', '), count: Number(count) };
}

/** Why two resources can't be compared by a key. */
export const COMPARISON_WORDS = {
  noField: 'Both sides need the field "{field}" to be compared by it.',
  oldMissing: 'The key {key} has no value on the old side (records: {count}). Choose another one.',
  newMissing: 'The key {key} has no value on the new side (records: {count}). Choose another one.',
  oldRepeats: 'The key {key} repeats on the old side: {count} records have {value}. Choose another one.',
  newRepeats: 'The key {key} repeats on the new side: {count} records have {value}. Choose another one.',
} as const satisfies WordTable;
