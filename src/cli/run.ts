/** `datastore-explorer run`: a query of a query document, with values for its parameters. */
import { defined } from '../base/defined.ts';
import { summaryProblem } from '../datastore/query/summaryCheck.ts';
import { readPaging, requireFree, requireOneWay, requireUnread, writeFile } from './export.ts';
import { type CliIo, exitCodes, UsageError, writeLine } from './io.ts';
import {
  filledQuery,
  keptPlace,
  namedQuery,
  PARAMETER_OPTION,
  readQueryFile,
  readTyped,
  tellProblems,
} from './keptPlace.ts';
import { FLAG, parsedOptions, REPEATED, STRING, TOKEN_OPTION } from './options.ts';
import { OUTPUT_OPTIONS, readOutput } from './output.ts';
import { atPlace } from './place.ts';
import { writeRecords } from './search.ts';
import { type SummaryOf, writeSummary } from './summarize.ts';

const OPTIONS = {
  ...PARAMETER_OPTION,
  'allow-dir': REPEATED,
  download: FLAG,
  resume: FLAG,
  'max-wait': STRING,
  'pages-at-once': STRING,
  ...OUTPUT_OPTIONS,
  ...TOKEN_OPTION,
} as const;

/** Throws UsageError, FileError, HttpError, DatastoreError, file system errors, or the signal's reason. */
export async function runQuery(argv: readonly string[], io: CliIo): Promise<number> {
  const { values: options, positionals } = parsedOptions(argv, OPTIONS);
  const [file, name, another] = positionals;
  if (file === undefined || name === undefined) throw new UsageError('Name a query document and one of its queries.');
  if (another !== undefined) throw new UsageError(`"${another}": only one query can be run.`);
  const {
    resume = false,
    download: downloads = false,
    'allow-dir': allowed = [],
    'token-for': tokenFor = [],
  } = options;
  requireOneWay(resume, options.force === true);
  const output = readOutput(options);
  if (downloads && 'target' in output) throw new UsageError("--download can't be used with --out.");
  const paging = readPaging(options);
  const document = await readQueryFile(file);
  if (await tellProblems(document, name, io)) return exitCodes.usage;
  const kept = namedQuery(document, name);
  const filled = filledQuery(kept, readTyped(options.param, [kept]));
  if ('problem' in filled) throw new UsageError(filled.problem);
  const { remarks, ...place } = await keptPlace(document, kept, filled.query, { allowed, tokenFor }, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  if ('target' in output) {
    await requireUnread(output.target.file, [file, place.file?.file ?? file]);
    if (!resume) await requireFree(output.target);
  }
  return atPlace(place, io, ({ query, edition, access, dialect }) => {
    if ('target' in output) {
      const { target, ...how } = output;
      const question = { ...how, baseUrl: place.access.baseUrl, query, ...defined({ edition }) };
      return writeFile({ access, dialect, target: { ...target, resumes: resume }, question, ...paging }, io);
    }
    const { summary, ...records } = query;
    if (summary === undefined) return writeRecords({ access, dialect, query }, output.writer, io);
    const summaryOf: SummaryOf = (fields) => {
      const problem = summaryProblem(summary, fields);
      if (problem !== undefined) throw new UsageError(problem);
      return summary;
    };
    return writeSummary({ access, dialect, query: records }, summaryOf, { writer: output.writer, downloads }, io);
  });
}
