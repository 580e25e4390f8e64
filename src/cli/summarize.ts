/** `datastore-explorer summarize`: groups of the records of a resource or a file, to standard output. */
import * as v from 'valibot';
import { DATE_UNITS } from '../base/calendarDay.ts';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import { ENGLISH, numberText } from '../base/words.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { OUR_DIALECT } from '../datastore/dialect/dialect.ts';
import { type DatastoreQuery, summarizedRecords } from '../datastore/query/query.ts';
import {
  CALCULATIONS,
  Measure,
  MOST_GROUP_FIELDS,
  MOST_MEASURES,
  MOST_TOP,
  Summary,
  summaryColumns,
  type SummaryFacts,
  SummaryGroup,
} from '../datastore/query/summary.ts';
import { namesText, noField, summaryProblem } from '../datastore/query/summaryCheck.ts';
import { describeNotice, isDoubt, type ResultNotice } from '../datastore/result/notice.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { SUMMARY_FORMATS } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { Exchange } from '../http/exchange.ts';
import { MEMORY_LIMIT_MB, whileServingCopy } from '../service/index.ts';
import { withExchange } from './connection.ts';
import { type CliIo, exitCodes, UsageError, write, writeLine } from './io.ts';
import { CSV_OPTIONS, FLAG, readCsv, readFormat, readWhole, STRING, REPEATED } from './options.ts';
import { atPlace, readPlacedOptions, type RecordPlace } from './place.ts';
import { portalCopy } from './portalCopy.ts';
import { type CommandLineQuestion, QUESTION_OPTIONS, readQuestion } from './question.ts';

/** Writes the groups batch by batch. Throws UsageError, HttpError, DatastoreError, or the signal's reason. */
export async function summarizeRecords(argv: readonly string[], io: CliIo): Promise<number> {
  const { remarks, writer, asked, downloads, ...question } = readSummarizeOptions(argv, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  const summaryOf: SummaryOf = (fields) => readSummaryFlags(asked, fields);
  return atPlace(question, io, (place) => writeSummary(place, summaryOf, { writer, downloads }, io));
}

/** The summary of records with these fields. Throws UsageError. */
export type SummaryOf = (fields: readonly Field[]) => Summary;

/** Writes the groups of a place's records, whose query has the columns, order and limit of the groups. */
export function writeSummary(
  place: RecordPlace,
  summaryOf: SummaryOf,
  { writer, downloads }: { readonly writer: RecordWriter; readonly downloads: boolean },
  io: CliIo,
): Promise<number> {
  return withExchange(io, async (exchange) => {
    const output = { hasBegun: false };
    try {
      return await writeGroups(place, summaryOf, writer, exchange, io, output);
    } catch (error) {
      if (!(error instanceof DatastoreError) || error.kind !== 'noSummary' || output.hasBegun) throw error;
      if (downloads) return summarizeHere(place, summaryOf, writer, exchange, io);
      throw new UsageError(
        `${error.host} can't summarize records by SQL. Use --download to read them once and summarize them here.`,
      );
    }
  });
}

/** Reads the records of a portal, of one edition, and summarizes them by our own service. */
async function summarizeHere(
  { access, dialect, query }: RecordPlace,
  summaryOf: SummaryOf,
  writer: RecordWriter,
  exchange: Exchange,
  io: CliIo,
): Promise<number> {
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
  const { resourceId, sort, fields: columns, limit } = query;
  const fields = await client.fields(resourceId, io.signal);
  const { groups, measures } = summaryOf(fields);
  const needed = new Set([...groups, ...measures].flatMap((each) => ('field' in each ? each.field : [])));
  const hasId = fields.some(({ id }) => id === '_id');
  const shown = fields.map(({ id }) => id).filter((id) => id === '_id' || needed.has(id));
  const records = { ...summarizedRecords(query), ...(hasId && { fields: shown }) };
  const copy = portalCopy(client, { baseUrl: access.baseUrl, query: records }, io);
  const code = await whileServingCopy(copy.download, MEMORY_LIMIT_MB, io, ({ baseUrl, token, resource: { id } }) => {
    const rows = { resourceId: id, ...defined({ sort, fields: columns, limit }) };
    return writeGroups(
      { access: { baseUrl, token }, dialect: OUR_DIALECT, query: rows },
      summaryOf,
      writer,
      exchange,
      io,
    );
  });
  return (await copy.tellDoubts()) ? exitCodes.refused : code;
}

async function writeGroups(
  { access, dialect, query: { sort, fields: columns, ...records } }: RecordPlace,
  summaryOf: SummaryOf,
  writer: RecordWriter,
  exchange: Exchange,
  io: CliIo,
  output = { hasBegun: false },
): Promise<number> {
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
  const summary = summaryOf(await client.fields(records.resourceId, io.signal));
  const names = summaryColumns(summary);
  for (const [option, chosen] of [['sort', sort?.map(({ field }) => field)] as const, ['fields', columns] as const]) {
    const unknown = chosen?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new UsageError(`--${option}: there is no column "${unknown}". Columns: ${namesText(names)}.`);
  }
  const query: DatastoreQuery = { ...records, ...defined({ sort, fields: columns }), summary };
  let [notices, facts]: [readonly ResultNotice[], SummaryFacts | undefined] = [[], undefined];
  let fields: readonly Field[] | undefined;
  const options = {
    onProgress: (progress: { readonly notices: readonly ResultNotice[] }) => (notices = progress.notices),
    onFirst: (page: { readonly summary?: SummaryFacts }) => (facts = page.summary),
  };
  for await (const batch of allRecords(client, query, io.signal, options)) {
    output.hasBegun = true;
    await write(io.stdout, (fields === undefined ? writer.begin(batch.fields) : '') + writer.rows(batch.rows));
    fields = batch.fields;
    io.signal.throwIfAborted();
  }
  await write(io.stdout, writer.end());
  for (const line of [...factLines(facts, fields), ...notices.map((notice) => describeNotice(notice))])
    await writeLine(io.stderr, line);
  return notices.some(isDoubt) ? exitCodes.refused : exitCodes.ok;
}

function factLines(facts: SummaryFacts | undefined, fields: readonly Field[] = []): readonly string[] {
  const { notFinite = 0, tooLong = [], zone } = facts ?? {};
  const rounded = fields.filter(({ isRounded }) => isRounded).map(({ id }) => id);
  return [
    ...(zone === undefined ? [] : [`Instants were grouped in the time zone ${zone}.`]),
    ...(notFinite === 0
      ? []
      : [
          `${numberText(notFinite, ENGLISH.tag)} values are NaN or infinite. Sums, means, medians, minima and maxima are without them.`,
        ]),
    ...(tooLong.length === 0 ? [] : [`Sums with more than 38 digits are left empty: ${namesText(tooLong)}.`]),
    ...(rounded.length === 0 ? [] : [`Rounded to 15 digits: ${namesText(rounded)}.`]),
  ];
}

/** The flags, which are read when the fields are there. */
interface AskedSummary {
  readonly by: readonly string[];
  readonly measures: readonly string[];
  readonly top?: number;
  readonly zone?: string;
}

export interface SummarizeOptions extends CommandLineQuestion {
  readonly writer: RecordWriter;
  readonly asked: AskedSummary;
  readonly downloads: boolean;
}

/** Throws UsageError or WrongOptions for invalid options. */
export function readSummarizeOptions(argv: readonly string[], env: CliIo['env']): SummarizeOptions {
  const own = {
    top: STRING,
    'time-zone': STRING,
    format: STRING,
    download: FLAG,
    by: REPEATED,
    measure: REPEATED,
  } as const;
  const { values, file } = readPlacedOptions(argv, { ...QUESTION_OPTIONS, ...own, ...CSV_OPTIONS });
  const { by = [], measure = ['count'], top, 'time-zone': zone, format, download: downloads = false } = values;
  const writer = readFormat(SUMMARY_FORMATS, format, readCsv(values, format));
  const { query, remarks, ...question } = readQuestion(values, env, file);
  const rows = defined({
    sort: values.sort === undefined ? undefined : query.sort,
    fields: values.fields === undefined ? undefined : query.fields,
    limit: values.limit === undefined ? undefined : query.limit,
  });
  const lost = (['sort', 'fields', 'limit'] as const).filter((name) => query[name] !== undefined && !(name in rows));
  return {
    ...question,
    remarks: [...remarks, ...(lost.length > 0 ? [`Ignored in --resource: ${lost.join(', ')}.`] : [])],
    query: { ...summarizedRecords(query), ...rows },
    writer,
    asked: { by, measures: measure, ...defined({ top: top === undefined ? undefined : readTop(top), zone }) },
    downloads,
  };
}

function readTop(text: string): number {
  const top = readWhole('top', text);
  if (top >= 1 && top <= MOST_TOP) return top;
  throw new UsageError(`--top: use a number from 1 to ${numberText(MOST_TOP, ENGLISH.tag)}.`);
}

/** Throws UsageError, which names what exists. */
function readSummaryFlags({ by, measures, ...others }: AskedSummary, fields: readonly Field[]): Summary {
  if (by.length > MOST_GROUP_FIELDS) throw new UsageError(`--by: use at most ${String(MOST_GROUP_FIELDS)} fields.`);
  if (measures.length > MOST_MEASURES) throw new UsageError(`--measure: use at most ${String(MOST_MEASURES)}.`);
  const summary = {
    groups: by.map((text) => readGroup(text, fields)),
    measures: measures.map((text) => readMeasure(text, fields)),
    ...others,
  };
  const problem = summaryProblem(summary, fields);
  if (problem !== undefined) throw new UsageError(problem);
  return v.parse(Summary, summary);
}

/** A text that is a field's whole name is that field. */
function readGroup(text: string, fields: readonly Field[]): SummaryGroup {
  const isField = (name: string): boolean => fields.some(({ id }) => id === name);
  if (isField(text)) return { field: text };
  const colon = text.lastIndexOf(':');
  const [field, part] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  if (!isField(field)) throw new UsageError(`--by: ${noField(colon < 0 ? text : field, fields)}`);
  const unit = DATE_UNITS.find((each) => each === part);
  const group = v.safeParse(SummaryGroup, unit === undefined ? { field, width: part } : { field, unit });
  if (group.success) return group.output;
  throw new UsageError(`--by: unknown part "${part}". Use ${DATE_UNITS.join(', ')}, or the width of bins such as 100.`);
}

function readMeasure(text: string, fields: readonly Field[]): Measure {
  const colon = text.indexOf(':');
  const [calculate, field] = colon < 0 ? [text] : [text.slice(0, colon), text.slice(colon + 1)];
  const measure = v.safeParse(Measure, defined({ calculate, field }));
  const isWhole = measure.success && 'field' in measure.output === (field !== undefined);
  if (isWhole) return measure.output;
  const hasField = CALCULATIONS.some((name) => name === calculate) && field === undefined;
  const names = namesText(fields.map(({ id }) => id));
  throw new UsageError(
    hasField
      ? `--measure: "${calculate}" needs a field, as in ${calculate}:FIELD. Fields: ${names}.`
      : `--measure: unknown measure "${text}". Use count, share, or ${CALCULATIONS.filter((name) => name !== 'count' && name !== 'share').join(', ')} with a field, as in sum:FIELD.`,
  );
}
