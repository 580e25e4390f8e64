/** Parameters of a kept query: declared, and replaced by the values of one run. */
import type { Node } from 'jsonc-parser';
import { type ExactValue, ExactNumber, isList } from '../../base/cells.ts';
import { readExact } from '../../base/exactJson.ts';
import { fillIn } from '../../base/words.ts';
import { jsonTree, memberNode, nodeJson } from './jsonTree.ts';
import type { FilledQuery, KeptQuery, ParameterType, ParameterValues, QueryParameter } from './keptQuery.ts';
import { KEPT_WORDS, type KeptWords } from './keptWords.ts';
import { attempt, faultText, isWarning, type MemberFault, refuse } from './memberFault.ts';
import { QUESTION_MEMBERS, readQuestionMembers } from './queryMembers.ts';

/** A value that is a parameter: `"${city}"`. With more than one `$`, it's the text with one `$` less. */
const REFERENCE = /^(\$+)\{([^{}]*)\}$/;

/** The parameter that a text stands for. */
export function referenceIn(text: string): string | undefined {
  const [, signs, name] = REFERENCE.exec(text) ?? [];
  return signs === '$' ? name : undefined;
}

/** The text as a document has it, so that it's no parameter. */
export function literalText(text: string): string {
  return REFERENCE.test(text) ? `$${text}` : text;
}

/** JSON whose texts are as a document has them, so that none is a parameter. */
export function literalsOf(json: string): string {
  const { root } = jsonTree(json);
  return root === undefined ? json : nodeJson(json, root, (text) => JSON.stringify(literalText(text)));
}

/** The JSON of a text's value in a document, whose literal texts lose their additional `$`. */
export function filledText(text: string, values: ParameterValues): string | undefined {
  const [, signs = '', name = ''] = REFERENCE.exec(text) ?? [];
  if (signs === '') return undefined;
  return signs === '$' ? values.get(name) : JSON.stringify(text.slice(1));
}

const VALUE_WORDS: Readonly<Record<ParameterType, keyof KeptWords>> = {
  text: 'valueText',
  number: 'valueNumber',
  boolean: 'valueBoolean',
  list: 'valueList',
};

/** The word for a value that isn't of a parameter's type. */
export function wrongValue(type: ParameterType, json: string): keyof KeptWords | undefined {
  const value = readExact(json);
  return value !== undefined && isOfType(value, type) ? undefined : VALUE_WORDS[type];
}

function isOfType(value: ExactValue, type: ParameterType): boolean {
  if (type === 'list') return isList(value) && value.every((each) => each === null || !isContainer(each));
  if (type === 'number') return typeof value === 'number' || value instanceof ExactNumber;
  return typeof value === (type === 'text' ? 'string' : 'boolean');
}

function isContainer(value: ExactValue): boolean {
  return typeof value === 'object' && !(value instanceof ExactNumber);
}

/** A typed value as JSON. `fillQuery` says if it isn't of the parameter's type. */
export function parameterJson({ type }: Pick<QueryParameter, 'type'>, typed: string): string {
  return type === 'text' ? JSON.stringify(typed) : typed.trim();
}

/** The values of all parameters: the chosen ones, and the defaults of the others. */
export function allValues(parameters: readonly QueryParameter[], values: ParameterValues): ParameterValues {
  return new Map(
    parameters.flatMap(({ name, defaultJson }) => {
      const json = values.get(name) ?? defaultJson;
      return json === undefined ? [] : [[name, json] as const];
    }),
  );
}

/**
 * The query of one run. The `resourceId` of a file is ''. Values of names that the query doesn't declare are ignored.
 * Throws nothing.
 */
export function fillQuery(
  { json, place, parameters }: Pick<KeptQuery, 'json' | 'place' | 'parameters'>,
  values: ParameterValues,
  words: KeptWords = KEPT_WORDS,
): FilledQuery {
  const all = allValues(parameters, values);
  for (const { name, type } of parameters) {
    const value = all.get(name);
    const word = value === undefined ? 'noValue' : wrongValue(type, value);
    if (word !== undefined) return { problem: fillIn(words[word], { name }) };
  }
  const { root } = jsonTree(json);
  const faults: MemberFault[] = [];
  const report = (fault: MemberFault) => void faults.push(fault);
  const members = new Map<string, string>();
  for (const name of QUESTION_MEMBERS) {
    const node = memberNode(root, name);
    if (node !== undefined) attempt(report, () => members.set(name, filledJson(json, node, name, all)));
  }
  const query = readQuestionMembers(members, report);
  const fault = faults.find((each) => !isWarning(each));
  if (fault !== undefined) return { problem: faultText(fault, words) };
  return { query: { resourceId: place.kind === 'portal' ? place.resourceId : '', ...query } };
}

function filledJson(json: string, node: Node, member: string, values: ParameterValues): string {
  return nodeJson(json, node, (text) => {
    const name = referenceIn(text);
    if (name !== undefined && !values.has(name)) return refuse([member], 'noParameter', { name });
    return filledText(text, values);
  });
}
