import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../../base/quotes.ts';
import type { CopyChanges } from '../../../resource/localResource.ts';
import type { StoredField } from '../../../store/description.ts';
import { typeRules } from '../../../types/fieldTypes.ts';
import { ID_COLUMN, TABLE, valueColumn } from '../layout.ts';

export interface ComparedTable {
  readonly file: string;
  readonly fields: readonly StoredField[];
  readonly ids: 'place' | 'stored';
}

interface AttachedTable extends ComparedTable {
  readonly database: string;
}

interface SharedField {
  readonly id: string;
  /** SQL of its value in the old table `o` and the new one `n`. */
  readonly before: string;
  readonly after: string;
}

type Counts = Pick<CopyChanges, 'added' | 'removed' | 'changed'>;

/**
 * Writes each change into `file` as a line of JSON, `{"change":"added","_id":7,"after":{…}}`; of a changed record only
 * the fields that differ. Undefined if `before` is missing or broken. Records are matched by `_id`, or by content if
 * that finds less than half as many changes: portals that reload data number it anew.
 */
export async function compareTables(
  connection: DuckDBConnection,
  before: ComparedTable,
  after: ComparedTable,
  file: string,
): Promise<Omit<CopyChanges, 'since'> | undefined> {
  const old = { ...before, database: 'old' };
  const fresh = { ...after, database: 'fresh' };
  try {
    await attach(connection, old);
  } catch {
    return undefined;
  }
  await attach(connection, fresh);
  const shared = sharedFields(old, fresh);
  const hasIds = before.ids === 'stored' && after.ids === 'stored';
  const pairs = `create temp table by_id as ${hasIds ? pairsById(old, fresh, shared) : allApart(old, fresh)}`;
  await connection.run(pairs);
  let found: { by: CopyChanges['by']; counts: Counts } = { by: '_id', counts: await count(connection, 'by_id') };
  if (!hasIds || hasTwoSides(found.counts)) {
    await connection.run(`create temp table by_content as ${pairsByContent(old, fresh, shared)}`);
    const counts = await count(connection, 'by_content');
    if (!hasIds || 2 * sumOf(counts) < sumOf(found.counts)) found = { by: 'content', counts };
  }
  const table = found.by === '_id' ? 'by_id' : 'by_content';
  await connection.run(changeLines(table, old, fresh, shared, file));
  return { by: found.by, ...found.counts, ...fieldChanges(old, fresh) };
}

async function attach(connection: DuckDBConnection, { file, database }: AttachedTable): Promise<void> {
  await connection.run(`attach ${quotedText(file)} as ${database} (read_only)`);
}

/** Rows `(o, n)` have a record's row numbers in both tables, NULL where it's missing. */
function pairsById(before: AttachedTable, after: AttachedTable, shared: readonly SharedField[]): string {
  const differs = shared.map((field) => ` or ${field.before} is distinct from ${field.after}`);
  return (
    `select o.rowid as o, n.rowid as n from ${tableOf(before)} o full join ${tableOf(after)} n` +
    ` on o.${ID_COLUMN} = n.${ID_COLUMN} where o.rowid is null or n.rowid is null${differs.join('')}`
  );
}

function allApart(before: AttachedTable, after: AttachedTable): string {
  return (
    `select rowid as o, null::bigint as n from ${tableOf(before)}` +
    ` union all select null, rowid from ${tableOf(after)}`
  );
}

/** Records that are equal by `_id` are equal by content, too, so only the others are compared. */
function pairsByContent(before: AttachedTable, after: AttachedTable, shared: readonly SharedField[]): string {
  // Equal records are numbered, so that each is paired with one of the other table.
  const numbered = (copy: AttachedTable, side: 'o' | 'n', values: readonly string[]): string =>
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

/** With changes on one side only, another comparison can't find fewer. */
function hasTwoSides({ added, removed, changed }: Counts): boolean {
  return changed > 0 || (added > 0 && removed > 0);
}

function sumOf({ added, removed, changed }: Counts): number {
  return added + removed + changed;
}

function tableOf({ database }: AttachedTable): string {
  return `${database}.${TABLE}`;
}

function sharedFields(before: AttachedTable, after: AttachedTable): readonly SharedField[] {
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

function plainText(column: string): string {
  return `case when starts_with(${column}, '"') and json_valid(${column}) then json_extract_string(${column}, '$') else ${column} end`;
}

function fieldChanges(before: AttachedTable, after: AttachedTable) {
  const types = new Map(before.fields.map(({ id, type }) => [id, type]));
  const now = new Set(after.fields.map(({ id }) => id));
  const kept = after.fields.filter(({ id }) => types.has(id));
  return {
    newFields: after.fields.filter(({ id }) => !types.has(id)).map(({ id }) => id),
    goneFields: before.fields.filter(({ id }) => !now.has(id)).map(({ id }) => id),
    retypedFields: kept.filter(({ id, type }) => types.get(id) !== type).map(({ id }) => id),
  };
}

/** SQL that writes `file`. `pairs` is a table of row numbers `(o, n)`, NULL where a table lacks the record. */
function changeLines(
  pairs: string,
  before: AttachedTable,
  after: AttachedTable,
  shared: readonly SharedField[],
  file: string,
): string {
  const parts = [
    `'{"change":"' || case when p.o is null then 'added' when p.n is null then 'removed' else 'changed' end`,
    `'","_id":' || coalesce(${idOf(after, 'n')}, ${idOf(before, 'o')})`,
    `case when p.o is null then '' else ',"before":{' || ${members(before, 'o', 'n', shared)} || '}' end`,
    `case when p.n is null then '' else ',"after":{' || ${members(after, 'n', 'o', shared)} || '}' end || '}'`,
  ];
  return (
    `copy (select ${parts.join(' || ')} from ${pairs} p` +
    ` left join ${before.database}.${TABLE} o on o.rowid = p.o` +
    ` left join ${after.database}.${TABLE} n on n.rowid = p.n` +
    ` order by coalesce(${idOf(after, 'n')}, ${idOf(before, 'o')}), p.o nulls last)` +
    // Valid JSON on one line has no control characters, so nothing is ever quoted.
    ` to ${quotedText(file)} (format csv, header false, delimiter '\u001f', quote '\u001e', escape '\u001e')`
  );
}

function idOf({ ids }: AttachedTable, side: 'o' | 'n'): string {
  return ids === 'stored' ? `${side}.${ID_COLUMN}` : `(${side}.rowid + 1)`;
}

/** Writes `"name":value` for each field; those in both tables only if they differ, or one lacks the record. */
function members({ fields }: AttachedTable, side: 'o' | 'n', other: 'o' | 'n', shared: readonly SharedField[]): string {
  const listed = fields.map(({ id, type }, index) => {
    const column = `${side}.${valueColumn(index)}`;
    const json = typeRules(type).wire === 'json' ? column : `to_json(${column})::varchar`;
    const member = `${quotedText(`${JSON.stringify(id)}:`)} || coalesce(${json}, 'null')`;
    const common = shared.find((field) => field.id === id);
    const differs = common === undefined ? 'false' : `${common.before} is distinct from ${common.after}`;
    return `case when p.${other} is null or ${differs} then ${member} end`;
  });
  return listed.length === 0 ? `''` : `concat_ws(${[`','`, ...listed].join(', ')})`;
}
