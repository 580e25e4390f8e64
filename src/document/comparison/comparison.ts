/** Prepares a comparison of two resources: what they share, and the key that pairs their records. */
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import { quotedName } from '../../base/quotes.ts';
import {
  type ComparedFields,
  ID_FIELD,
  lonelyFields,
  sharedField,
  type SharedField,
  sharedFields,
} from './comparedFields.ts';
import { candidateStatement, type ComparedColumns, type ComparedTables, keyStatement } from './comparisonStatement.ts';

/** Answers a SELECT over both resources. */
export type AskTables = (
  sql: string,
) => Promise<{ readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] }>;

export interface Comparison extends ComparedColumns {
  readonly tables: ComparedTables;
  readonly shared: readonly SharedField[];
  /** The names of fields that only one side has. */
  readonly lonely: ReturnType<typeof lonelyFields>;
}

/** Why a key pairs no records: a side lacks its field, or a value, or has one `count` times. */
export type KeyProblem =
  | { readonly kind: 'noField'; readonly field: string }
  | {
      readonly kind: 'missing' | 'repeats';
      readonly side: 'old' | 'new';
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

/** Every field of a few, tried one after the other, because each reads both tables. */
const MOST_TRIED = 10;
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
): Promise<Comparison> {
  const fieldsOf = async (table: string) => (await ask(`select * from ${quotedName(table)} limit 0`)).fields;
  const fields = { old: await fieldsOf(tables.old), new: await fieldsOf(tables.new) };
  const shared = sharedFields(fields);
  const chosen = key.length === 0 ? await keyAmong(tables, shared, fields, sharesIds, ask) : fieldsOfKey(key, fields);
  if (key.length > 0) {
    const problem = await problemOf(tables, chosen, ask);
    if (problem !== undefined) throw new KeyRefused(problem);
  }
  const others = shared.filter(({ id }) => !chosen.some((each) => each.id === id));
  return { tables, shared, key: chosen, others, lonely: lonelyFields(fields) };
}

function fieldsOfKey(names: readonly string[], fields: ComparedFields): readonly SharedField[] {
  return [...new Set(names)].map((name) => {
    const field = sharedField(name, fields);
    if (field === undefined) throw new KeyRefused({ kind: 'noField', field: name });
    return field;
  });
}

async function keyAmong(
  tables: ComparedTables,
  shared: readonly SharedField[],
  fields: ComparedFields,
  sharesIds: boolean,
  ask: AskTables,
): Promise<readonly SharedField[]> {
  const id = sharesIds ? sharedField(ID_FIELD, fields) : undefined;
  if (id !== undefined) return [id];
  const possible = shared.filter(({ old, new: fresh }) => !NO_KEYS.test(old) && !NO_KEYS.test(fresh));
  if (possible.length === 0) return [];
  const { rows } = await ask(candidateStatement(tables, possible));
  const candidates = possible.filter((_, at) => rows.every((row) => row[at] === true)).slice(0, MOST_TRIED);
  for (const candidate of candidates) if ((await problemOf(tables, [candidate], ask)) === undefined) return [candidate];
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
  return {
    kind: values.includes(null) ? 'missing' : 'repeats',
    side: side === 'old' ? 'old' : 'new',
    value: values.map(String).join(', '),
    count: Number(count),
  };
}
