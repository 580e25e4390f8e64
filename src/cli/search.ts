/** `datastore-explorer search`: records of a resource or a file, to standard output. */
import { DatastoreClient } from '../datastore/client/client.ts';
import { describeNotice, isDoubt, type ResultNotice } from '../datastore/result/notice.ts';
import { formatsFor } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { withExchange } from './connection.ts';
import { exitCodes, write, writeLine, type CliIo } from './io.ts';
import { CSV_OPTIONS, readCsv, readFormat, STRING } from './options.ts';
import { atPlace, type RecordPlace, readPlacedOptions } from './place.ts';
import { QUESTION_OPTIONS, readQuestion, type CommandLineQuestion } from './question.ts';

/** Writes the records batch by batch. Throws UsageError, HttpError, DatastoreError, or the signal's reason. */
export async function search(argv: readonly string[], io: CliIo): Promise<number> {
  const { remarks, writer, ...question } = readSearchOptions(argv, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  return atPlace(question, io, (place) => writeRecords(place, writer, io));
}

export async function writeRecords(
  { access, dialect, query }: RecordPlace,
  writer: RecordWriter,
  io: CliIo,
): Promise<number> {
  let notices: readonly ResultNotice[] = [];
  await withExchange(io, async (exchange) => {
    const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
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

/** Throws UsageError or WrongOptions for invalid options. */
export function readSearchOptions(argv: readonly string[], env: CliIo['env']): SearchOptions {
  const { values, file } = readPlacedOptions(argv, { ...QUESTION_OPTIONS, format: STRING, ...CSV_OPTIONS });
  const csv = readCsv(values, values.format);
  return { ...readQuestion(values, env, file), writer: readFormat(formatsFor('search'), values.format, csv) };
}
