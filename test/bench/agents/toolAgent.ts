/**
 * Answers a question with the tools of agents, as a program: find, describe, then search or summarize. What the tools take is
 * read from their schemas, and all else from the question and from answers.
 */
import { parseExact, valueText } from '../../../src/base/exactJson.ts';
import { type ExactValue, isList, isObject } from '../../../src/base/cells.ts';
import {
  type DescribedField,
  overlap,
  type PlannedFilter,
  planOf,
  type QuestionPlan,
  topicOf,
  wordsOf,
} from './questionPlan.ts';

export interface OfferedTool {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
    readonly additionalProperties?: unknown;
  };
}

export type CallTool = (name: string, input: object) => Promise<{ readonly text: string; readonly isError: boolean }>;

export interface Outcome {
  readonly rows: readonly (readonly string[])[];
  readonly calls: number;
  readonly characters: number;
  /** What an answer said that it covers, unless that is everything. */
  readonly share?: { readonly records: number; readonly total: number };
  /** The last answer, for those who look why it is wrong. */
  readonly last: string;
}

/** Throws Error where a call needs a tool, a member or a word that no schema offers. */
export async function answerByTools(question: string, tools: readonly OfferedTool[], call: CallTool): Promise<Outcome> {
  let [calls, characters, last] = [0, 0, ''];
  const ask = async (action: string, input: object) => {
    const tool = tools.find(({ name }) => name.endsWith(`_${action}`));
    const members = Object.keys(tool?.inputSchema.properties ?? {});
    if (tool === undefined || Object.keys(input).some((member) => !members.includes(member)))
      throw new Error(`No tool takes ${action} with ${Object.keys(input).join(', ')}`);
    const { text, isError } = await call(tool.name, input);
    [calls, characters, last] = [calls + 1, characters + text.length, text];
    return { text, isError, data: dataOf(text) };
  };
  const outcome = (rows: Outcome['rows'], text: string): Outcome => {
    const [, records, total] = /^cut: Only the first (\d+) records of (\d+) /m.exec(text) ?? [];
    const share = records === undefined ? {} : { share: { records: Number(records), total: Number(total) } };
    return { rows, calls, characters, last, ...share };
  };

  const listed = await ask('find', { q: topicOf(question).join(' ') });
  const resource = resourceIn(listed.data, question);
  if (resource === undefined) return outcome([], listed.text);
  const described = await ask('describe', { resource });
  const fields = described.data.filter(isObject).filter((each) => typeof each['field'] === 'string');
  const plan = planOf(question, fields as unknown as readonly DescribedField[]);
  requireWords(tools, plan);
  const { order } = plan;
  const sort = order && { sort: `"${order.column}" ${order.isDescending ? 'desc' : 'asc'}` };
  if (plan.measure === '') {
    const limit = order && { limit: order.most };
    const { data, text } = await ask('search', {
      resource,
      ...filtersOf(plan.filters),
      fields: plan.fields,
      ...sort,
      ...limit,
    });
    return outcome(rowsIn(data, 0), text);
  }
  const [by, measures] = [plan.by.length > 0 && { by: plan.by }, { measures: [plan.measure] }];
  const top = order && { top: order.most };
  const answer = await ask('summarize', { resource, ...by, ...measures, ...filtersOf(plan.filters), ...sort, ...top });
  if (!answer.isError) return outcome(rowsIn(answer.data, plan.by.length), answer.text);
  // A portal without ranges can still group by what they are about.
  const ranges = plan.filters.filter(({ operator }) => operator !== 'equal');
  const [range] = ranges;
  if (range === undefined) return outcome([], answer.text);
  const group = typeof range.value === 'number' ? `${range.field}:10` : `${range.field}:year`;
  const others = filtersOf(plan.filters.filter(({ operator }) => operator === 'equal'));
  const wide = await ask('summarize', { resource, by: [...plan.by, group], ...measures, ...others });
  return outcome(addedUp(rowsIn(wide.data, 0), ranges, plan), wide.text);
}

/** Lines of JSON between the marks. */
function dataOf(text: string): readonly ExactValue[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('<data '));
  return start === -1 ? [] : lines.slice(start + 1, -1).map((line) => parseExact(line));
}

function resourceIn(data: readonly ExactValue[], question: string): string | undefined {
  const offers = data.filter(isObject).flatMap((dataset) => {
    const resources = isList(dataset['resources']) ? dataset['resources'].filter(isObject) : [];
    return resources.map((resource) => {
      const titles = [dataset['dataset'], resource['name']].map(String).join(' ');
      const names = isList(resource['fields']) ? resource['fields'].map(String).join(' ') : '';
      return {
        name: valueText(resource['resource'] ?? ''),
        score: 2 * overlap(question, titles) + overlap(question, names),
      };
    });
  });
  return offers.sort((one, other) => other.score - one.score)[0]?.name;
}

function filtersOf(filters: readonly PlannedFilter[]): { readonly filters?: object } {
  const members: Record<string, unknown> = {};
  for (const { field, operator, value } of filters)
    members[field] = operator === 'equal' ? value : { ...(members[field] as object | undefined), [operator]: value };
  return filters.length === 0 ? {} : { filters: members };
}

/** Rows behind the line of names, without the row of all other groups. */
function rowsIn(data: readonly ExactValue[], groups: number): readonly (readonly string[])[] {
  const lines = data.filter(isList).map((line) => line.map((cell) => (cell === null ? '' : valueText(cell))));
  return lines.slice(1).filter(([first]) => groups === 0 || first !== '(others)');
}

/** Counts and sums of groups within the ranges, added up. */
function addedUp(rows: readonly (readonly string[])[], ranges: readonly PlannedFilter[], { by }: QuestionPlan) {
  const sums = new Map<string, bigint>();
  const ends = (text: string, { operator, value }: PlannedFilter): boolean => {
    const [one, other] = typeof value === 'number' ? [Number(text), value] : [text, value.slice(0, text.length)];
    return operator === 'lt' ? one < other : one >= other;
  };
  for (const row of rows) {
    const [group = '', sum = '0'] = row.slice(-2);
    if (group === '' || ranges.some((range) => !ends(group, range))) continue;
    const keys = JSON.stringify(row.slice(0, by.length));
    sums.set(keys, (sums.get(keys) ?? 0n) + BigInt(sum));
  }
  return [...sums].map(([keys, sum]) => [...(JSON.parse(keys) as readonly string[]), String(sum)]);
}

/** Throws Error for a calculation or a part of a date that no schema offers. */
function requireWords(tools: readonly OfferedTool[], { measure, by, filters }: QuestionPlan): void {
  const schemas = tools.flatMap(({ inputSchema: { properties = {} } }) => Object.entries(properties));
  const offers = (member: string, word: string): boolean =>
    schemas.some(([name, { description = '' }]) => name === member && wordsOf(description).includes(word));
  const [calculation = ''] = measure.split(':');
  if (calculation !== '' && !offers('measures', calculation)) throw new Error(`No schema offers ${calculation}`);
  const unit = by.find((group) => group.includes(':') && !offers('by', group.split(':')[1] ?? ''));
  if (unit !== undefined) throw new Error(`No schema offers ${unit}`);
  const operator = filters.find((filter) => filter.operator !== 'equal' && !offers('filters', filter.operator));
  if (operator !== undefined) throw new Error(`No schema offers ${operator.operator}`);
}
