/** A contender answers the questions of the benchmark. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parseExact } from '../../../src/base/exactJson.ts';
import { ExactNumber, type ExactValue } from '../../../src/base/cells.ts';
import type { Question } from './questions.ts';

/** What was found, in a form in which two contenders can be compared. */
export interface Finding {
  readonly total: string;
  /** SHA-1 of the values of all records of the page, or what else proves the answer. */
  readonly records: string;
}

export interface Contender {
  readonly name: string;
  /**
   * Asks and waits for the last byte of the answer; that is what is timed. The function it gives reads the answer.
   * Undefined when the question has no equal here.
   */
  ask(question: Question): (() => Promise<() => Finding | Promise<Finding>>) | undefined;
  /** One of many clients at once, each with a connection of its own. */
  client(): Promise<Client>;
}

export interface Client {
  /** Waits for the last byte of the answer. */
  ask(question: Question): Promise<unknown>;
  close(): void;
}

/** Values as text, however a contender writes them. */
export function hashOf(rows: readonly (readonly (string | null)[])[]): string {
  return createHash('sha1').update(JSON.stringify(rows)).digest('hex').slice(0, 12);
}

/** Reads the answer of `datastore_search`. @throws Error for any answer but success */
export function searchFinding(body: Buffer, fields: readonly string[]): Finding {
  const result = resultOf(body);
  const rows = (result['records'] as readonly Readonly<Record<string, ExactValue>>[]).map((record) =>
    fields.map((field) => textOf(record[field] ?? null)),
  );
  return { total: String(textOf(result['total'] ?? null)), records: hashOf(rows) };
}

/** Reads the one record that `datastore_search_sql` answers. */
export function sqlFinding(body: Buffer): Finding {
  const [record] = resultOf(body)['records'] as readonly Readonly<Record<string, ExactValue>>[];
  return { total: '', records: hashOf([Object.values(record ?? {}).map(textOf)]) };
}

/**
 * Reads a whole resource as CSV. Only values count, because record ends, quotes, times after dates and words for true
 * differ.
 */
export async function dumpFinding(body: Buffer): Promise<Finding> {
  const hash = createHash('sha1');
  let records = 0;
  for await (const values of Readable.from([body]).pipe(parse({ recordDelimiter: ['\r\n', '\n'] })) as AsyncIterable<
    string[]
  >) {
    records += 1;
    hash.update(JSON.stringify(values.map((value) => plainValue(value))));
  }
  return { total: String(records), records: hash.digest('hex').slice(0, 12) };
}

function plainValue(value: string): string {
  if (/^\d{4}-\d\d-\d\dT00:00:00$/.test(value)) return value.slice(0, 10);
  return { t: 'true', True: 'true', f: 'false', False: 'false' }[value] ?? value;
}

function resultOf(body: Buffer): Readonly<Record<string, ExactValue>> {
  const answer = parseExact(body.toString('utf8')) as Readonly<Record<string, ExactValue>>;
  if (answer['success'] !== true) throw new Error(body.toString('utf8', 0, 500));
  return answer['result'] as Readonly<Record<string, ExactValue>>;
}

function textOf(value: ExactValue): string | null {
  if (value === null) return null;
  return value instanceof ExactNumber ? value.text : typeof value === 'string' ? value : JSON.stringify(value);
}
