import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { type DatastoreQuery, isFiltered } from '../datastore/query/query.ts';
import { ResultSet } from '../datastore/result/resultSet.ts';
import type { RecordRow } from '../base/cells.ts';
import type { GridMessage } from '../messages/gridProtocol.ts';
import { windowRows } from '../messages/windowRows.ts';
import type { GridScreen } from './gridScreen.ts';
import type { PartialFile, PortalPort } from '../platform/ports/portalPort.ts';
import type { ExploredResult } from './exploration.ts';

export interface OpenedQuery extends ExploredResult {
  readonly head: readonly RecordRow[];
  /** The server that answered. The portal's address may change later. */
  readonly server: string;
  readonly partial: PartialFile | undefined;
}

interface RunRequest {
  readonly query: DatastoreQuery;
  /** The query to send instead, for the same records in another order. */
  readonly sent?: DatastoreQuery;
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  /** A signal that also ends the run. */
  readonly outer?: AbortSignal | undefined;
}

export interface QueryRunsOptions {
  readonly portalId: string;
  readonly portals: PortalPort;
  readonly screen: GridScreen;
  readonly problem: (error: unknown) => GridMessage;
}

/** The runs of one panel. A new run ends the previous one. */
export class QueryRuns {
  readonly #options: QueryRunsOptions;
  #run: AbortController | undefined;
  #preparing: AbortController | undefined;

  constructor(options: QueryRunsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  get isPreparing(): boolean {
    return this.#preparing !== undefined && this.#preparing === this.#run;
  }

  cancel(): void {
    this.#run?.abort();
  }

  /** Runs a query. Undefined if it was cancelled or replaced by a newer one. Rejects if the panel shows a failure. */
  async open({ query, sent = query, prepare, outer }: RunRequest): Promise<OpenedQuery | undefined> {
    const { portalId, portals, screen, problem } = this.#options;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    const signal = outer === undefined ? run.signal : AbortSignal.any([run.signal, outer]);
    const ref = { portalId, resourceId: query.resourceId };
    screen.setState({ kind: 'loading', name: portals.names(ref).resource });
    const before = screen.shown?.result;
    before?.pauseCount();
    try {
      if (prepare !== undefined) {
        this.#preparing = run;
        await prepare(signal).finally(() => {
          if (this.#preparing === run) this.#preparing = undefined;
        });
      }
      const wasAsked = await portals.askForSql(ref, query);
      signal.throwIfAborted();
      const client = await portals.client(ref, signal);
      const { server } = portals.names(ref);
      const partial = portals.records(portalId)?.partial(query.resourceId);
      const openResult = () => ResultSet.open(client, sent, signal, { rowsInView: screen.rowsInView });
      const result = await openResult().catch(async (error: unknown) => {
        // Only the portal's answer has shown that SQL is needed.
        const isNews = error instanceof DatastoreError && error.kind === 'sqlNotAllowed' && !wasAsked;
        if (!isNews || !(await portals.askForSql(ref, query))) throw error;
        signal.throwIfAborted();
        return openResult();
      });
      const headRows = Math.min(windowRows(result.fields.length), result.firstPageRows);
      const head = await result.rows(0, headRows, signal);
      const records = sent.summary === undefined ? {} : await recordFacts(client, sent, signal);
      if (this.#run === run) return { query, client, result, head, server, partial, ...records };
      result.dispose();
      return undefined;
    } catch (error) {
      // A newer run controls what the panel shows.
      if (this.#run !== run) return undefined;
      before?.resumeCount();
      screen.setState(signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: problem(error) });
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }
}

/** What a summary's answer doesn't say of the records. Only our own process counts them at once. */
async function recordFacts(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
): Promise<Pick<ExploredResult, 'recordFields' | 'allRecords'>> {
  const { resourceId } = query;
  const recordFields = await client.fields(resourceId, signal);
  if (!isFiltered(query) || !client.dialect.isOnThisMachine) return { recordFields };
  return { recordFields, allRecords: await client.count({ resourceId }, signal) };
}
