import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { readStored } from '../../base/stored.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { queryText, StoredQuery } from '../../datastore/query/query.ts';
import { DatastoreError } from '../../datastore/wire/errors.ts';
import type { FileTarget } from '../../export/exportFile.ts';
import { ExportPlace } from '../../export/exportPlace.ts';
import { ExportRefusal } from '../../export/exportRefusal.ts';
import { type ExportOptions, ExportRun, type TextSummary, type TextTarget } from '../../export/exportRun.ts';
import type { CsvOptions } from '../../export/formatOptions.ts';
import { FORMATS, TEXT_FORMATS } from '../../export/formats.ts';
import type { ExportQuestion } from '../../export/journal.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import { type ExportWay, STRATEGY_LINES } from '../../export/strategy.ts';
import type { FailureAction, Failures } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import { showMessage } from '../../platform/messages.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { type Report, withLateProgress, withProgress } from '../../platform/progress.ts';
import { countText, percentText } from '../../platform/quantities.ts';
import { CLIPBOARD_LIMIT, EDITOR_LIMIT, offerFile, openInEditor } from '../../platform/textPlaces.ts';
import type { Settings } from '../../platform/state/settings.ts';
import { startAgain, type UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { ExportRequest } from '../recordsPorts.ts';
import { WAY_ON_WORDS } from '../recordsWords.ts';
import { copiedText } from '../selection/selectedCells.ts';
import {
  askHowToExport,
  type ExportChoice,
  exportFile,
  type FileChoice,
  isForWindow,
  readChoice,
  StoredChoice,
  storedChoice,
  type WindowChoice,
} from './exportChoice.ts';
import { exportRecoveryActions, refusalProblem } from './exportFailure.ts';
import { type ExportOutcome, remarksOn, savedActions, savedText, stoppedProblem } from './exportOutcome.ts';
import { recordsReport } from './exportReport.ts';
import { chooseSource, previewOf } from './exportSource.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';
import { type ExportBeginning, discarding, mayResume, recordsLeft } from './leftParts.ts';
import { partRecords } from './partRecords.ts';
import type { SavedExports } from './savedExports.ts';

export interface ExportHost {
  readonly portals: PortalPort;
  readonly failures: Failures;
  readonly log: Pick<Log, 'info'>;
  readonly unfinished: UnfinishedTasks;
  readonly savedExports: SavedExports;
  readonly settings: Pick<Settings, 'pagesAtOnce'>;
}

const StoredExport = v.intersect([
  v.object({ portalId: v.string(), query: StoredQuery, name: v.exactOptional(v.string()) }),
  StoredChoice,
]);

const TEXT_LIMITS = { editor: EDITOR_LIMIT, clipboard: CLIPBOARD_LIMIT };

interface Running {
  readonly exported: ExportRequest & { readonly name: string };
  readonly choice: ExportChoice;
  /** Undefined for an export to an editor or the clipboard. */
  readonly place: ExportPlace | undefined;
  readonly acceptsChanges: boolean;
  /** How the run begins. After a pause, it resumes with the records that it has. */
  next: ExportBeginning;
  /** Undefined until the records are written to a file. */
  question?: ExportQuestion;
}

/** Exports all records of a query, requested anew. A file's export can be resumed, even in a later window. */
export class RecordsExport {
  readonly #host: ExportHost;
  readonly #limits: typeof TEXT_LIMITS;
  #csv: CsvOptions = {};

  /** `limits` are the longest texts, in UTF-16 units. */
  constructor(host: ExportHost, limits = TEXT_LIMITS) {
    this.#host = host;
    this.#limits = limits;
  }

  /** Asks for format and place, and for the spelling of values if that makes a difference. Then exports. */
  async ask(exported: ExportRequest): Promise<void> {
    const name = this.#nameOf(exported);
    const title = translate(WORDS.exporting, { 0: name });
    const preview = await withLateProgress(title, (signal) => previewOf(exported, this.#host.portals, signal));
    const chosen = preview === undefined ? undefined : await askHowToExport({ ...exported, name }, preview, this.#csv);
    if (chosen === undefined) return;
    const { choice, part, fields } = chosen;
    if (choice.csv !== undefined) this.#csv = choice.csv;
    const { panel, query } = exported;
    const narrowed = { ...exported, query: { ...query, ...defined({ fields }) } };
    await this.run(panel && part ? { ...narrowed, panel: { ...panel, part } } : narrowed, choice);
  }

  /** Reports how the export ended. If one to a file failed or was cancelled, its records stay beside the file. */
  async run(exported: ExportRequest, choice: ExportChoice, beginning: ExportBeginning = 'ask'): Promise<void> {
    const { portalId, query, panel } = exported;
    const name = exported.name ?? this.#nameOf(exported);
    const running: Running = {
      exported: { ...exported, name },
      choice,
      place: isForWindow(choice) ? undefined : new ExportPlace(choice.to.fsPath),
      acceptsChanges: beginning === 'continueAnyway',
      next: beginning,
    };
    const title = translate(WORDS.exporting, { 0: name });
    const what = { portalId, query: queryText(query), name, ...storedChoice(choice) };
    // A panel's part can't be stored for the next window, because the panel's records are gone with this one.
    const isPart = panel?.part !== undefined;
    const work = (signal: AbortSignal, report: Report) => this.#export(running, signal, report);
    const placed = { title, work, canPause: !isPart && running.place !== undefined && !this.#isOneAnswer(exported) };
    const task = () => (panel?.tasks === undefined ? withProgress(title, work) : panel.tasks.run(placed));
    try {
      const ended = await (isPart ? task() : this.#host.unfinished.during({ kind: 'export', title, what }, task));
      if (ended === undefined) await this.#showCancelled(running);
      else if ('to' in ended) await this.run(exported, ended);
      else await this.#showEnded(running, ended);
    } catch (error) {
      await this.#showFailed(running, error);
    }
  }

  /** Buttons for an export that a closed window didn't finish. */
  restarts(what: unknown): readonly FailureAction[] {
    const stored = readStored(StoredExport, what);
    if (stored === undefined) return [];
    const choice = readChoice(stored);
    return isForWindow(choice)
      ? startAgain(() => this.run(stored, choice))(what)
      : this.#resumeActions(stored, choice, new ExportPlace(choice.to.fsPath), this.#isOneAnswer(stored));
  }

  /** Whether records come in one answer, which starts over. Only a file that is built from them can be resumed. */
  #isOneAnswer({ portalId }: ExportRequest): boolean {
    return this.#host.portals.dialect(portalId).isOnThisMachine;
  }

  #nameOf({ portalId, query: { resourceId } }: ExportRequest): string {
    return this.#host.portals.names({ portalId, resourceId }).resource;
  }

  /** Undefined if people cancel. Returns the file that they chose instead, because the text is too long. */
  async #export(
    running: Running,
    signal: AbortSignal,
    report: Report,
  ): Promise<ExportOutcome | FileChoice | undefined> {
    const { portals, log, settings } = this.#host;
    const { exported, choice } = running;
    const { query, panel } = exported;
    const source = await chooseSource(exported, portals, signal, report);
    if (source === undefined) return undefined;
    const question = await this.#questionOf(running);
    const target = isForWindow(choice)
      ? { maxLength: this.#limits[choice.to] }
      : await this.#fileTarget(running, question, signal);
    if (target === undefined) return undefined;
    const show = recordsReport(report);
    const part = panel?.part;
    const records: ExportOptions['records'] = part && ((...how) => partRecords(part, ...how));
    const options = defined({
      onProgress: (progress: ExportProgress) => {
        running.next = 'resume';
        show(progress);
      },
      onBuild: (share: number) =>
        report(translate(WORDS.building, { 0: FORMATS[choice.format].name, 1: percentText(share) })),
      // The strategy decides whether records can be lost while the data changes.
      onWay: (strategy: ExportWay) => log.info(`Export of ${query.resourceId}: ${STRATEGY_LINES[strategy]}`),
      pagesAtOnce: settings.pagesAtOnce.value,
      records,
    });
    const run = new ExportRun<FileTarget | TextTarget>(question, target);
    const summary = await run.run(source.client, signal, options);
    const outcome = { ...summary, format: choice.format, source };
    if (!('text' in outcome) || !isForWindow(choice)) return outcome;
    if (outcome.text !== undefined) {
      await showText(choice, outcome);
      return outcome;
    }
    const tooLarge = choice.to === 'clipboard' ? WORDS.tooLargeToCopy : WORDS.tooLargeToOpen;
    const offer = translate(tooLarge, { 0: FORMATS[choice.format].name });
    const to = await untilAborted(offerFile(offer, exportFile(exported.name, choice.format)), signal);
    return to && { ...choice, to };
  }

  async #fileTarget(running: Running, question: ExportQuestion, signal: AbortSignal): Promise<FileTarget | undefined> {
    const { place, acceptsChanges } = running;
    const resumes = place && (await mayResume(place, question, running.next, signal));
    if (place === undefined || resumes === undefined) return undefined;
    running.question = question;
    running.next = resumes ? 'resume' : 'anew';
    return { file: place.file, resumes, overwrites: true, acceptsChanges };
  }

  async #questionOf({ exported, choice }: Running): Promise<ExportQuestion> {
    const { portalId, query, name, panel } = exported;
    const { portals } = this.#host;
    // Nothing proves that a part is still the same, or resumes a text.
    const isOnce = panel?.part !== undefined || isForWindow(choice);
    const edition = isOnce ? randomUUID() : await portals.records(portalId)?.edition(query.resourceId);
    const { format, csv, values } = choice;
    // Local files are in no list. Their port differs in every window, so the address is left out.
    const baseUrl = portals.find(portalId)?.baseUrl ?? '';
    return defined({ baseUrl, edition, query, format, options: defined({ name, csv, values }) });
  }

  /** Throws Problem if a text's records ended early. */
  async #showEnded({ exported, choice, place }: Running, outcome: ExportOutcome): Promise<void> {
    const { failures, savedExports } = this.#host;
    const remarks = remarksOn(outcome);
    const kind = remarks.length > 0 ? 'warning' : 'information';
    if ('text' in outcome) {
      if (outcome.failure !== undefined)
        throw stoppedProblem(exported.name, choice.to === 'editor', failures.describe(outcome.failure), outcome);
      const text = [
        ...(choice.to === 'clipboard' ? [copiedText(outcome.records, FORMATS[choice.format].name)] : []),
        ...remarks,
      ].join(' ');
      if (text !== '') void showMessage(kind, text);
    } else if (place !== undefined) {
      const { records, bytes, sha256, isComplete } = outcome;
      await savedExports.add({ file: place.file, records, bytes, sha256, isComplete, ended: Date.now() });
      const text = [savedText(place.file, outcome), ...remarks].join(' ');
      failures.offer('Export', kind, text, savedActions(place.file, outcome));
    }
  }

  async #showCancelled({ exported, choice, place, question }: Running): Promise<void> {
    const records = place && question ? await recordsLeft(place, question) : 0;
    if (place === undefined || records === 0) return;
    const text = translate(WORDS.cancelled, { 0: place.file, 1: countText(records) });
    this.#host.failures.offer('Export', 'information', text, this.#resumeActions(exported, choice, place));
  }

  async #showFailed({ exported, choice, place, question }: Running, error: unknown): Promise<void> {
    const { portals, failures } = this.#host;
    if (place !== undefined && error instanceof ExportRefusal) return this.#showRefused(exported, choice, place, error);
    const records = place && question ? await recordsLeft(place, question).catch(() => 0) : 0;
    if (place === undefined || records === 0) {
      const again = { label: translate(WAY_ON_WORDS.tryAgain), run: () => this.run(exported, choice) };
      return failures.show('Export', error, exportRecoveryActions({ exported, error, again }, portals, failures));
    }
    const [again, ...others] = this.#continuing(exported, choice, error);
    // The button Resume replaces the hint of the error, which says "Run again…".
    const { message, hint } = failures.describe(error);
    const kept = translate(WORDS.kept, { 0: countText(records), 1: place.part });
    const text = translate(WORDS.stopped, { 0: basename(place.file), 1: message });
    const isResume = again.label === translate(WORDS.resume);
    const problem = new Problem(text, isResume ? kept : `${hint} ${kept}`, { cause: error });
    const actions = exportRecoveryActions({ exported, error, again }, portals, failures);
    await failures.show('Export', problem, [...actions, ...others, discarding(place)]);
  }

  async #showRefused(
    exported: ExportRequest,
    choice: ExportChoice,
    place: ExportPlace,
    refusal: ExportRefusal,
  ): Promise<void> {
    const { kind } = refusal;
    // The records of the part don't fit this format's limits.
    if (kind === 'tooManyRecords' || kind === 'tooManyFields') await place.clear();
    const isLeft = kind === 'otherQuestion' || kind === 'partChanged';
    const actions = isLeft ? [this.#button(WORDS.startOver, exported, choice, 'anew'), discarding(place)] : [];
    await this.#host.failures.show('Export', refusalProblem(refusal, choice.format), actions);
  }

  #resumeActions(
    exported: ExportRequest,
    choice: ExportChoice,
    place: ExportPlace,
    startsOver = false,
  ): readonly FailureAction[] {
    const label = startsOver ? WORDS.startOver : WORDS.resume;
    return [this.#button(label, exported, choice, 'resume'), discarding(place)];
  }

  #button(label: string, exported: ExportRequest, choice: ExportChoice, beginning: ExportBeginning): FailureAction {
    return { label: translate(label), run: () => this.run(exported, choice, beginning) };
  }

  /** The first button applies to the stored part, unless the data has changed, since resuming would then fail again. */
  #continuing(
    exported: ExportRequest,
    choice: ExportChoice,
    error: unknown,
  ): readonly [FailureAction, ...FailureAction[]] {
    const kind = error instanceof DatastoreError ? error.kind : undefined;
    const button = (label: string, beginning: ExportBeginning) => this.#button(label, exported, choice, beginning);
    if (kind !== 'dataChanged' && kind !== 'fieldsChanged') return [button(WORDS.resume, 'resume')];
    const startOver = button(WORDS.startOver, 'anew');
    return kind === 'fieldsChanged' ? [startOver] : [startOver, button(WORDS.continueAnyway, 'continueAnyway')];
  }
}

/** Opens an editor or copies. An incomplete export must not replace what people have copied. */
async function showText({ format, to }: WindowChoice, { text = '', failure }: TextSummary): Promise<void> {
  if (to === 'editor') await openInEditor(text, TEXT_FORMATS[format].language);
  else if (failure === undefined) await vscode.env.clipboard.writeText(text.replace(/\r?\n$/, ''));
}
