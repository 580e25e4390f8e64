import * as v from 'valibot';
import { typedValue } from '../../base/cells.ts';
import { readStored } from '../../base/stored.ts';
import { queryText, StoredQuery } from '../../datastore/query/query.ts';
import type { CsvOptions } from '../../export/formatOptions.ts';
import { TEXT_FORMATS } from '../../export/formats.ts';
import { allRecords } from '../../export/records.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { FailureAction, Failures } from '../../platform/failures.ts';
import { startAgain } from '../../platform/state/unfinishedTasks.ts';
import type { PortalPort } from '../../platform/portalPort.ts';
import { type Report, withLateProgress } from '../../platform/progress.ts';
import type { UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { Exported } from '../recordsPorts.ts';
import { WAY_ON_WORDS } from '../recordsWords.ts';
import {
  askHowToExport,
  type ExportChoice,
  type FileChoice,
  isForWindow,
  readChoice,
  StoredChoice,
  storedChoice,
  type WindowChoice,
} from './exportChoice.ts';
import { exportRecoveryActions } from './exportFailure.ts';
import { brokenOff, type ExportOutcome, showOutcome } from './exportOutcome.ts';
import { recordsReport, runTask } from './exportReport.ts';
import { chooseSource, previewOf } from './exportSource.ts';
import { type ExportText, TEXT_LIMITS, writeExport } from './exportTarget.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';
import { partRecords } from './partRecords.ts';
import { type FileExportDeps, FileExports, logPagingStrategy } from './fileExports.ts';

/** An unfinished export as stored in the workspace, so that it can be started again. */
const StoredExport = v.intersect([
  v.object({ portalId: v.string(), query: StoredQuery, name: v.exactOptional(v.string()) }),
  StoredChoice,
]);

/** Exports all records of a query, requested anew, to an editor, a file or the clipboard. */
export class RecordsExport {
  readonly #portals: PortalPort;
  readonly #failures: Failures;
  readonly #unfinished: UnfinishedTasks;
  readonly #log: FileExportDeps['log'];
  readonly #limits: typeof TEXT_LIMITS;
  readonly #files: FileExports;
  /** The last choice in this session. */
  #csv: CsvOptions = {};

  constructor(deps: FileExportDeps, limits = TEXT_LIMITS) {
    this.#portals = deps.portals;
    this.#failures = deps.failures;
    this.#unfinished = deps.unfinished;
    this.#log = deps.log;
    this.#limits = limits;
    this.#files = new FileExports(deps);
  }

  /** Asks for format and place, and for the spelling of values if that makes a difference. Then exports. */
  async ask(exported: Exported): Promise<void> {
    const name = this.#nameOf(exported);
    const title = translate(WORDS.exporting, { 0: name });
    const preview = await withLateProgress(title, (signal) => previewOf(exported, this.#portals, signal));
    const chosen = preview === undefined ? undefined : await askHowToExport({ ...exported, name }, preview, this.#csv);
    if (chosen === undefined) return;
    const { choice, part, fields } = chosen;
    if (choice.csv !== undefined) this.#csv = choice.csv;
    const { panel, query } = exported;
    const narrowed = { ...exported, query: { ...query, ...(fields && { fields }) } };
    await this.run(panel && part ? { ...narrowed, panel: { ...panel, part } } : narrowed, choice);
  }

  /** Exports, and shows a failure with buttons. */
  async run(exported: Exported, choice: ExportChoice): Promise<void> {
    const file = isForWindow(choice) ? await this.#runForWindow(exported, choice) : choice;
    if (file !== undefined) await this.#files.run(exported, file);
  }

  /** Buttons for an export that a closed window didn't finish. */
  restarts(what: unknown): readonly FailureAction[] {
    const stored = readStored(StoredExport, what);
    if (stored === undefined) return [];
    const choice = readChoice(stored);
    return isForWindow(choice)
      ? startAgain(() => this.run(stored, choice))(what)
      : this.#files.resumeActions(stored, choice);
  }

  #nameOf({ portalId, query: { resourceId } }: Exported): string {
    return this.#portals.names({ portalId, resourceId }).resource;
  }

  /**
   * Exports to an editor or the clipboard. Returns the file that people chose instead, because the records are too
   * large.
   */
  async #runForWindow(exported: Exported, choice: WindowChoice): Promise<FileChoice | undefined> {
    try {
      return await this.#export(exported, choice);
    } catch (error) {
      const again = { label: translate(WAY_ON_WORDS.tryAgain), run: () => this.run(exported, choice) };
      const ways = exportRecoveryActions({ exported, error, again }, this.#portals, this.#failures);
      await this.#failures.show('Export', error, ways);
      return undefined;
    }
  }

  async #export(exported: Exported, choice: WindowChoice): Promise<FileChoice | undefined> {
    const { portalId, query } = exported;
    const title = translate(WORDS.exporting, { 0: this.#nameOf(exported) });
    const what = { portalId, query: queryText(query), ...storedChoice(choice) };
    const work = (signal: AbortSignal, report: Report) => this.#collect(exported, choice, report, signal);
    const task = () => runTask({ title, work }, exported.panel?.tasks);
    const ended = await (exported.panel?.part === undefined
      ? this.#unfinished.during({ kind: 'export', title, what }, task)
      : task());
    if (ended === undefined || 'to' in ended) return ended;
    if (ended.failure !== undefined)
      throw brokenOff(ended, this.#failures.describe(ended.failure), this.#nameOf(exported));
    showOutcome(ended);
    return undefined;
  }

  /** Undefined if the export was cancelled. */
  async #collect(
    exported: Exported,
    choice: WindowChoice,
    report: Report,
    signal: AbortSignal,
  ): Promise<ExportOutcome | FileChoice | undefined> {
    const source = await chooseSource(exported, this.#portals, signal, report);
    if (source === undefined) return undefined;
    let progress: ExportProgress = { records: 0, notices: [] };
    const show = recordsReport(report);
    const onProgress = (now: ExportProgress) => {
      progress = now;
      show(now);
    };
    const options = { onProgress, onWay: logPagingStrategy(this.#log, exported.query) };
    const part = exported.panel?.part;
    const records = part
      ? partRecords(part, signal, onProgress)
      : allRecords(source.client, exported.query, signal, options);
    const name = this.#nameOf(exported);
    const text = exportText(records, choice, name, signal);
    const place = await writeExport(text, choice, { name, limits: this.#limits }, signal);
    if (place === undefined) return undefined;
    if (typeof place !== 'string') return { ...choice, to: place };
    return { progress, format: choice.format, place, failure: text.failure(), notes: text.notes(), source };
  }
}

/** The text of an export. If the records end early, the first ones still form a complete text. */
function exportText(
  batches: ReturnType<typeof allRecords>,
  { format, values, csv }: WindowChoice,
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
