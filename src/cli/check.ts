/** `datastore-explorer check`: whether the records of queries are as their query documents expect. */
import { parseArgs } from 'node:util';
import { DatastoreClient } from '../datastore/client/client.ts';
import { checkExpectations } from '../document/check/checkExpectations.ts';
import type { CheckResult } from '../document/check/checkResult.ts';
import { expectProblem } from '../document/check/expectProblem.ts';
import type { Expectations } from '../document/check/expectations.ts';
import { fillQuery } from '../document/kept/fillQuery.ts';
import { CHECK_FORMATS, type CheckedQuery, checkReport } from './checkReport.ts';
import { withExchange } from './connection.ts';
import { atOffset } from './documentFile.ts';
import { fail } from './failure.ts';
import { type CliIo, exitCodes, FileError, UsageError, write, writeLine } from './io.ts';
import { keptPlace, namedQuery, type PlacedQuery, readQueryFile, tellProblems } from './keptPlace.ts';
import { parsedOptions, TOKEN_OPTION } from './options.ts';
import { atPlace } from './place.ts';

const OPTIONS = {
  query: { type: 'string' },
  format: { type: 'string', default: 'text' },
  'allow-dir': { type: 'string', multiple: true },
  ...TOKEN_OPTION,
} as const;

/** The code for records that differ from what is expected. */
const DIFFERS = 1;

interface QueryToCheck extends Omit<CheckedQuery, 'results' | 'failure'> {
  readonly expect: Expectations;
  readonly place: PlacedQuery;
}

/** Asks nothing if a document is wrong. Throws UsageError, FileError, or the signal's reason. */
export async function checkQueries(argv: readonly string[], io: CliIo): Promise<number> {
  const { values: options, positionals: files } = parsedOptions(() =>
    parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true }),
  );
  const format = CHECK_FORMATS.find((each) => each === options.format);
  if (format === undefined)
    throw new UsageError(`--format: unknown format "${options.format}". Use one of ${CHECK_FORMATS.join(', ')}.`);
  if (files.length === 0) throw new UsageError('Name a query document.');
  const { query: name, 'allow-dir': allowed = [], 'token-for': tokenFor = [] } = options;
  const queries: QueryToCheck[] = [];
  for (const file of files) {
    const document = await readQueryFile(file);
    if (await tellProblems(document, name, io)) return exitCodes.usage;
    const kept = name === undefined ? document.queries : [namedQuery(document, name)];
    for (const each of kept) {
      const { expect, nameRange } = each;
      if (expect === undefined) continue;
      const problem = expectProblem(document.problems, each);
      if (problem !== undefined) throw new FileError(atOffset(file, document.text, problem.range.start, problem.text));
      const filled = fillQuery(each, new Map());
      if ('problem' in filled) throw new FileError(atOffset(file, document.text, nameRange.start, filled.problem));
      const place = await keptPlace(document, each, filled.query, { allowed, tokenFor }, io.env);
      queries.push({ document, kept: each, expect, place });
    }
  }
  if (queries.length === 0)
    throw new FileError(`${files.join(', ')}: no query has "expect", so there is nothing to check.`);
  const checked: CheckedQuery[] = [];
  const codes = new Set<number>();
  for (const each of queries) {
    for (const remark of each.place.remarks) await writeLine(io.stderr, remark);
    try {
      const results = await resultsOf(each, io);
      checked.push({ ...each, results });
      const outcomes = results.flatMap(({ finding }) => finding?.outcome ?? []);
      if (outcomes.includes('differs')) codes.add(DIFFERS);
      if (outcomes.includes('unchecked')) codes.add(exitCodes.refused);
    } catch (error) {
      io.signal.throwIfAborted();
      await writeLine(io.stderr, `${each.document.file}: ${each.kept.name} couldn't be checked:`);
      codes.add(await fail(error, io));
      checked.push(each);
    }
  }
  await write(io.stdout, checkReport(format, checked));
  // A document that is wrong was not checked at all; a difference is certain, whatever else couldn't be asked.
  return [exitCodes.usage, DIFFERS].find((code) => codes.has(code)) ?? Math.max(exitCodes.ok, ...codes);
}

function resultsOf({ place, expect }: QueryToCheck, io: CliIo): Promise<readonly CheckResult[]> {
  return atPlace(place, io, ({ access, dialect, query }) =>
    withExchange(io, (exchange) => {
      const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access), dialect });
      return checkExpectations(client, query, expect, { now: new Date() }, io.signal);
    }),
  );
}
