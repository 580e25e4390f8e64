/** `datastore-explorer check`: whether the records of queries are as their query documents expect. */
import { defined } from '../base/defined.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { checkExpectations } from '../document/check/checkExpectations.ts';
import type { CheckResult } from '../document/check/checkResult.ts';
import { expectProblem } from '../document/kept/readQueryDocument.ts';
import type { Expectations } from '../document/check/expectations.ts';
import { listExpectations } from '../document/check/expectation.ts';
import { CHECK_FORMATS, type CheckedQuery, checkReport } from './checkReport.ts';
import { withExchange } from './connection.ts';
import { atOffset } from './documentFile.ts';
import { type CliIo, exitCodes, fail, FileError, UsageError, write, writeLine } from './io.ts';
import {
  filledQuery,
  keptPlace,
  namedQuery,
  PARAMETER_OPTION,
  type QueryAccess,
  readQueryFile,
  readTyped,
  tellProblems,
} from './keptPlace.ts';
import { parsedOptions, STRING, REPEATED, TOKEN_OPTION } from './options.ts';
import { atPlace, type RecordPlace } from './place.ts';

const OPTIONS = {
  query: STRING,
  ...PARAMETER_OPTION,
  format: { type: 'string', default: 'text' },
  'allow-dir': REPEATED,
  ...TOKEN_OPTION,
} as const;

/** The code for records that differ from what is expected. */
const DIFFERS = 1;

interface QueryToCheck extends Omit<CheckedQuery, 'results'> {
  readonly expect: Expectations;
  readonly place: QueryAccess;
}

/** Asks nothing if a document is wrong. Throws UsageError, FileError, or the signal's reason. */
export async function checkQueries(argv: readonly string[], io: CliIo): Promise<number> {
  const { values: options, positionals: files } = parsedOptions(argv, OPTIONS);
  const format = CHECK_FORMATS.find((each) => each === options.format);
  if (format === undefined)
    throw new UsageError(`--format: unknown format "${options.format}". Use one of ${CHECK_FORMATS.join(', ')}.`);
  if (files.length === 0) throw new UsageError('Name a query document.');
  const { query: name, 'allow-dir': allowed = [], 'token-for': tokenFor = [] } = options;
  const chosen: Omit<QueryToCheck, 'place'>[] = [];
  for (const file of files) {
    const document = await readQueryFile(file);
    if (await tellProblems(document, name, io)) return exitCodes.usage;
    const kept = name === undefined ? document.queries : [namedQuery(document, name)];
    for (const each of kept) {
      const { expect } = each;
      if (expect === undefined) continue;
      // The mistake itself was said with all others.
      if (expectProblem(document.problems, each) !== undefined)
        throw new FileError(`${file}: correct "expect" of ${each.name} first. Nothing was checked.`);
      chosen.push({ document, kept: each, expect });
    }
  }
  const typed = readTyped(
    options.param,
    chosen.map(({ kept }) => kept),
  );
  const queries: QueryToCheck[] = [];
  for (const { document, kept, expect } of chosen) {
    const { file, text } = document;
    const filled = filledQuery(kept, typed);
    if ('problem' in filled) throw new FileError(atOffset(file, text, kept.nameRange.start, filled.problem));
    const place = await keptPlace(document, kept, filled.query, { allowed, tokenFor }, io.env);
    queries.push({ document, kept, expect, place });
  }
  if (queries.every(({ expect }) => listExpectations(expect).length === 0)) {
    const none = name === undefined ? 'no query has' : `"${name}" doesn't have`;
    throw new FileError(`${files.join(', ')}: ${none} "expect" with a member, so there is nothing to check.`);
  }
  const checked = new Map<QueryToCheck, readonly CheckResult[]>();
  const codes = new Set<number>();
  // A file is read once, whichever queries ask it.
  for (const group of Map.groupBy(queries, ({ place }) => JSON.stringify(place.file ?? place.access)).values())
    for (const [each, outcome] of await outcomesOf(group, io)) {
      if ('results' in outcome) checked.set(each, outcome.results);
      else {
        await writeLine(io.stderr, `${each.document.file}: ${each.kept.name} couldn't be checked:`);
        codes.add(await fail(outcome.error, io));
      }
    }
  await write(
    io.stdout,
    checkReport(
      format,
      queries.map((each) => ({ ...each, ...defined({ results: checked.get(each) }) })),
    ),
  );
  const outcomes = new Set([...checked.values()].flat().map(({ finding }) => finding?.outcome));
  if (outcomes.has('unchecked')) codes.add(exitCodes.refused);
  // A document that is wrong was not checked at all; a difference is certain, whatever else couldn't be asked.
  if (codes.has(exitCodes.usage)) return exitCodes.usage;
  return outcomes.has('differs') ? DIFFERS : Math.max(exitCodes.ok, ...codes);
}

type QueryOutcome = { readonly results: readonly CheckResult[] } | { readonly error: unknown };

/** Checks queries of one place. Rejects only with the signal's reason. */
async function outcomesOf(
  queries: readonly QueryToCheck[],
  io: CliIo,
): Promise<readonly (readonly [QueryToCheck, QueryOutcome])[]> {
  const [first] = queries;
  if (first === undefined) return [];
  for (const remark of first.place.remarks) await writeLine(io.stderr, remark);
  const work = ({ access, dialect, query: { resourceId } }: RecordPlace) =>
    withExchange(io, async (exchange) => {
      const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
      const outcomes: (readonly [QueryToCheck, QueryOutcome])[] = [];
      for (const each of queries) {
        const query = { ...each.place.query, ...(each.place.file && { resourceId }) };
        const checking = checkExpectations(client, query, each.expect, { now: new Date() }, io.signal);
        outcomes.push([each, await checking.then((results) => ({ results })).catch(failureIn(io))]);
      }
      return outcomes;
    });
  return atPlace(first.place, io, work).catch((error: unknown) => {
    const outcome = failureIn(io)(error);
    return queries.map((each) => [each, outcome] as const);
  });
}

function failureIn({ signal }: Pick<CliIo, 'signal'>): (error: unknown) => { readonly error: unknown } {
  return (error) => {
    signal.throwIfAborted();
    return { error };
  };
}
