/** Every record of a query out of one answer of our own service, most of them written already. */
import { defined } from '../base/defined.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { StreamForm } from '../datastore/client/recordStream.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import { NoteCounts } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import { type FormatId, isBuilt } from './formats.ts';
import type { ExportQuestion } from './journal.ts';
import type { RecordBatch, RunOptions } from './records.ts';
import type { ExportWay } from './strategy.ts';

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
    const { fields, total: expected, isParquet, asText, pieces } = await open(query, formOf(format, options), signal);
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
    if (format === 'xlsx') {
      const { xlsxFile } = await import('./built/xlsx.ts');
      const counts = new NoteCounts();
      for await (const text of xlsxFile(fields, counted(), counts, signal, options)) yield { fields, rows: [], text };
      yield { fields, rows: [], built: counts.notes };
      return;
    }
    for await (const piece of counted()) {
      if (piece.text?.length === 0) continue;
      yield piece.text === undefined ? { fields, rows: piece.rows } : { fields, rows: [], text: piece.text };
    }
  }
  return batches(stream);
}

function formOf(format: FormatId, { csv: { delimiter, lineEnd, safe } = {}, values }: FormatOptions = {}): StreamForm {
  // A format that is built takes JSON lines, as ExportRun writes them.
  const kind = WRITTEN.find((written) => written === format) ?? (isBuilt(format) ? 'ndjson' : 'lists');
  const isLf = lineEnd === 'lf' || undefined;
  return defined({ kind, delimiter, lf: isLf, safe, typed: values === 'typed' || undefined });
}
