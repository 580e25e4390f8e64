/** Checks members whose shape is a schema, and says what is wrong with them in words for people. */
import * as v from 'valibot';
import { type ExactValue, isObject } from '../../base/cells.ts';
import type { JsonPath } from './jsonTree.ts';
import type { KeptWords } from './keptWords.ts';
import { MemberFault, type ReportFault } from './memberFault.ts';

const ISSUE_WORDS: ReadonlyMap<string, keyof KeptWords> = new Map([
  ['string', 'needsText'],
  ['array', 'needsList'],
  ['object', 'needsObject'],
  ['record', 'needsObject'],
  ['number', 'needsWhole'],
  ['safe_integer', 'needsWhole'],
  ['min_value', 'needsWhole'],
  ['custom', 'needsScalar'],
  ['min_length', 'needsTexts'],
  ['regex', 'needsDuration'],
  ['picklist', 'needsOneOf'],
]);

/** Names that valibot leaves out of records, so that nothing could be expected of such a field. */
const UNREAD: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/** The parts of valibot's schemas that hold others. */
interface Holder {
  readonly entries?: Readonly<Record<string, Holder>>;
  readonly value?: Holder;
  readonly wrapped?: Holder;
  readonly options?: unknown;
}

/** Undefined for a value that doesn't fit, after its faults were reported. Unknown members are reported, too. */
export function checkShape<S extends v.GenericSchema>(
  schema: S,
  value: ExactValue | undefined,
  path: JsonPath,
  report: ReportFault,
): v.InferOutput<S> | undefined {
  if (value === undefined) return undefined;
  const hasLists = checkMembers(schema as unknown as Holder, value, path, report);
  const { success, output, issues = [] } = v.safeParse(schema, value);
  if (success) return hasLists ? undefined : output;
  for (const { type, path: inside = [], requirement } of issues as readonly v.BaseIssue<unknown>[]) {
    const steps = inside.map(({ key }) => key as string | number);
    const word = type === 'custom' && steps[0] === 'range' ? 'needsBound' : (ISSUE_WORDS.get(type) ?? 'unfit');
    const text = optionsText(schema as unknown as Holder, steps, requirement);
    report(new MemberFault([...path, ...steps], word, { text }));
  }
  return undefined;
}

/** Reports unknown members, and lists in the place of objects, which valibot takes. Returns whether there are any. */
function checkMembers(schema: Holder, value: ExactValue | undefined, path: JsonPath, report: ReportFault): boolean {
  const { entries, value: each, wrapped } = schema;
  if (wrapped !== undefined) return checkMembers(wrapped, value, path, report);
  const isList = Array.isArray(value) && (entries ?? each) !== undefined;
  if (isList) report(new MemberFault(path, 'needsObject'));
  if (!isObject(value)) return isList;
  const areLists = Object.entries(value).map(([name, inner]) => {
    const isRead = entries === undefined ? !UNREAD.has(name) : Object.hasOwn(entries, name);
    if (!isRead) report(new MemberFault([...path, name], 'unknown'));
    const next = isRead ? (entries?.[name] ?? each) : undefined;
    return next !== undefined && checkMembers(next, inner, [...path, name], report);
  });
  return areLists.includes(true);
}

/** The values of a list to pick from. */
function optionsText(schema: Holder, steps: JsonPath, requirement: unknown): string {
  const at = steps.reduce<Holder | undefined>((holder, step) => holder?.entries?.[step] ?? holder?.value, schema);
  const options = at?.options ?? at?.wrapped?.options ?? requirement;
  return Array.isArray(options) ? options.map((each) => JSON.stringify(each)).join(', ') : '';
}
