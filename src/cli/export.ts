/** `datastore-explorer export`: records, written to a file that can be resumed after any interruption. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../base/defined.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeNotice } from '../datastore/result/notice.ts';
import type { FileTarget } from '../export/exportFile.ts';
import { ExportPlace } from '../export/exportPlace.ts';
import { ExportRefusal, type ExportRefusalKind } from '../export/exportRefusal.ts';
import { ExportRun } from '../export/exportRun.ts';
import { type FormatId, FORMATS, formatsFor } from '../export/formats.ts';
import type { ExportQuestion } from '../export/journal.ts';
import { noteTexts } from '../export/formatNote.ts';
import { PAGES_AT_ONCE } from '../export/pageSize.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { type ExportWay, STRATEGY_LINES } from '../export/strategy.ts';
import { keepHeapSmall, ROOM_OF_EXPORT } from '../service/index.ts';
import { withExchange } from './connection.ts';
import { type CliIo, exitCodes, fail, UsageError, write, writeLine } from './io.ts';
import { CSV_OPTIONS, FLAG, type OptionValues, readCsv, readWhole, STRING } from './options.ts';
import { atPlace, type RecordPlace, readPlacedOptions } from './place.ts';
import { englishCount, ProgressLine } from './progressLine.ts';
import { type CommandLineQuestion, QUESTION_OPTIONS, readQuestion } from './question.ts';

const REFUSAL_WORDS: Readonly<Record<ExportRefusalKind, string>> = {
  fileExists: '{file} already exists. Use --force to overwrite it.',
  partExists: "An earlier export to {file} didn't finish. Use --resume to continue it, or --force to start over.",
  otherQuestion:
    'The unfinished export to {file} belongs to another query. Use the same options to continue it, or --force without --resume to start over.',
  partChanged:
    "The unfinished export to {file} can't be resumed, because its part has changed. Use --force without --resume to start over.",
  tooManyRecords: "The format of {file} can't hold that many records. Use another one, such as csv.",
  tooManyFields: "The format of {file} can't hold that many fields. Use another one, such as csv.",
  running: '{file} is already being exported.',
};

const CHANGED_NEXT_STEPS =
  'Use --force to start over, or --resume --accept-changes to continue {file}, which may then hold old and new records.';

/**
 * Exports records. Unless a file can't be read, the last line on stderr is a JSON object, also after a failure. Throws
 * UsageError, HttpError, DatastoreError, file system errors, or the signal's reason.
 */
export async function exportRecords(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, question, target, remarks, file, ...patience } = readExportOptions(argv, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  if (file !== undefined) await requireUnread(target.file, [file.file, file.schemaFile ?? file.file]);
  return atPlace(defined({ access, query: question.query, file }), io, ({ query, edition, ...place }) =>
    writeFile({ ...place, question: { ...question, query, ...defined({ edition }) }, target, ...patience }, io),
  );
}

/** Throws UsageError if an export is to go on and to start over. */
export function requireOneWay(resume: boolean, force: boolean): void {
  if (resume && force) throw new UsageError("--resume and --force can't be used together: --force starts over.");
}

/** Throws UsageError if one of the files that an export writes is read meanwhile. */
export async function requireUnread(out: string, files: readonly string[]): Promise<void> {
  const { part, built } = new ExportPlace(out);
  const places = (paths: readonly string[]) => Promise.all(paths.map((each) => realpath(each).catch(() => undefined)));
  const written = (await places([out, part, built])).filter((place) => place !== undefined);
  const read = await places(files);
  if (written.some((place) => read.includes(place))) throw new UsageError('--out: this is a file that is read.');
}

/** Throws UsageError if an export may not be begun. */
export async function requireFree({ file, overwrites = false }: FileTarget): Promise<void> {
  if (!overwrites && (await new ExportPlace(file).hasFile())) throw refusal({ kind: 'fileExists', file });
}

function refusal({ kind, file }: Pick<ExportRefusal, 'kind' | 'file'>): UsageError {
  return new UsageError(REFUSAL_WORDS[kind].replace('{file}', () => file));
}

export async function writeFile(
  {
    access,
    dialect,
    question,
    target,
    once,
    pagesAtOnce,
    ...patience
  }: WriteOptions & Pick<RecordPlace, 'access' | 'dialect'>,
  io: CliIo,
): Promise<number> {
  keepHeapSmall(ROOM_OF_EXPORT);
  const start = performance.now();
  let requests = 0;
  const run = new ExportRun(question, target);
  const report = async (outcome: object): Promise<void> => {
    const seconds = Math.round(performance.now() - start) / 1000;
    await write(io.stderr, `${JSON.stringify({ ...outcome, seconds, requests })}\n`);
  };
  const counter = new ProgressLine(io.stderr);
  try {
    const summary = await withExchange(
      io,
      (exchange) => {
        const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
        const onWay = (way: ExportWay) => {
          if (once === undefined) counter.say(STRATEGY_LINES[way]);
        };
        const onProgress = (progress: ExportProgress) => counter.show(progress);
        return run.run(client, io.signal, { onProgress, onWay, ...defined({ pagesAtOnce }) });
      },
      { ...patience, onRequest: () => (requests += 1) },
    );
    counter.end();
    const { isComplete, records, bytes, sha256, notices, notes } = summary;
    const complete = isComplete && once?.lacksRecords !== true;
    const outcome = [
      ...notices.map((notice) => describeNotice(notice)),
      ...noteTexts(notes, FORMATS[question.format].name, records),
    ];
    for (const remark of outcome) await writeLine(io.stderr, remark);
    await report({ records, bytes, sha256, complete });
    return complete ? exitCodes.ok : exitCodes.refused;
  } catch (error) {
    counter.end();
    if (error instanceof ExportRefusal) throw refusal(error);
    if (once !== undefined) {
      await new ExportPlace(target.file).clear().catch(() => undefined);
      throw error;
    }
    const { records, bytes } = run.kept;
    const code = await fail(error, io);
    const what = records === 0 ? 'No records are kept.' : `${englishCount(records)} records are kept.`;
    const hasChanged = error instanceof DatastoreError && error.kind === 'dataChanged';
    const nextSteps = hasChanged ? CHANGED_NEXT_STEPS : 'Use --resume to continue {file}.';
    await writeLine(io.stderr, `${what} ${nextSteps.replace('{file}', () => target.file)}`);
    await report({ records, bytes, sha256: null, complete: false });
    return code;
  }
}

interface WriteOptions {
  readonly question: ExportQuestion;
  readonly target: FileTarget;
  /** The records are gone afterwards, so that nothing is left to resume from. */
  readonly once?: { readonly lacksRecords: boolean };
  readonly mostWaitMs?: number;
  readonly pagesAtOnce?: number;
}

type ExportOptions = WriteOptions & Omit<CommandLineQuestion, 'query'>;

/** The earlier names of CSV_OPTIONS. */
const OLD_OPTIONS = { delimiter: STRING, bom: FLAG, lf: FLAG, safe: FLAG } as const;

const OPTIONS = {
  ...{ ...QUESTION_OPTIONS, ...CSV_OPTIONS, ...OLD_OPTIONS },
  ...({ format: STRING, out: STRING, 'max-wait': STRING, 'pages-at-once': STRING } as const),
  ...({ resume: FLAG, force: FLAG, 'accept-changes': FLAG } as const),
};

/** Throws UsageError or WrongOptions for invalid options. */
export function readExportOptions(argv: readonly string[], env: CliIo['env']): ExportOptions {
  const { values, file } = readPlacedOptions(argv, OPTIONS, ['delimiter']);
  const { query, ...question } = readQuestion(values, env, file);
  const { out = '', resume = false, force = false } = values;
  if (out === '') throw new UsageError('--out is missing.');
  requireOneWay(resume, force);
  const format = readFormatOf(out, values.format);
  const options = readCsv({ ...underNewNames(values, file !== undefined), ...values }, format);
  return {
    ...question,
    question: { baseUrl: question.access.baseUrl, query, format, ...defined({ options }) },
    target: {
      file: path.resolve(out),
      resumes: resume,
      overwrites: force,
      acceptsChanges: values['accept-changes'] === true,
    },
    ...readPaging(values),
  };
}

type PagingValues = Readonly<Partial<Record<'max-wait' | 'pages-at-once', string | undefined>>>;

/** Throws UsageError for invalid values of `--max-wait` and `--pages-at-once`. */
export function readPaging(values: PagingValues): Pick<WriteOptions, 'mostWaitMs' | 'pagesAtOnce'> {
  const { 'max-wait': wait, 'pages-at-once': pages } = values;
  const { fewest, most } = PAGES_AT_ONCE;
  const pagesAtOnce = pages === undefined ? undefined : readWhole('pages-at-once', pages);
  if (pagesAtOnce !== undefined && (pagesAtOnce < fewest || pagesAtOnce > most))
    throw new UsageError(`--pages-at-once: use a number from ${String(fewest)} to ${String(most)}.`);
  return defined({ mostWaitMs: wait === undefined ? undefined : 1000 * readWhole('max-wait', wait), pagesAtOnce });
}

export function readFormatOf(out: string, text: string | undefined): FormatId {
  const formats = formatsFor('export');
  const ending = path.extname(out).slice(1).toLowerCase();
  const format = formats.find((id) => (text === undefined ? FORMATS[id].ending === ending : id === text));
  if (format !== undefined) return format;
  const what = text === undefined ? "the file's extension doesn't say" : `unknown format "${text}"`;
  throw new UsageError(`--format: ${what}. Use one of ${formats.join(', ')}.`);
}

/** Options of CSV that were given by their earlier names, except with a file, which `--delimiter` describes. */
function underNewNames(
  { delimiter, bom, lf, safe }: OptionValues<typeof OLD_OPTIONS>,
  hasFile: boolean,
): OptionValues<typeof CSV_OPTIONS> {
  if (!hasFile) return defined({ 'out-delimiter': delimiter, 'out-bom': bom, 'out-lf': lf, 'out-safe': safe });
  const [old] = Object.keys(defined({ bom, lf, safe }));
  if (old !== undefined) throw new UsageError(`--${old}: with a file, use --out-${old}.`);
  return {};
}
