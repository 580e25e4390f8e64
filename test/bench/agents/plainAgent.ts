/**
 * Answers a question with CKAN's own actions, by the same plan: `package_search`, then `datastore_search` for the fields and
 * for the records, which this program adds up without a fault. A model would have to do that by itself.
 */
import { parseExact, valueText } from '../../../src/base/exactJson.ts';
import { type ExactValue, isObject, member } from '../../../src/base/cells.ts';
import { overlap, type PlannedFilter, planOf, type QuestionPlan, topicOf } from './questionPlan.ts';
import type { Outcome } from './toolAgent.ts';

const MOST_CALLS = 4;
const PAGE = 32_000;

export async function answerPlainly(question: string, baseUrl: string): Promise<Outcome> {
  let [calls, characters, last] = [0, 0, ''];
  const ask = async (action: string, body: object): Promise<ExactValue> => {
    const response = await fetch(`${baseUrl}/api/3/action/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    last = await response.text();
    [calls, characters] = [calls + 1, characters + last.length];
    return member(parseExact(last), 'result') ?? null;
  };
  const outcome = (rows: Outcome['rows']): Outcome => ({ rows, calls, characters, last: last.slice(0, 2000) });

  // A model of good knowledge adds `mm`, without which CKAN wants nearly all of the words.
  const listed = await ask('package_search', { q: topicOf(question).join(' '), mm: '1', rows: 10 });
  const offers = listIn(listed, 'results').flatMap((dataset) =>
    listIn(dataset, 'resources').map((resource) => {
      const text = [member(dataset, 'title'), member(resource, 'name')].map(String).join(' ');
      return { id: member(resource, 'id'), score: overlap(question, text) };
    }),
  );
  const resource_id = offers.sort((one, other) => other.score - one.score)[0]?.id;
  if (resource_id === undefined) return outcome([]);
  const sample = await ask('datastore_search', { resource_id, limit: 5 });
  const fields = listIn(sample, 'fields').map((each) => ({ field: textIn(each, 'id'), type: textIn(each, 'type') }));
  const plan = planOf(question, fields);
  const equal = plan.filters.filter(({ operator }) => operator === 'equal');
  const filters = Object.fromEntries(equal.map(({ field, value }) => [field, value]));
  const isCounted = plan.measure === 'count' && plan.by.length === 0 && equal.length === plan.filters.length;
  if (isCounted) return outcome([[textIn(await ask('datastore_search', { resource_id, filters, limit: 0 }), 'total')]]);
  const records: ExactValue[] = [];
  const { order } = plan;
  const sort = plan.measure === '' && order ? `${order.column} ${order.isDescending ? 'desc' : 'asc'}` : '_id';
  const limit = plan.measure === '' && order ? order.most : PAGE;
  while (calls < MOST_CALLS) {
    const page = await ask('datastore_search', { resource_id, filters, sort, limit, offset: records.length });
    records.push(...listIn(page, 'records'));
    if (plan.measure === '' || records.length >= Number(member(page, 'total'))) break;
  }
  return outcome(calculated(plan, records));
}

function listIn(value: ExactValue, name: string): readonly ExactValue[] {
  const list = member(value, name);
  return Array.isArray(list) ? (list as readonly ExactValue[]).filter(isObject) : [];
}

const textIn = (record: ExactValue, field: string): string => {
  const value = member(record, field) ?? null;
  return value === null ? '' : valueText(value);
};

function calculated(plan: QuestionPlan, records: readonly ExactValue[]): Outcome['rows'] {
  if (plan.measure === '') return records.map((record) => plan.fields.map((field) => textIn(record, field)));
  const matching = records.filter((record) =>
    plan.filters.every((filter) => matches(textIn(record, filter.field), filter)),
  );
  const keysOf = (record: ExactValue): string =>
    JSON.stringify(
      plan.by.map((group) => {
        const [field = '', unit] = group.split(':');
        return textIn(record, field).slice(0, unit === 'month' ? 7 : unit === 'year' ? 4 : undefined);
      }),
    );
  const groups = plan.by.length === 0 ? new Map([['[]', matching]]) : Map.groupBy(matching, keysOf);
  const rows = [...groups].map(([keys, some]) => [
    ...(JSON.parse(keys) as readonly string[]),
    measured(plan.measure, some, matching.length),
  ]);
  if (plan.order === undefined) return rows;
  const sign = plan.order.isDescending ? -1 : 1;
  return rows.sort((one, other) => sign * (Number(one.at(-1)) - Number(other.at(-1)))).slice(0, plan.order.most);
}

function matches(text: string, { operator, value }: PlannedFilter): boolean {
  const [one, other] = typeof value === 'number' ? [Number(text), value] : [text, value];
  return operator === 'equal' ? one === other : operator === 'lt' ? one < other : one >= other;
}

function measured(measure: string, records: readonly ExactValue[], all: number): string {
  const [calculation, field = ''] = measure.split(':');
  const texts = records.map((record) => textIn(record, field));
  const numbers = texts.map((text) => Math.round(Number(text) * 100)).sort((one, other) => one - other);
  const sum = numbers.reduce((total, number) => total + number, 0);
  const middle = ((numbers[(numbers.length - 1) >> 1] ?? 0) + (numbers[numbers.length >> 1] ?? 0)) / 2;
  switch (calculation) {
    case 'count':
      return String(records.length);
    case 'share':
      return ((records.length * 100) / all).toFixed(2);
    case 'distinct':
      return String(new Set(texts).size);
    case 'sum':
      return (sum / 100).toFixed(2);
    case 'mean':
      return (sum / 100 / records.length).toFixed(6);
    case 'median':
      return (middle / 100).toFixed(3);
    default:
      return ((calculation === 'max' ? (numbers.at(-1) ?? 0) : (numbers[0] ?? 0)) / 100).toFixed(2);
  }
}
