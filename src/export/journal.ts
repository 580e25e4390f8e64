/** The journal beside the part of an export: the export's query and options, and how far it is. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { writeWhole } from '../disk/wholeFile.ts';
import { type DatastoreQuery, queryText, StoredQuery } from '../datastore/query/query.ts';
import type { Field } from '../base/field.ts';
import { natural, type Shape } from '../base/schema.ts';
import { ResultNotice } from '../datastore/result/notice.ts';
import { FormatNote } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import type { FormatId } from './formats.ts';
import type { ResumeState } from './runLog.ts';

/** Everything must be equal to resume an export. The token isn't included, so that another person may resume it. */
export interface ExportQuestion {
  readonly baseUrl: string;
  /** Changes whenever the local records may have changed. Portals don't report one. */
  readonly edition?: string;
  readonly query: DatastoreQuery;
  readonly format: FormatId;
  readonly options?: FormatOptions;
}

/** Version 2 added seams. A part of version 1 can't be resumed, because nothing proves that the table is unchanged. */
const VERSION = 2;

const field = v.object({ id: v.string(), type: v.string(), hasTexts: v.exactOptional(v.literal(true)) });

const schema = v.object({
  version: v.literal(VERSION),
  question: v.unknown(),
  /** The state to resume from. Absent if the records can't be resumed and have to be requested again. */
  state: v.exactOptional(
    v.pipe(
      v.object({
        fields: v.array(field),
        /** The query, by the name that it has in the journals of earlier releases. */
        asked: StoredQuery,
        records: natural,
        seams: v.array(v.object({ record: natural, id: v.exactOptional(v.string()), hash: v.string() })),
        edition: v.exactOptional(v.string()),
        total: v.exactOptional(natural),
        notices: v.array(ResultNotice),
      }),
      v.transform(({ asked: query, ...rest }) => ({ query, ...rest })),
    ),
  ),
  notes: v.exactOptional(v.array(FormatNote)),
  /** Number of bytes of the part that are certainly on the disk. */
  bytes: natural,
  /** Hash of these bytes, in hexadecimal. */
  sha256: v.string(),
  whole: v.exactOptional(
    v.object({
      records: natural,
      fields: v.array(field),
      notices: v.array(ResultNotice),
      /** The part is the file of a format that is otherwise built from it. */
      isBuilt: v.exactOptional(v.literal(true)),
    }),
  ),
});

export type Journal = Omit<Shape<typeof schema>, 'version' | 'question'> & { readonly question: ExportQuestion };

const stored = v.pipe(v.string(), v.parseJson(), schema);

export function journalPath(part: string): string {
  return `${part}.json`;
}

/** Resolves when the journal is on the disk. Throws file system errors. */
export async function writeJournal(part: string, journal: Journal): Promise<void> {
  await writeWhole(journalPath(part), journalText(journal));
}

/** Returns `none` without a journal of this version, `other` for another export's. Throws file system errors. */
export async function readJournal(part: string, question: ExportQuestion): Promise<Journal | 'none' | 'other'> {
  const text = await readText(part);
  return text === undefined ? 'none' : journalOf(text, question);
}

async function readText(part: string): Promise<string | undefined> {
  try {
    return await readFile(journalPath(part), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The journal as JSON text. It contains no token. */
export function journalText({ question, state, whole, ...rest }: Journal): string {
  const journal = {
    version: VERSION,
    question: storedQuestion(question),
    ...(state && { state: storedState(state) }),
    ...(whole && { whole: { ...whole, fields: storedFields(whole.fields) } }),
    ...rest,
  };
  return `${JSON.stringify(journal, undefined, 2)}\n`;
}

export function journalOf(text: string, question: ExportQuestion): Journal | 'none' | 'other' {
  const { success, output } = v.safeParse(stored, text);
  if (!success) return 'none';
  const { version: _, ...journal } = output;
  if (!isDeepStrictEqual(journal.question, storedQuestion(question))) return 'other';
  return { ...journal, question };
}

function storedFields(fields: readonly Field[]): readonly Field[] {
  return fields.map(({ id, type, hasTexts }) => ({ id, type, ...(hasTexts && { hasTexts }) }));
}

function storedState({ query, fields, ...rest }: ResumeState): object {
  return { ...rest, fields: storedFields(fields), asked: queryText(query) };
}

function storedQuestion({ query, options = {}, ...rest }: ExportQuestion): object {
  return { ...rest, query: queryText(query), options };
}
