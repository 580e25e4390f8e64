/** Checks the queries of documents in the editor, by the rules of the command line. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { checkExpectations, MOST_TO_CHECK } from '../document/check/checkExpectations.ts';
import type { CheckResult } from '../document/check/checkResult.ts';
import type { Expectation } from '../document/check/expectation.ts';
import { expectProblem } from '../document/kept/readQueryDocument.ts';
import { type Proposal, proposeExpectations } from '../document/check/proposedExpectations.ts';
import { expectChanges } from '../document/check/writeExpectations.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { invalidLine } from '../platform/openTexts.ts';
import { Problem, requireTrusted } from '../platform/problem.ts';
import { withProgress } from '../platform/progress.ts';
import { recordsText } from '../platform/quantities.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import { CHECK_EDITOR_WORDS as WORDS, KEPT_EDITOR_WORDS } from './keptEditorWords.ts';
import { type OpenQuery, openQuery, queriesIn, questionOf, applyChanges } from './openQueries.ts';

export interface KeptChecksParts {
  readonly portals: Pick<PortalPort, 'client' | 'records'>;
  readonly places: Pick<KeptPlacesPort, 'resource'>;
}

export interface CheckOutcome {
  readonly ref: ResourceRef;
  readonly results: readonly CheckResult[];
}

/** Throws a Problem for the first mistake in `expect`. */
export function requireCheckable(open: OpenQuery): OpenQuery {
  const problem = expectProblem(queriesIn(open.editor).problems, open.kept);
  if (problem === undefined) return open;
  throw invalidLine(open.editor, problem);
}

export class KeptChecks {
  readonly #parts: KeptChecksParts;

  constructor(parts: KeptChecksParts) {
    this.#parts = parts;
  }

  /** Undefined if people cancel. Rejects with a Problem, the errors of a search, or the signal's reason. */
  async check(
    open: OpenQuery,
    isChosen: (expectation: Expectation) => boolean,
    signal: AbortSignal,
  ): Promise<CheckOutcome | undefined> {
    const { expect, name } = requireCheckable(open).kept;
    if (expect === undefined) throw new Problem(translate(WORDS.expectsNothing, { name }));
    const asked = await this.#ask(open, signal);
    if (asked === undefined) return undefined;
    const { client, query, ref } = asked;
    const options = { now: new Date(), isChosen };
    return { ref, results: await checkExpectations(client, query, expect, options, signal) };
  }

  /** Proposes what can be expected of a query's records, and writes it into the text. Throws Problem. */
  async write(argument: unknown): Promise<void> {
    const open = openQuery(argument);
    const { name } = open.kept;
    const proposals = await withProgress(translate(WORDS.reading, { name }), (signal, report) => {
      return this.#propose(open, signal, (records) => report(recordsText(records)));
    });
    if (proposals === undefined) return;
    if (proposals.every(({ member }) => Object.hasOwn(open.kept.expect ?? {}, member)))
      throw new Problem(translate(WORDS.nothingToWrite, { name }));
    await applyChanges(open.editor, (text) => expectChanges(text, name, proposals, windowLanguage));
  }

  async #propose(
    open: OpenQuery,
    signal: AbortSignal,
    onRead: (records: number) => void,
  ): Promise<readonly Proposal[] | undefined> {
    const asked = await this.#ask(open, signal);
    if (asked === undefined) return undefined;
    const { client, query } = asked;
    const proposals = await proposeExpectations(client, query, { now: new Date(), onRead }, signal);
    if (proposals !== undefined) return proposals;
    throw new Problem(translate(WORDS.tooMany, { most: recordsText(MOST_TO_CHECK) }));
  }

  /** Fills the query with its defaults, so that a check asks the same everywhere. */
  async #ask(
    open: OpenQuery,
    signal: AbortSignal,
  ): Promise<
    { readonly client: DatastoreClient; readonly query: DatastoreQuery; readonly ref: ResourceRef } | undefined
  > {
    requireTrusted(translate(KEPT_EDITOR_WORDS.untrusted));
    const query = questionOf(open);
    const { portals, places } = this.#parts;
    const ref = await places.resource(open.editor.uri, open.kept.place, signal);
    if (ref === undefined) return undefined;
    await portals.records(ref.portalId)?.refresh(ref.resourceId, signal);
    const client = await portals.client(ref, signal);
    return { client, query: { ...query, resourceId: ref.resourceId }, ref };
  }
}
