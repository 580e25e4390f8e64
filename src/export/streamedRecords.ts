/** Every record of a query out of one answer of our own service, most of them written already. */
import { defined } from '../base/defined.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { Field } from '../base/field.ts';
import type { StreamForm, StreamPiece } from '../datastore/client/recordStream.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import { NoteCounts } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import { type FormatId, isBuilt } from './formats.ts';
import type { ExportQuestion } from './journal.ts';
import type { RecordBatch, RunOptions } from './records.ts';
import type { ExportWay } from './strategy.ts';

/** Least number of bytes that are written at a time. */
const LENGTH = 1024 * 1024;

/** The formats that our service writes like their writers. It gives the values for all others. */
const WRITTEN = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const satisfies readonly FormatId[];

/**
 * Undefined if the client's server has no such answer, and for a summary. The answer is of one state of the table and
 * proves that it is complete. It has no pages, so that nothing can be resumed. Throws like `allRecords`.
 */
export function streamedRecords(
  client: DatastoreClient,
  { query, format, options }: Pick<ExportQuestion, 'query' | 'format' | 'options'>,
  signal: AbortSignal,
  { onProgress, onWay }: Pick<RunOptions, 'onProgress'> & { readonly onWay?: (way: ExportWay) => void },
): AsyncIterable<RecordBatch> | undefined {
  const { stream } = client;
  if (stream === undefined || query.fields?.length === 0 || query.summary !== undefined) return undefined;
  async function* batches(open: NonNullable<typeof stream>): AsyncGenerator<RecordBatch, void, undefined> {
    onWay?.('stream');
    const stop = new AbortController();
    const whileTaken = AbortSignal.any([signal, stop.signal]);
    try {
      const form = formOf(format, options);
      const { fields, total: expected, isParquet, asText, pieces } = await open(query, form, whileTaken);
      let records = 0;
      const notices: ResultNotice[] = [];
      onProgress?.({ records, expected, notices });
      const built = isParquet ? asText.map((field) => ({ kind: 'asText', field }) as const) : undefined;
      yield { fields, rows: [], ...(built && { built }) };
      const counted = async function* () {
        for await (const piece of pieces) {
          records += piece.text === undefined ? piece.rows.length : piece.records;
          if (piece.text === undefined && piece.repeatsKeys && notices.length === 0)
            notices.push({ kind: 'fieldsLeftOut' });
          onProgress?.({ records, expected, notices });
          yield piece;
        }
      };
      if (format !== 'xlsx') yield* oneAhead(joined(counted(), fields));
      else yield* sheet(counted(), fields);
    } finally {
      stop.abort();
    }
  }
  async function* sheet(pieces: AsyncIterable<StreamPiece>, fields: readonly Field[]): AsyncGenerator<RecordBatch> {
    const { xlsxFile } = await import('./built/xlsx.ts');
    const counts = new NoteCounts();
    for await (const text of xlsxFile(fields, pieces, counts, signal, options))
      yield { fields, rows: [], text: [text] };
    yield { fields, rows: [], built: counts.notes };
  }
  return batches(stream);
}

/** Joins texts that follow each other to batches of about LENGTH bytes, because each batch is written apart. */
async function* joined(
  pieces: AsyncIterable<StreamPiece>,
  fields: readonly Field[],
): AsyncGenerator<RecordBatch, void, undefined> {
  let [text, length]: [Uint8Array[], number] = [[], 0];
  try {
    for await (const piece of pieces) {
      for (const part of piece.text ?? []) {
        text.push(part);
        length += part.length;
      }
      if (length > 0 && (piece.text === undefined || length >= LENGTH)) {
        const whole = text;
        [text, length] = [[], 0];
        yield { fields, rows: [], text: whole };
      }
      if (piece.text === undefined) yield { fields, rows: piece.rows };
    }
  } catch (error) {
    // These records came, and a text in an editor has all that came.
    if (length > 0) yield { fields, rows: [], text };
    throw error;
  }
  if (length > 0) yield { fields, rows: [], text };
}

/** Reads the next item while one is used. */
async function* oneAhead<T>(items: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  for (let next = items.next(); ;) {
    const { value, done } = await next;
    if (done === true) return;
    next = items.next();
    // A failure after the reader has left must not become an unhandled rejection.
    next.catch(() => undefined);
    yield value;
  }
}

function formOf(format: FormatId, { csv: { delimiter, lineEnd, safe } = {}, values }: FormatOptions = {}): StreamForm {
  // A format that is built takes JSON lines, as ExportRun writes them.
  const kind = WRITTEN.find((written) => written === format) ?? (isBuilt(format) ? 'ndjson' : 'lists');
  const isLf = lineEnd === 'lf' || undefined;
  return defined({ kind, delimiter, lf: isLf, safe, typed: values === 'typed' || undefined });
}
