import * as v from 'valibot';
import { typedValue } from '../../base/cells.ts';
import { readStored } from '../../base/stored.ts';
import { queryText, StoredQuery } from '../../datastore/query/query.ts';
import type { CsvOptions } from '../../export/formatOptions.ts';
import { BUILT_FORMATS, isBuilt, TEXT_FORMATS } from '../../export/formats.ts';
import { allRecords } from '../../export/records.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { Failures } from '../../platform/failures.ts';
import type { PortalPort } from '../../platform/portalPort.ts';
import { type Report, withLateProgress, withProgress } from '../../platform/progress.ts';
import { countText, recordsText } from '../../platform/quantities.ts';
import type { UnfinishedTasks } from '../../platform/unfinishedTasks.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { Exported } from '../recordsPorts.ts';
import { WAY_ON_WORDS } from '../recordsWords.ts';
import { writeBuilt } from './builtTarget.ts';
import {
  askHowToExport,
  type BuiltChoice,
  type ExportChoice,
  readChoice,
  StoredChoice,
  storedChoice,
  type TextChoice,
} from './exportChoice.ts';
import { brokenOff, type ExportOutcome, showOutcome } from './exportOutcome.ts';
import { chooseSource, hasFileTexts } from './exportSource.ts';
import { type ExportText, TEXT_LIMITS, writeExport } from './exportTarget.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** As an export is kept until it ends. */
const StoredExport = v.intersect([v.object({ portalId: v.string(), query: StoredQuery }), StoredChoice]);

/** All records of a query, asked for afresh, in an editor, in a file or on the clipboard. */
export class RecordsExport {
  readonly #portals: PortalPort;
  readonly #failures: Failures;
  readonly #unfinished: UnfinishedTasks;
  readonly #limits: typeof TEXT_LIMITS;
  /** As it was chosen last in this session. */
  #csv: CsvOptions = {};

  constructor(portals: PortalPort, failures: Failures, unfinished: UnfinishedTasks, limits = TEXT_LIMITS) {
    this.#portals = portals;
    this.#failures = failures;
    this.#unfinished = unfinished;
    this.#limits = limits;
  }

  /** Asks for the format and the place first, and how values are written where that makes a difference. */
  async ask(exported: Exported): Promise<void> {
    const name = this.#nameOf(exported);
    const title = translate(WORDS.exporting, { 0: name });
    const hasTexts = await withLateProgress(title, (signal) => hasFileTexts(exported, this.#portals, signal));
    const choice = hasTexts === undefined ? undefined : await askHowToExport(name, hasTexts, this.#csv);
    if (choice?.csv !== undefined) this.#csv = choice.csv;
    if (choice !== undefined) await this.run(exported, choice);
  }

  /** Shows a failure itself, with what can be done. */
  async run(exported: Exported, choice: ExportChoice): Promise<void> {
    const { portalId, panel } = exported;
    try {
      await this.#export(exported, choice);
    } catch (error) {
      const again = () => this.run(exported, choice);
      const setToken = async () => {
        if (await this.#portals.setToken(portalId)) await again();
      };
      // The server that the panel asked is no longer the portal's.
      const isOld = panel !== undefined && this.#portals.hasMoved(panel.client);
      await this.#failures.show('Export', error, [
        ...(this.#failures.describe(error).offersToken
          ? [{ label: translate(WAY_ON_WORDS.setToken), run: setToken }]
          : []),
        isOld
          ? { label: translate(WAY_ON_WORDS.runAgain), run: panel.runAgain }
          : { label: translate(WAY_ON_WORDS.tryAgain), run: again },
      ]);
    }
  }

  /** One that a window did not finish. */
  async resume(what: unknown): Promise<void> {
    const stored = readStored(StoredExport, what);
    if (stored !== undefined) await this.run(stored, readChoice(stored));
  }

  #nameOf({ portalId, query: { resourceId } }: Exported): string {
    return this.#portals.names({ portalId, resourceId }).resource;
  }

  async #export(exported: Exported, choice: ExportChoice): Promise<void> {
    const { portalId, query } = exported;
    const title = translate(WORDS.exporting, { 0: this.#nameOf(exported) });
    const what = { portalId, query: queryText(query), ...storedChoice(choice) };
    const outcome = await this.#unfinished.during({ kind: 'export', title, what }, (onPartFile) =>
      withProgress(title, (signal, report) => this.#collect(exported, choice, onPartFile, report, signal)),
    );
    if (outcome?.failure !== undefined) throw brokenOff(outcome, this.#failures.describe(outcome.failure));
    if (outcome !== undefined) showOutcome(outcome);
  }

  /** `undefined` when it was cancelled. */
  async #collect(
    exported: Exported,
    choice: ExportChoice,
    onPartFile: (path: string) => void,
    report: Report,
    signal: AbortSignal,
  ): Promise<ExportOutcome | undefined> {
    const source = await chooseSource(exported, this.#portals, signal, report);
    if (source === undefined) return undefined;
    let progress: ExportProgress | undefined;
    const onProgress = (now: ExportProgress) => {
      progress = now;
      reportProgress(now, report);
    };
    const records = allRecords(source.client, exported.query, signal, { onProgress });
    const name = this.#nameOf(exported);
    if (isBuiltChoice(choice)) {
      const format = BUILT_FORMATS[choice.format];
      const options = { format, name, onPartFile, report, expected: () => progress?.expected };
      const { uri, ...built } = await writeBuilt(records, choice, options, signal);
      return { progress, format: choice.format, place: uri, source, ...built };
    }
    const text = exportText(records, choice, name, signal);
    const place = await writeExport(text, choice, { name, limits: this.#limits, onPartFile }, signal);
    const { failure, notes } = text;
    return place && { progress, format: choice.format, place, failure: failure(), notes: notes(), source };
  }
}

function isBuiltChoice(choice: ExportChoice): choice is BuiltChoice {
  return isBuilt(choice.format);
}

/** Where the records stop early, those from before still make a whole text. */
function exportText(
  batches: ReturnType<typeof allRecords>,
  { format, values, csv }: TextChoice,
  name: string,
  signal: AbortSignal,
): ExportText {
  const writer = new TEXT_FORMATS[format].Writer({ name, ...(csv && { csv }) });
  let failure: unknown;
  async function* texts(): AsyncGenerator<string, void> {
    let records = 0;
    let isFirst = true;
    try {
      for await (const { fields, rows } of batches) {
        if (isFirst) yield writer.begin(fields);
        isFirst = false;
        records += rows.length;
        yield writer.rows(values === 'typed' ? rows.map((row) => row.map(typedValue)) : rows);
      }
    } catch (error) {
      if (records === 0 || signal.aborted) throw error;
      failure = error;
    }
    yield writer.end();
  }
  return { texts: texts(), failure: () => failure, notes: () => writer.notes ?? [] };
}

function reportProgress({ records, expected }: ExportProgress, report: Report): void {
  if (expected === undefined || expected === 0) report(recordsText(records));
  else
    report(translate(WORDS.progress, { 0: countText(records), 1: countText(expected) }), records / expected);
}
