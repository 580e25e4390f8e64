/**
 * Cuts a long answer into short ones, each with some of its records and everything else. So only the records that are
 * needed next take the memory of values, which is several times that of their text.
 */
import { type ExactObject, type ExactValue, isList, member } from '../../base/cells.ts';
import { readExact } from '../../base/exactJson.ts';
import { BracketWalk } from '../../base/jsonScan.ts';
import { HttpError } from '../../http/errors.ts';
import type { Answer } from '../../http/exchange.ts';
import type { AnswerResult } from './envelope.ts';
import { DatastoreError } from './errors.ts';

/** Least number of UTF-16 units of records in a slice. Parsing it takes a few milliseconds. */
const LENGTH = 192 * 1024;

const LISTS_BEGIN = /"records": ?\[(?=\[)/;
/** CKAN's records have line feeds between them in some versions. */
const BETWEEN_LISTS = /\][ \n]*,[ \n]*(?=\[)/g;
const COMMA = /[ \n]*,[ \n]*/y;
const FIELDS_BEHIND = /\](?=\][ \n]*,[ \n]*$)/;

type Read = (answer: Answer) => Promise<AnswerResult>;

export interface AnswerSlice extends AnswerResult {
  /** The short answer that was read. */
  readonly answer: Answer;
  /** Reads the next slice. Absent if this is the last one. Throws what reading the whole answer would throw. */
  readonly rest?: () => Promise<AnswerSlice>;
}

/** The first slice of an answer, or the whole one if it is short or its records can't be told from the rest. */
export async function firstSlice(answer: Answer, read: Read): Promise<AnswerSlice> {
  return (await SlicedRecords.of(answer, read)?.next()) ?? { answer, ...(await read(answer)) };
}

interface Cut {
  /** The position behind the last record of the slice. */
  readonly end: number;
  /** The position of the next slice. Undefined if there is none. */
  readonly next: number | undefined;
}

/** Records as lists, in the text of an answer. Parsing proves that each cut is between two of them. */
class SlicedRecords {
  readonly #answer: Answer;
  readonly #read: Read;
  readonly #text: string;
  /** Positions of the first record, and behind the last one. */
  readonly #begin: number;
  readonly #end: number;
  #at: number;
  #count = 0;
  /** Whether values are lists, too, so that brackets must be counted to tell where a record ends. */
  #isNested = false;

  private constructor(answer: Answer, read: Read, begin: number, end: number) {
    const { pieces: _pieces, ...whole } = answer;
    this.#answer = whole;
    this.#read = read;
    this.#text = answer.text;
    this.#begin = begin;
    this.#end = end;
    this.#at = begin;
  }

  /** Undefined if the answer is short, failed, or doesn't describe its fields behind its records. */
  static of(answer: Answer, read: Read): SlicedRecords | undefined {
    const { text, status } = answer;
    if (text.length < 2 * LENGTH || status >= 400) return undefined;
    const head = LISTS_BEGIN.exec(text.slice(0, LENGTH));
    const fields = text.lastIndexOf('"fields"');
    const tail = FIELDS_BEHIND.exec(text.slice(Math.max(0, fields - 8), fields));
    if (head === null || tail === null) return undefined;
    const begin = head.index + head[0].length;
    const end = Math.max(0, fields - 8) + tail.index + 1;
    const result = member(readExact(text.slice(0, begin) + text.slice(end)) ?? null, 'result');
    const records = member(result, 'records');
    const isEmpty = isList(records) && records.length === 0 && isList(member(result, 'fields'));
    return isEmpty && end - begin > LENGTH ? new SlicedRecords(answer, read, begin, end) : undefined;
  }

  async next(): Promise<AnswerSlice> {
    const { end, next } = this.#isNested ? this.#countBrackets() : this.#guess();
    const slice = await this.#readUpTo(end);
    if (slice === undefined && this.#isNested) return this.#readWhole();
    if (slice === undefined) {
      this.#isNested = true;
      return this.next();
    }
    this.#count += recordsOf(slice).length;
    if (next === undefined) return slice;
    this.#at = next;
    return { ...slice, rest: () => this.next() };
  }

  #guess(): Cut {
    BETWEEN_LISTS.lastIndex = this.#at + LENGTH;
    const between = BETWEEN_LISTS.exec(this.#text);
    if (between === null || between.index >= this.#end) return { end: this.#end, next: undefined };
    return { end: between.index + 1, next: BETWEEN_LISTS.lastIndex };
  }

  #countBrackets(): Cut {
    for (let at = this.#at; ; at = COMMA.lastIndex) {
      const record = new BracketWalk(this.#text, at);
      const isWhole = record.goOn();
      COMMA.lastIndex = record.at;
      if (!isWhole || record.at >= this.#end || !COMMA.test(this.#text)) return { end: this.#end, next: undefined };
      if (record.at >= this.#at + LENGTH) return { end: record.at, next: COMMA.lastIndex };
    }
  }

  /** Undefined if the text was cut inside of a value, which leaves a bracket or a quote open. */
  async #readUpTo(end: number): Promise<AnswerSlice | undefined> {
    const records = this.#text.slice(this.#at, end);
    const answer = { ...this.#answer, text: this.#text.slice(0, this.#begin) + records + this.#text.slice(this.#end) };
    try {
      return { answer, ...(await this.#read(answer)) };
    } catch (error) {
      const isCut = error instanceof HttpError ? error.kind === 'truncated' : isNotJson(error);
      if (!isCut) throw error;
      return undefined;
    }
  }

  /** The records behind those that came, out of the whole answer, which isn't JSON either unless a server tricks. */
  async #readWhole(): Promise<AnswerSlice> {
    const whole = await this.#read(this.#answer);
    const records = recordsOf(whole).slice(this.#count);
    return { answer: this.#answer, ...whole, result: { ...(whole.result as ExactObject), records } };
  }
}

function recordsOf({ result }: AnswerResult): readonly ExactValue[] {
  const records = member(result, 'records');
  return isList(records) ? records : [];
}

function isNotJson(error: unknown): boolean {
  return error instanceof DatastoreError && error.kind === 'notJson';
}
