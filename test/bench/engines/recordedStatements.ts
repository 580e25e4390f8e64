/**
 * What our service asks an engine for a question: written down while the service's own code answers it in this process, so that
 * the engine's own client can ask exactly the same.
 */
import type { ExactValue } from '../../../src/base/cells.ts';
import { dump } from '../../../src/service/api/dump.ts';
import { datastoreSearch } from '../../../src/service/api/search/datastoreSearch.ts';
import type { Datastore } from '../../../src/service/question/datastore.ts';
import type { BenchQuestion } from './questions.ts';

/** A class all of whose statements go through `rows`; the first parameters are the statement. */
interface StatementSource {
  rows: (...statement: never[]) => unknown;
}

/** Statements in the order in which they were asked, those about the tables themselves too. */
export async function recordedStatements(
  source: StatementSource,
  datastore: Datastore,
  resource: string,
  question: Pick<BenchQuestion, 'kind' | 'search' | 'dump'>,
): Promise<readonly (readonly unknown[])[]> {
  const recorded: (readonly unknown[])[] = [];
  const own = source.rows;
  source.rows = function (this: unknown, ...statement) {
    recorded.push(statement);
    return own.apply(this, statement);
  };
  const request = new AbortController();
  const context = { datastore, baseUrl: '', ranks: false, signal: request.signal };
  try {
    if (question.kind === 'dump') {
      const { pieces } = await dump(resource, new URLSearchParams(question.dump), context);
      for await (const piece of pieces) if (piece !== '') break;
    } else {
      const input = { resource_id: resource, ...question.search } as Readonly<Record<string, ExactValue>>;
      await datastoreSearch(input, context);
    }
    return recorded;
  } finally {
    source.rows = own;
    request.abort();
  }
}
