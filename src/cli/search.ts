/** `datastore-explorer search`: records of a resource, to standard output. */
import { DatastoreClient } from '../datastore/client/client.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import { describeNotice, isDoubt, type ResultNotice } from '../datastore/result/notice.ts';
import { formatsFor } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { withExchange } from './connection.ts';
import { exitCodes, write, writeLine, type CliIo } from './io.ts';
import { readFormat, readOptions } from './options.ts';
import { QUESTION_OPTIONS, readQuestion, type CommandLineQuestion } from './question.ts';

/** Writes the records batch by batch. Throws UsageError, HttpError, DatastoreError, or the signal's reason. */
export async function search(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, query, remarks, writer } = readSearchOptions(argv, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  let notices: readonly ResultNotice[] = [];
  await withExchange(io, async (exchange) => {
    const client = new DatastoreClient({
      exchange,
      access: () => Promise.resolve(access),
      // SQL needs no permission here, because people typed the filters that require it.
      dialect: new LearnedDialect({ allowsSql: () => true }),
    });
    let hasBegun = false;
    const onProgress = (progress: ExportProgress) => (notices = progress.notices);
    for await (const { fields, rows } of allRecords(client, query, io.signal, { onProgress })) {
      await write(io.stdout, (hasBegun ? '' : writer.begin(fields)) + writer.rows(rows));
      hasBegun = true;
      io.signal.throwIfAborted();
    }
    await write(io.stdout, writer.end());
    for (const notice of notices) await writeLine(io.stderr, describeNotice(notice));
  });
  return notices.some(isDoubt) ? exitCodes.refused : exitCodes.ok;
}

export interface SearchOptions extends CommandLineQuestion {
  readonly writer: RecordWriter;
}

/** Throws UsageError for invalid options. */
export function readSearchOptions(argv: readonly string[], env: CliIo['env']): SearchOptions {
  const values = readOptions(argv, [...QUESTION_OPTIONS, 'format']);
  return { ...readQuestion(values, env), writer: readFormat(formatsFor('search'), values.format) };
}
