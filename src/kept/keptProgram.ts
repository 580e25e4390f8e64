/** Builds the objects of query documents and connects them, for program.ts. */
import * as v from 'valibot';
import { defined } from '../base/defined.ts';
import { readStored } from '../base/stored.ts';
import { StoredQuery } from '../datastore/query/query.ts';
import type { ParameterValues } from '../document/kept/keptQuery.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { requireTrusted } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import type { Storage } from '../platform/state/stored.ts';
import { translate } from '../platform/windowLanguage.ts';
import { CheckTests } from './checkTests.ts';
import { KeptChecks } from './keptChecks.ts';
import { KeptDiagnostics } from './keptDiagnostics.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { type FormPort, KeptForm } from './keptForm.ts';
import { KeptLenses } from './keptLenses.ts';
import { KeptSaving } from './keptSaving.ts';
import { type OpenQuery, openQuery, questionOf, requireReadable } from './openQueries.ts';
import { ParameterForm } from './parameterForm.ts';
import type { PlacedQuery, ReadyQuery } from './placedQuery.ts';

export interface KeptProgramParts {
  readonly failures: Failures;
  readonly portals: PortalPort;
  readonly places: KeptPlacesPort;
  readonly form: FormPort;
  /** The storage of the workspace. */
  readonly state: Storage;
  /** Shows the answer of a query in a panel. */
  readonly open: (placed: PlacedQuery) => Promise<unknown>;
}

export class KeptProgram extends Owner {
  readonly parts: KeptProgramParts;
  readonly saving: KeptSaving;
  readonly diagnostics: KeptDiagnostics;
  readonly checks: KeptChecks;
  readonly tests: CheckTests;
  readonly lenses = this.owned.add(new KeptLenses());
  readonly #parameters: ParameterForm;
  readonly #form: KeptForm;

  constructor(parts: KeptProgramParts) {
    super();
    this.parts = parts;
    this.saving = new KeptSaving(parts.places);
    this.#parameters = new ParameterForm(parts.state);
    this.diagnostics = this.owned.add(new KeptDiagnostics(parts.places));
    this.#form = this.owned.add(new KeptForm(parts.form, parts.failures));
    this.checks = new KeptChecks(parts);
    this.tests = this.owned.add(new CheckTests(this.checks, parts.failures));
  }

  /** Runs the query of a lens, or the one at the cursor, in a panel. Throws Problem. */
  async run(argument: unknown): Promise<void> {
    const ready = await this.prepare(argument, (uri, open) => this.#parameters.ask(uri, open.kept));
    if (ready === undefined) return;
    const { kept, ref, query } = ready;
    await this.parts.open({ portalId: ref.portalId, query, ...defined({ chart: kept.chart }) });
  }

  /** Opens the form beside the text, with the values of the last run. Throws Problem. */
  async editInForm(argument: unknown): Promise<void> {
    const last = async (uri: string, { kept }: OpenQuery): Promise<ParameterValues | undefined> => {
      const values = this.#parameters.lastOf(uri, kept);
      return kept.parameters.every(({ name }) => values.has(name)) ? values : this.#parameters.ask(uri, kept);
    };
    const ready = await this.prepare(argument, last);
    if (ready !== undefined) await this.#form.open(ready);
  }

  /** Opens the records that break an expectation, or some of them. */
  async showUnexpected(argument: unknown): Promise<void> {
    const records = readStored(v.object({ portalId: v.string(), query: StoredQuery }), argument);
    if (records !== undefined) await this.parts.open(records);
  }

  /** Fills a query and finds its resource. Undefined if people cancel. Throws Problem. */
  async prepare(
    argument: unknown,
    fill: (uri: string, open: OpenQuery) => Promise<ParameterValues | undefined>,
  ): Promise<ReadyQuery | undefined> {
    const open = openQuery(argument);
    const { editor, kept } = open;
    requireTrusted(translate(WORDS.untrusted));
    requireReadable(open);
    const values = await fill(editor.uri.toString(), open);
    if (values === undefined) return undefined;
    const query = questionOf(open, values);
    const title = translate(WORDS.preparing, { name: kept.name });
    const ref = await withLateProgress(title, (signal) => this.parts.places.resource(editor.uri, kept.place, signal));
    return ref && { ...open, values, ref, query: { ...query, resourceId: ref.resourceId } };
  }
}
