/** Reads what a model sends to a tool, by the tool's own schema and the rules of query documents. */
import { type ExactValue, isList, isObject } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import { readExact, stringifyExact } from '../base/exactJson.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { KEPT_WORDS } from '../document/kept/keptWords.ts';
import { faultText, type MemberFault } from '../document/kept/memberFault.ts';
import { readQuestionMembers } from '../document/kept/queryMembers.ts';
import { AgentFault } from './agentFault.ts';
import { type AgentTool, MOST_TOOL_ROWS, USUAL_ROWS } from './agentTool.ts';

/** Members by their names, each of the type in the schema. */
export type ToolInput = Readonly<Record<string, ExactValue | undefined>>;

/** Longest input in UTF-16 units of its JSON. */
const LONGEST_INPUT = 100_000;

const TYPES: Readonly<Record<string, (value: ExactValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'number' && Number.isSafeInteger(value),
  object: isObject,
  array: (value) => isList(value) && value.every((each) => typeof each === 'string'),
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  object: 'an object, such as {"city":"Bern"}',
  array: 'a list of texts',
};

/** Throws AgentFault for input that the schema doesn't allow. */
export function readToolInput(
  { name, inputSchema: { properties, required = [] } }: AgentTool,
  input: unknown,
): ToolInput {
  const use = `${name} takes ${Object.keys(properties).join(', ')}.`;
  const json = input === undefined ? '{}' : jsonOf(input);
  const value = json === undefined || json.length > LONGEST_INPUT ? undefined : readExact(json);
  if (!isObject(value)) throw new AgentFault("The input isn't an object of reasonable size.", use);
  // Some models send null or an empty list for what they leave out.
  const members = Object.entries(value).filter(([, given]) => given !== null && !(isList(given) && given.length === 0));
  for (const [member, given] of members) {
    const schema = Object.hasOwn(properties, member) ? (properties[member] as Schema) : undefined;
    if (schema === undefined) throw new AgentFault('The input has an unknown member.', use, member);
    if (TYPES[schema.type]?.(given) !== true)
      throw new AgentFault(`"${member}" must be ${TYPE_WORDS[schema.type] ?? schema.type}.`, use);
    const { minimum = -Infinity, maximum = Infinity } = schema;
    if (typeof given === 'number' && !(given >= minimum && given <= maximum))
      throw new AgentFault(`"${member}" must be from ${String(minimum)} to ${String(maximum)}.`, use);
  }
  const read: ToolInput = Object.fromEntries(members);
  const missing = required.find((member) => inputText(read, member) === '');
  if (missing !== undefined) throw new AgentFault(`"${missing}" is missing.`, use);
  return read;
}

interface Schema {
  readonly type: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Undefined for what has no JSON, such as a circle. */
function jsonOf(input: unknown): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}

export function inputText(input: ToolInput, member: string): string {
  const value = input[member];
  return typeof value === 'string' ? value.trim() : '';
}

/** The question in an input: a summary if it has groups or measures, or else records. Throws AgentFault. */
export function toolQuestion(input: ToolInput, resourceId: string, isSummary: boolean): DatastoreQuery {
  const { q, filters, fields, sort, limit = USUAL_ROWS, by, measures, top = MOST_TOOL_ROWS } = input;
  const summarize = { by, measures, top: by === undefined ? undefined : top };
  const members = defined({
    ...{ q, filters, sort },
    ...(isSummary ? { summarize: defined(summarize) } : { fields, limit }),
  });
  const faults: MemberFault[] = [];
  const json = new Map(Object.entries(members).map(([name, value]) => [name, stringifyExact(value)]));
  const query = readQuestionMembers(json, (fault) => void faults.push(fault));
  const words = faults.slice(0, 5).map((fault) => faultText(fault, KEPT_WORDS));
  if (words.length > 0) throw new AgentFault('The question has a mistake.', 'Change what is named.', words.join(' '));
  return { resourceId, ...query };
}
