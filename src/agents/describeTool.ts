/** The fields of a resource with their values, for `datastore_describe`. */
import type { ExactValue } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import { readExact, valueText } from '../base/exactJson.ts';
import { type Field, fieldInfo, fieldKind, typeName } from '../base/field.ts';
import { quotedName } from '../base/quotes.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { nameSql } from '../datastore/client/sqlQuestion.ts';
import type { SummaryRow } from '../datastore/client/summary.ts';
import { MAX_LABEL, plainNumber, ValueTally } from '../datastore/statistics/valueTally.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { BudgetUsedUp } from './agentBudget.ts';
import { aboutLine, answerOf, budgetText, roomFor, rowLines } from './agentAnswer.ts';
import type { AgentCall, AgentResource } from './agentCall.ts';
import { inputText, type ToolInput } from './agentInput.ts';
import { boundedText, shortened, fittingLines, jsonLine } from './fencedText.ts';
import { readWithin, shareOfRead } from './readWithin.ts';
import { calculated } from './recordGroups.ts';

const MOST_FIELDS = 100;
const MOST_FREQUENT = 5;
/** Levels of detail: how many frequent values a field has, and the longest value. */
const LEVELS = [
  [MOST_FREQUENT, 60],
  [3, 30],
  [1, 20],
  [0, 12],
  [0, 0],
] as const;
const SAMPLE = 3;
const SAMPLE_ROOM = 3000;
const LONGEST_LABEL = 100;
/** Calculations of a field by our own service, which takes 100 in a request. */
const CALCULATIONS = ['values', 'distinct', 'min', 'max'] as const;
const FIELDS_OF_REQUEST = Math.floor(99 / CALCULATIONS.length);

interface FieldFacts {
  readonly missing?: number;
  readonly distinct?: number;
  readonly min?: ExactValue;
  readonly max?: ExactValue;
  /** Values with their numbers of records, the most frequent first. */
  readonly frequent?: readonly (readonly [string, number])[];
}

interface Described {
  readonly total?: number;
  readonly facts: ReadonlyMap<string, FieldFacts>;
  readonly cuts: readonly string[];
}

/** Portals with SQL calculate the facts of more values, which are fewer than a call reads in any case. */
const MOST_READ_VALUES = 200_000;

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function describeTool(input: ToolInput, call: AgentCall): Promise<string> {
  const resource = await call.resource(inputText(input, 'resource'));
  const { client, resourceId } = resource;
  const all = await client.fields(resourceId, call.signal);
  const fields = all.slice(0, MOST_FIELDS);
  const page = await client.search({ resourceId, limit: SAMPLE }, undefined, call.signal);
  const { takesConditions: isOurs, usesSql } = client.dialect;
  const isBySql = usesSql && (page.total ?? 0) * all.length > MOST_READ_VALUES;
  const asked = isOurs || isBySql ? await byServer(resource, fields, page.total, call) : undefined;
  const { total, facts, cuts } = asked ?? (await byReading(resource, fields, call));
  const about = aboutLine(await call.about(resource, { resourceId: resource.resourceId }));
  const records = rowLines(all, call.plainRows(page.rows), SAMPLE_ROOM);
  const room = roomFor('datastore_describe', about) - records.lines.reduce((sum, line) => sum + line.length + 1, 0);
  const linesOf = (frequent: number, longest: number) => () =>
    fields.map((field) => fieldLine(field, facts.get(field.id) ?? {}, frequent, longest, call));
  const levels = LEVELS.map(([frequent, longest]) => linesOf(frequent, longest));
  const { lines, level, isWhole } = fittingLines(levels, room);
  const leftOut = all.length - lines.length;
  const isComplete = leftOut === 0 && level === 0 && cuts.length === 0;
  return answerOf(
    {
      ...defined({ total }),
      returned: lines.length,
      isComplete,
      cuts: [
        ...cuts,
        ...(level > 0 && isWhole ? ['Frequent or long values of the fields, because there are many fields.'] : []),
        ...(leftOut > 0 ? [`${String(leftOut)} of ${String(all.length)} fields have no line.`] : []),
        ...(records.leftOutFields > 0 ? [`${String(records.leftOutFields)} fields of the sample records.`] : []),
      ],
      ...(!isComplete && {
        next: 'Use datastore_summarize with by for the values of one field. The total counts records.',
      }),
    },
    [about, ...lines, ...records.lines],
  );
}

function fieldLine(field: Field, facts: FieldFacts, most: number, longest: number, call: AgentCall): string {
  const { label = '', unit = '', notes = '' } = fieldInfo(field.info);
  const bounded = (text: string): string | undefined =>
    text === '' || longest === 0 ? undefined : boundedText(call.withoutTokens(text), LONGEST_LABEL);
  const cut = (value: ExactValue | undefined): ExactValue | undefined =>
    typeof value === 'string' ? shortened(call.withoutTokens(value), longest) : value;
  const { missing, distinct, min, max, frequent = [] } = facts;
  const valueIn = (text: string): ExactValue =>
    fieldKind(field.type) === 'number' ? (readExact(text) ?? text) : (cut(text) ?? null);
  // Values that all come once say nothing.
  const repeated = (frequent[0]?.[1] ?? 0) > 1 ? frequent.slice(0, most) : [];
  const hasEnds = longest > 0;
  return jsonLine({
    ...{ field: boundedText(call.withoutTokens(field.id), 300), type: boundedText(typeName(field.type), 60) },
    ...{ label: bounded(label), unit: bounded(unit), notes: bounded(notes), missing, distinct },
    ...(hasEnds && { min: cut(min ?? undefined), max: cut(max ?? undefined) }),
    ...(repeated.length > 0 && { frequent: repeated.map(([text, records]) => [valueIn(text), records]) }),
  });
}

/** The server calculates over all records. Undefined if it refuses the SQL for that. */
async function byServer(
  { client, resourceId }: AgentResource,
  fields: readonly Field[],
  total: number | undefined,
  { signal }: AgentCall,
): Promise<Described | undefined> {
  const facts = new Map<string, FieldFacts>();
  const comparable = fields.filter(({ type }) => fieldKind(type) !== 'json');
  const askFor = client.dialect.takesConditions ? byService : bySql;
  try {
    await askFor(client, resourceId, comparable, facts, signal);
    return { ...defined({ total }), facts, cuts: [] };
  } catch (error) {
    if (error instanceof DatastoreError && askFor === bySql) return undefined;
    if (!(error instanceof BudgetUsedUp)) throw error;
    return { ...defined({ total }), facts, cuts: [`Values of some fields. ${budgetText(error)}`] };
  }
}

/** Two statements for all fields. CKAN's own texts of dates have a T where PostgreSQL's have a space. */
async function bySql(
  client: DatastoreClient,
  resourceId: string,
  fields: readonly Field[],
  facts: Map<string, FieldFacts>,
  signal: AbortSignal,
): Promise<void> {
  const from = `FROM ${quotedName(resourceId)}`;
  const columns = fields.flatMap(({ id, type }) => {
    const name = nameSql(id);
    const ends = fieldKind(type) === 'text' ? labelSql(name) : name;
    return [
      ...[`count(${name})`, `count(DISTINCT ${name})`],
      ...(partsOf(type).length > 2 ? [`min(${ends})`, `max(${ends})`] : ['NULL', 'NULL']),
    ];
  });
  const named = ['count(*)', ...columns].map((sql, at) => `(${sql})::text AS c${String(at)}`);
  const textsOf = async (sql: string): Promise<readonly SummaryRow[]> =>
    (await client.sql(sql, signal)).rows.map((row) => row.map((cell) => (cell === null ? undefined : valueText(cell))));
  const [row = []] = await textsOf(`SELECT ${named.join(', ')} ${from}`);
  const shown = (text: string | undefined, type: string): string | undefined => {
    const kind = fieldKind(type);
    if (kind === 'date') return text?.replace(' ', 'T');
    return text === undefined || kind !== 'number' ? text : plainNumber(text);
  };
  for (const [at, { id, type }] of fields.entries()) {
    const [filled = '0', distinct = '0', ...ends] = row.slice(1 + at * CALCULATIONS.length);
    const [min, max] = ends.map((text) => endValue(shown(text, type), type));
    facts.set(id, { missing: Number(row[0]) - Number(filled), distinct: Number(distinct), ...defined({ min, max }) });
  }
  const frequent = fields.map(({ id }, at) => {
    const name = nameSql(id);
    const groups = `${from} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY 3 DESC, 2`;
    const selected = `${String(at)} AS place, ${labelSql(name)} AS label, count(*) AS records`;
    return `(SELECT ${selected} ${groups} LIMIT ${String(MOST_FREQUENT)})`;
  });
  for (const [place, label = '', records] of await textsOf(frequent.join(' UNION ALL '))) {
    const { id, type } = fields[Number(place)] ?? { id: '', type: '' };
    const before = facts.get(id);
    const counted = [...(before?.frequent ?? []), [shown(label, type) ?? '', Number(records)] as const];
    facts.set(id, { ...before, frequent: counted.sort(bySize) });
  }
}

/** SQL of the beginning of a value's text, sorted by code point. */
function labelSql(name: string): string {
  return `left(${name}::text, ${String(MAX_LABEL)}) COLLATE "C"`;
}

async function byService(
  client: DatastoreClient,
  resourceId: string,
  comparable: readonly Field[],
  facts: Map<string, FieldFacts>,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < comparable.length; at += FIELDS_OF_REQUEST) {
    const some = comparable.slice(at, at + FIELDS_OF_REQUEST);
    const parts = some.flatMap(({ id, type }) => partsOf(type).map((calculate) => ({ calculate, field: id })));
    const [row] = await client.summary({ resourceId }, { calculations: [{ calculate: 'count' }, ...parts] }, signal);
    const [records = '0', ...values] = row ?? [];
    let place = 0;
    for (const { id, type } of some) {
      const own = values.slice(place, (place += partsOf(type).length));
      const [filled = '0', distinct = '0', min, max] = own;
      const ends = defined({ min: endValue(min, type), max: endValue(max, type) });
      facts.set(id, { missing: Number(records) - Number(filled), distinct: Number(distinct), ...ends });
    }
  }
  for (const { id } of comparable) {
    const grouped = { groups: [{ field: id }], calculations: [{ calculate: 'count' }] } as const;
    const rows = await client.summary({ resourceId }, { ...grouped, limit: MOST_FREQUENT + 1 }, signal);
    const frequent = rows.flatMap(([value, count = '0']) =>
      value === undefined ? [] : [[value, Number(count)] as const],
    );
    facts.set(id, { ...facts.get(id), frequent: frequent.slice(0, MOST_FREQUENT) });
  }
}

/** Only texts, numbers and moments have ends that the service compares. */
function partsOf(type: string): readonly (typeof CALCULATIONS)[number][] {
  const hasEnds = type === 'text' || ['number', 'date'].includes(fieldKind(type));
  return hasEnds ? CALCULATIONS : CALCULATIONS.slice(0, 2);
}

function endValue(text: string | undefined, type: string): ExactValue | undefined {
  if (text === undefined) return undefined;
  return fieldKind(type) === 'number' ? (readExact(text) ?? text) : text;
}

/** Reads the records of a portal, all of them or as many as the budget allows. */
async function byReading(resource: AgentResource, fields: readonly Field[], call: AgentCall): Promise<Described> {
  const tallies = fields.map(({ type }) => new ValueTally(fieldKind(type)));
  const read = await readWithin(resource, {}, call, (_, rows) => {
    for (const row of rows) for (const [at, tally] of tallies.entries()) tally.take(row[at] ?? null);
  });
  const facts = new Map(fields.map(({ id }, at) => [id, factsOf(tallies[at])] as const));
  const cuts = read.isWhole ? [] : [`${shareOfRead(read)} The facts about values cover only these.`];
  return { facts, cuts, ...defined({ total: read.total }) };
}

/** The most frequent value first, and values of one size by their texts. */
function bySize([one, many]: readonly [string, number], [other, few]: readonly [string, number]): number {
  return few - many || (one < other ? -1 : 1);
}

function factsOf(tally: ValueTally | undefined): FieldFacts {
  if (tally === undefined || tally.kind === 'json') return {};
  const { counts, kind, nulls } = tally;
  const frequent = [...counts].sort(bySize).slice(0, MOST_FREQUENT);
  const [min, max] = [calculated('min', counts, kind), calculated('max', counts, kind)];
  return { missing: nulls, distinct: counts.size, min, max, frequent };
}
