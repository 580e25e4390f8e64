/** The results of a check, for people and for programs. */
import { printable } from '../base/printable.ts';
import { type CheckResult, findingText } from '../document/check/checkResult.ts';
import { expectationLabel } from '../document/check/expectation.ts';
import type { KeptQuery } from '../document/kept/keptQuery.ts';
import { rangeOfMember } from '../document/kept/readQueryDocument.ts';
import { lineAndColumn } from '../document/sqlDocument.ts';
import type { QueryFile } from './keptPlace.ts';

export const CHECK_FORMATS = ['text', 'json', 'junit', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface CheckedQuery {
  readonly document: Pick<QueryFile, 'file' | 'text' | 'problems'>;
  readonly kept: KeptQuery;
  /** Absent if the query couldn't be asked. */
  readonly results?: readonly CheckResult[];
}

interface Line {
  readonly label: string;
  readonly path: readonly (string | number)[];
  readonly outcome: 'holds' | 'differs' | 'unchecked';
  readonly text?: string;
  readonly line: number;
  readonly column: number;
}

interface Query {
  readonly file: string;
  readonly name: string;
  readonly lines: readonly Line[];
}

/** The whole output, which ends in a line break. */
export function checkReport(format: CheckFormat, checked: readonly CheckedQuery[]): string {
  return REPORTS[format](checked.map(queryOf));
}

function queryOf({ document: { file, text }, kept, results }: CheckedQuery): Query {
  const placed = (path: Line['path']) => ({ path, ...lineAndColumn(text, rangeOfMember(kept, path).start) });
  if (results === undefined) {
    const failed = { ...placed([]), label: 'query', outcome: 'unchecked', text: FAILED } as const;
    return { file, name: kept.name, lines: [failed] };
  }
  const lines = results.map(({ expectation, finding }): Line => ({
    ...placed(expectation.path),
    label: expectationLabel(expectation),
    outcome: finding?.outcome ?? 'holds',
    ...(finding && { text: findingText(finding) }),
  }));
  return { file, name: kept.name, lines };
}

const FAILED = "The query couldn't be asked. Standard error says why.";

const REPORTS: Readonly<Record<CheckFormat, (queries: readonly Query[]) => string>> = {
  text: (queries) =>
    queries
      .flatMap((query) => [headOf(query), ...query.lines.flatMap((line) => textLine(query, line))])
      .map(printedLine)
      .join(''),
  json: (queries) =>
    `${JSON.stringify(
      queries.map(({ file, name, lines }) => ({
        ...{ file, query: name, holds: lines.every(({ outcome }) => outcome === 'holds') },
        expectations: lines.map(({ label, ...line }) => ({ expectation: label, ...line })),
      })),
      null,
      2,
    )}\n`,
  junit: junitXml,
  github: (queries) =>
    queries
      .flatMap((query) => [...query.lines.flatMap((line) => githubLine(query, line)), headOf(query)])
      .map(printedLine)
      .join(''),
};

function printedLine(line: string): string {
  return `${printable(line)}\n`;
}

function headOf({ file, name, lines }: Query): string {
  const holding = lines.filter(({ outcome }) => outcome === 'holds').length;
  return `${file}, ${name}: ${String(holding)} of ${String(lines.length)} expectations hold.`;
}

function textLine({ file }: Query, { text, label, line, column }: Line): readonly string[] {
  if (text === undefined) return [];
  return [`  ${label}`, `    ${text}`, `    ${file}, line ${String(line)}, column ${String(column)}`];
}

/** A workflow command of GitHub, which shows the text beside the line of the document. */
function githubLine({ file, name }: Query, { text, label, line, column }: Line): readonly string[] {
  if (text === undefined) return [];
  const data = (value: string): string => value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (value: string): string => data(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = `file=${property(file)},line=${String(line)},col=${String(column)}`;
  return [`::error ${place},title=${property(`${name}: ${label}`)}::${data(text)}`];
}

function junitXml(queries: readonly Query[]): string {
  const suites = queries.map(({ file, name, lines }) => {
    const count = (outcome: Line['outcome']): string => String(lines.filter((line) => line.outcome === outcome).length);
    const cases = lines.map(({ label, outcome, text = '', line }) => {
      const element = outcome === 'differs' ? 'failure' : 'error';
      const inside = outcome === 'holds' ? '' : `<${element} message="${xml(text)}"/>`;
      return `    <testcase classname="${xml(name)}" name="${xml(label)}" file="${xml(file)}" line="${String(line)}">${inside}</testcase>\n`;
    });
    const counts = `tests="${String(lines.length)}" failures="${count('differs')}" errors="${count('unchecked')}"`;
    return `  <testsuite name="${xml(`${file}: ${name}`)}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xml(text: string): string {
  // XML has no character references for control characters and lone surrogates.
  const valid = printable(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd');
  return valid.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
}
