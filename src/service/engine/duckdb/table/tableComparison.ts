/** What is different in a copy from the copy before it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CopyChanges } from '../../../resource/localResource.ts';
import { typeRules } from '../../../types/fieldTypes.ts';
import { ID_COLUMN, TABLE, valueColumn } from '../layout.ts';
import type { StoredField } from '../../../store/description.ts';
import { changeLines } from '../../../copies/changeLines.ts';

/** A copy that is attached. */
export interface ComparedCopy {
  /** The name of its database. */
  readonly database: string;
  readonly fields: readonly StoredField[];
  readonly ids: 'place' | 'stored';
}

/** A field that both copies have. */
export interface SharedField {
  readonly id: string;
  /** SQL for its text in either copy, which `o` and `n` stand for. */
  readonly before: string;
  readonly after: string;
}

type Counts = Pick<CopyChanges, 'added' | 'removed' | 'changed'>;

/**
 * Writes every change into `file` (changeLines.ts).
 *
 * Records are told apart by `_id`. But a portal that loads its data anew numbers it anew, mostly from 1, and then `_id`
 * tells of changes nearly everywhere. So whole records are compared where that needs less than half as many changes.
 */
export async function compareCopies(
  connection: DuckDBConnection,
  before: ComparedCopy,
  after: ComparedCopy,
  file: string,
): Promise<Omit<CopyChanges, 'since'>> {
  const shared = sharedFields(before, after);
  const hasIds = before.ids === 'stored' && after.ids === 'stored';
  const pairs = `create temp table by_id as ${hasIds ? pairsById(before, after, shared) : allApart(before, after)}`;
  await connection.run(pairs);
  let found: { by: CopyChanges['by']; counts: Counts } = {
    by: '_id',
    counts: await count(connection, 'by_id'),
  };
  if (!hasIds || hasTwoSides(found.counts)) {
    await connection.run(`create temp table by_content as ${pairsByContent(before, after, shared)}`);
    const counts = await count(connection, 'by_content');
    if (!hasIds || 2 * sumOf(counts) < sumOf(found.counts)) found = { by: 'content', counts };
  }
  const table = found.by === '_id' ? 'by_id' : 'by_content';
  await connection.run(changeLines(table, before, after, shared, file));
  return { by: found.by, ...found.counts, ...fieldChanges(before, after) };
}

/** Rows `(o, n)`: row numbers of a record in both tables, NULL where it is missing. */
function pairsById(before: ComparedCopy, after: ComparedCopy, shared: readonly SharedField[]): string {
  const differs = shared.map((field) => ` or ${field.before} is distinct from ${field.after}`);
  return (
    `select o.rowid as o, n.rowid as n from ${tableOf(before)} o full join ${tableOf(after)} n` +
    ` on o.${ID_COLUMN} = n.${ID_COLUMN} where o.rowid is null or n.rowid is null${differs.join('')}`
  );
}

function allApart(before: ComparedCopy, after: ComparedCopy): string {
  return (
    `select rowid as o, null::bigint as n from ${tableOf(before)}` +
    ` union all select null, rowid from ${tableOf(after)}`
  );
}

/** Records that are the same by `_id` are the same by content too: only the others are looked at. */
function pairsByContent(before: ComparedCopy, after: ComparedCopy, shared: readonly SharedField[]): string {
  // Equal records are told apart by counting them.
  const numbered = (copy: ComparedCopy, side: 'o' | 'n', values: readonly string[]): string =>
    `select r, content, row_number() over (partition by content order by r) as k from (` +
    `select rowid as r, [${values.join(', ')}]::varchar[] as content from ${tableOf(copy)} ${side}` +
    ` where rowid in (select ${side} from by_id))`;
  const old = numbered(
    before,
    'o',
    shared.map((field) => field.before),
  );
  const fresh = numbered(
    after,
    'n',
    shared.map((field) => field.after),
  );
  return (
    `select o.r as o, n.r as n from (${old}) o full join (${fresh}) n` +
    ` on o.content = n.content and o.k = n.k where o.r is null or n.r is null`
  );
}

async function count(connection: DuckDBConnection, pairs: string): Promise<Counts> {
  const counts = ['o is null', 'n is null', 'o is not null and n is not null'].map(
    (condition) => `count(*) filter (${condition})`,
  );
  const result = await connection.runAndReadAll(`select ${counts.join(', ')} from ${pairs}`);
  const [added, removed, changed] = (result.getRows()[0] ?? []).map(Number);
  return { added: added ?? 0, removed: removed ?? 0, changed: changed ?? 0 };
}

/** Otherwise comparing in another way can't find less. */
function hasTwoSides({ added, removed, changed }: Counts): boolean {
  return changed > 0 || (added > 0 && removed > 0);
}

function sumOf({ added, removed, changed }: Counts): number {
  return added + removed + changed;
}

function tableOf({ database }: ComparedCopy): string {
  return `${database}.${TABLE}`;
}

function sharedFields(before: ComparedCopy, after: ComparedCopy): readonly SharedField[] {
  return after.fields.flatMap(({ id, type }, index) => {
    const was = before.fields.findIndex((field) => field.id === id);
    const old = before.fields[was];
    if (old === undefined) return [];
    const columns = { before: `o.${valueColumn(was)}`, after: `n.${valueColumn(index)}` };
    const isSameForm = typeRules(type).wire === typeRules(old.type).wire;
    if (isSameForm) return [{ id, ...columns }];
    return [{ id, before: plainText(columns.before), after: plainText(columns.after) }];
  });
}

/** The same text, whether the field's type makes it JSON or not. */
function plainText(column: string): string {
  return `case when starts_with(${column}, '"') and json_valid(${column}) then json_extract_string(${column}, '$') else ${column} end`;
}

function fieldChanges(
  before: ComparedCopy,
  after: ComparedCopy,
): Pick<CopyChanges, 'newFields' | 'goneFields' | 'retypedFields'> {
  const types = new Map(before.fields.map(({ id, type }) => [id, type]));
  const now = new Set(after.fields.map(({ id }) => id));
  const kept = after.fields.filter(({ id }) => types.has(id));
  return {
    newFields: after.fields.filter(({ id }) => !types.has(id)).map(({ id }) => id),
    goneFields: before.fields.filter(({ id }) => !now.has(id)).map(({ id }) => id),
    retypedFields: kept.filter(({ id, type }) => types.get(id) !== type).map(({ id }) => id),
  };
}
