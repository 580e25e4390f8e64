/** The action `x_datastore_summary` calculates over matching records, or groups of them. CKAN has no such action. */
import { type ExactObject, type ExactValue, isList, isObject } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { notFound, validationError } from '../ckan/actionError.ts';
import type { TableField } from '../question/datastore.ts';
import { exactFloat, middleFloat, middleOf, roundedFloat, shortNumber } from '../question/groupedValues.ts';
import { type Calculation, type Group, SPREADS } from '../question/summaryQuestion.ts';
import type { ActionContext } from './action.ts';
import type { ActionInput } from './parameterReader.ts';
import { searchQuestion } from './search/searchQuestion.ts';
import { emptyText, operandFor } from './search/recordConditions.ts';
import { searchParameters } from './search/searchParameters.ts';

type Fields = ReadonlyMap<string, TableField>;

const MOST_PARTS = 100;
const CALCULATIONS = ['count', 'values', 'empty', 'distinct', 'min', 'max', 'sum', ...SPREADS] as const;

/** Returns the `result` as JSON text. Records are selected by the parameters of a search. Throws ActionError. */
export async function datastoreSummary(
  { groups, calculations, ...search }: ActionInput,
  { datastore, signal }: ActionContext,
): Promise<string> {
  const parameters = searchParameters(search);
  const table = await datastore.open(parameters.resourceId, signal);
  if (table === undefined) throw notFound(`Resource "${parameters.resourceId}" was not found.`);
  const { where, texts, limit } = searchQuestion(parameters, table, false).question;
  const fields: Fields = new Map(table.fields.map((field) => [field.id, field]));
  const question = {
    ...{ where, texts, limit },
    groups: objectsOf('groups', groups).map((group) => readGroup(group, fields)),
    calculations: objectsOf('calculations', calculations).map((each) => readCalculation(each, fields)),
  };
  if (question.calculations.length === 0) throw refusal('calculations', 'Missing value');
  const finishes = question.calculations.map((each) => finishOf(each, fields));
  const records = (await table.summary(question, signal)).map((row) =>
    row.map((text, at) => finishes[at - question.groups.length]?.(text) ?? text),
  );
  return JSON.stringify({ resource_id: table.id, records });
}

/** Spreads of numbers are written in one way for all engines. */
function finishOf(calculation: Calculation, fields: Fields): ((text: string | null) => string | null) | undefined {
  const isSpread = 'field' in calculation && SPREADS.some((each) => each === calculation.calculate);
  if (!isSpread) return undefined;
  if (calculation.calculate === 'deviation') return (text) => roundedFloat([text]);
  const isFloat = fields.get(calculation.field)?.type.startsWith('float') === true;
  const finish =
    calculation.calculate === 'median' ? (isFloat ? middleFloat : middleOf) : isFloat ? exactFloat : shortNumber;
  return (text) => finish(text?.split('|') ?? []);
}

function objectsOf(name: string, value: ExactValue = null): readonly ExactObject[] {
  if (value === null) return [];
  if (!isList(value) || !value.every(isObject) || value.length > MOST_PARTS)
    throw refusal(name, `Must be a list of up to ${String(MOST_PARTS)} objects`);
  return value;
}

function readGroup({ starts = null, ...group }: ExactObject, fields: Fields): Group {
  const { id, type } = fieldOf('groups', group, fields);
  if (type === 'json' || type.startsWith('_')) throw refusal('groups', `Lists and objects make no groups: ${id}`);
  if (starts === null) return { kind: 'value', field: id };
  if (!isList(starts) || starts.length > MOST_PARTS)
    throw refusal('groups', `"starts" must be a list of up to ${String(MOST_PARTS)} values`);
  return { kind: 'bins', field: id, starts: starts.map((start) => operandFor(type, start)) };
}

function readCalculation({ calculate = null, ...calculation }: ExactObject, fields: Fields): Calculation {
  const name = CALCULATIONS.find((each) => each === calculate);
  if (name === undefined) throw refusal('calculations', `Must be one of ${CALCULATIONS.join(', ')}`);
  if (name === 'count') return { calculate: name };
  const field = fieldOf('calculations', calculation, fields);
  return name === 'empty'
    ? { calculate: 'matching', condition: emptyText(field) }
    : { calculate: name, field: field.id };
}

function fieldOf(parameter: string, { field = null }: ExactObject, fields: Fields): TableField {
  const tableField = typeof field === 'string' ? fields.get(field) : undefined;
  if (tableField === undefined) throw refusal(parameter, `Unknown field: ${stringifyExact(field)}`);
  return tableField;
}

function refusal(parameter: string, message: string): Error {
  return validationError({ [parameter]: [message] });
}
