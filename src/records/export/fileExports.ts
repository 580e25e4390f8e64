/** Exports to files, each of which can be resumed in this window or a later one after any interruption. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { DatastoreError } from '../../datastore/wire/errors.ts';
import { type DatastoreQuery, queryText } from '../../datastore/query/query.ts';
import { ExportPlace } from '../../export/exportPlace.ts';
import { type ExportOptions, ExportRefusal, ExportRun, type ExportSummary } from '../../export/exportRun.ts';
import { FORMATS, isBuilt } from '../../export/formats.ts';
import type { ExportQuestion } from '../../export/journal.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import { STRATEGY_LINES, type PagingStrategy } from '../../export/strategy.ts';
import type { FailureAction, Failures } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import type { PortalPort } from '../../platform/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import type { Report } from '../../platform/progress.ts';
import { countText, percentText, sizeText } from '../../platform/quantities.ts';
import { canReveal, revealFile } from '../../platform/revealFile.ts';
import { EDITOR_MAXIMUM } from '../../platform/textPlaces.ts';
import type { UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { Exported } from '../recordsPorts.ts';
import { WAY_ON_WORDS } from '../recordsWords.ts';
import { type FileChoice, storedChoice } from './exportChoice.ts';
import { refusalProblem, exportRecoveryActions } from './exportFailure.ts';
import { remarksOn } from './exportOutcome.ts';
import { recordsReport, runTask } from './exportReport.ts';
import { chooseSource, type ExportSource } from './exportSource.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';
import type { SavedExports } from './savedExports.ts';
import { partRecords } from './partRecords.ts';
import { type Beginning, discarding, mayResume, recordsLeft } from './leftParts.ts';

export interface FileExportDeps {
  readonly portals: PortalPort;
  readonly failures: Failures;
  readonly log: Pick<Log, 'info'>;
  readonly unfinished: UnfinishedTasks;
  readonly savedExports: SavedExports;
}

interface FileExport {
  readonly exported: Exported & { readonly name: string };
  readonly choice: FileChoice;
  readonly place: ExportPlace;
  /** Undefined until the export has begun. */
  question?: ExportQuestion;
}

export class FileExports {
  readonly #deps: FileExportDeps;

  constructor(deps: FileExportDeps) {
    this.#deps = deps;
  }

  /** Runs an export and reports how it ended. If it failed or was cancelled, its records stay beside the file. */
  async run(request: Exported, choice: FileChoice, beginning: Beginning = 'ask'): Promise<void> {
    const { portals, unfinished, log } = this.#deps;
    const { portalId, query } = request;
    const name = request.name ?? portals.names({ portalId, resourceId: query.resourceId }).resource;
    const place = new ExportPlace(choice.to.fsPath);
    const work: FileExport = { exported: { ...request, name }, choice, place };
    const title = translate(WORDS.exporting, { 0: name });
    const what = { portalId, query: queryText(query), name, ...storedChoice(choice) };
    try {
      // After a pause, the export continues with the records that it has.
      let next = beginning;
      const run = async (signal: AbortSignal, report: Report) => {
        const source = await chooseSource(request, portals, signal, report);
        if (source === undefined) return undefined;
        const question = await this.#questionOf(work);
        const resumes = await mayResume(place, question, next, signal);
        if (resumes === undefined) return undefined;
        work.question = question;
        next = resumes ? 'resume' : 'anew';
        const show = recordsReport(report);
        const onProgress = (progress: ExportProgress): void => {
          next = 'resume';
          show(progress);
        };
        const onBuild = (share: number): void =>
          report(translate(WORDS.building, { 0: FORMATS[choice.format].name, 1: percentText(share) }));
        const acceptsChanges = beginning === 'continueAnyway';
        const target = { file: place.file, resumes, overwrites: true, acceptsChanges };
        const begun = new ExportRun(question, target);
        const part = request.panel?.part;
        const records: ExportOptions['records'] = part && ((...how) => partRecords(part, ...how));
        const options = {
          onProgress,
          onBuild,
          onWay: logPagingStrategy(log, query),
          ...(records && { records }),
        };
        return { source, summary: await begun.run(source.client, signal, options) };
      };
      const { panel } = request;
      const canPause = panel?.part === undefined;
      const task = () => runTask({ title, work: run, canPause }, panel?.tasks);
      // A panel's part can't be stored for the next window, because the panel's records are gone with this one.
      const ended = await (canPause ? unfinished.during({ kind: 'export', title, what }, task) : task());
      if (ended !== undefined) await this.#ended(work, ended.summary, ended.source);
      else await this.#tellCancelled(work);
    } catch (error) {
      await this.#tellFailed(work, error);
    }
  }

  /** Buttons for resuming or discarding an unfinished export. */
  resumeActions(exported: Exported, choice: FileChoice): readonly FailureAction[] {
    return [this.#resuming(exported, choice), discarding(new ExportPlace(choice.to.fsPath))];
  }

  #resuming(exported: Exported, choice: FileChoice): FailureAction {
    return { label: translate(WORDS.resume), run: () => this.run(exported, choice, 'resume') };
  }

  #startingOver(exported: Exported, choice: FileChoice): FailureAction {
    return { label: translate(WORDS.startOver), run: () => this.run(exported, choice, 'anew') };
  }

  /**
   * Buttons to continue with. The first applies to the stored part, unless the data has changed, since resuming would
   * then fail again.
   */
  #continuing(exported: Exported, choice: FileChoice, error: unknown): readonly [FailureAction, ...FailureAction[]] {
    const kind = error instanceof DatastoreError ? error.kind : undefined;
    if (kind !== 'dataChanged' && kind !== 'fieldsChanged') return [this.#resuming(exported, choice)];
    const startOver = this.#startingOver(exported, choice);
    if (kind === 'fieldsChanged') return [startOver];
    const run = () => this.run(exported, choice, 'continueAnyway');
    return [startOver, { label: translate(WORDS.continueAnyway), run }];
  }

  async #questionOf({ exported, choice }: FileExport): Promise<ExportQuestion> {
    const { portalId, query, name } = exported;
    const { portals } = this.#deps;
    // A part of the records is never resumed, because nothing proves that another part is the same.
    const isPart = exported.panel?.part !== undefined;
    const edition = isPart ? randomUUID() : await portals.records(portalId)?.edition(query.resourceId);
    const { format, csv, values } = choice;
    return {
      // Local files are in no list. Their port differs in every window, so the address is left out.
      baseUrl: portals.find(portalId)?.baseUrl ?? '',
      ...(edition !== undefined && { edition }),
      query,
      format,
      options: { name, ...(csv && { csv }), ...(values && { values }) },
    };
  }

  async #ended(work: FileExport, summary: ExportSummary, source: ExportSource): Promise<void> {
    const { records, bytes, sha256, isComplete } = summary;
    const { file } = work.place;
    const saved = { file, records, bytes, sha256, isComplete, ended: Date.now() };
    await this.#deps.savedExports.add(saved);
    this.#tell(work, summary, source);
  }

  #tell({ choice: { format, to } }: FileExport, summary: ExportSummary, source: ExportSource): void {
    const { records, bytes } = summary;
    const size = sizeText(bytes);
    const saved =
      records === 1
        ? translate(WORDS.savedOne, { 0: size, 1: to.fsPath })
        : translate(WORDS.saved, { 0: countText(records), 1: size, 2: to.fsPath });
    const remarks = remarksOn({ format, source, ...summary });
    const canOpen = !isBuilt(format) && bytes <= EDITOR_MAXIMUM;
    const open = () => vscode.commands.executeCommand('vscode.open', to);
    const actions = [
      ...(canOpen ? [{ label: translate(WORDS.open), run: open }] : []),
      ...(canReveal(to.fsPath) ? [{ label: translate(WORDS.reveal), run: () => revealFile(to.fsPath) }] : []),
      { label: translate(WORDS.copyPath), run: () => vscode.env.clipboard.writeText(to.fsPath) },
    ];
    const kind = remarks.length > 0 ? 'warning' : 'information';
    this.#deps.failures.offer('Export', kind, [saved, ...remarks].join(' '), actions);
  }

  async #tellCancelled({ exported, choice, place, question }: FileExport): Promise<void> {
    const records = question === undefined ? 0 : await recordsLeft(place, question);
    if (records === 0) return;
    const text = translate(WORDS.cancelled, { 0: place.file, 1: countText(records) });
    this.#deps.failures.offer('Export', 'information', text, this.resumeActions(exported, choice));
  }

  async #tellFailed({ exported, choice, place, question }: FileExport, error: unknown): Promise<void> {
    const { portals, failures } = this.#deps;
    if (error instanceof ExportRefusal) {
      await this.#tellRefused({ exported, choice, place }, error);
      return;
    }
    const records = question === undefined ? 0 : await recordsLeft(place, question).catch(() => 0);
    if (records === 0) {
      const again = { label: translate(WAY_ON_WORDS.tryAgain), run: () => this.run(exported, choice) };
      await failures.show('Export', error, exportRecoveryActions({ exported, error, again }, portals, failures));
      return;
    }
    const { message, hint } = failures.describe(error);
    const kept = translate(WORDS.kept, { 0: countText(records), 1: place.part });
    const [again, ...others] = this.#continuing(exported, choice, error);
    const text = translate(WORDS.stopped, { 0: basename(place.file), 1: message });
    // The button Resume replaces the hint of the error, which says "Run again…".
    const told = new Problem(text, again.label === translate(WORDS.resume) ? kept : `${hint} ${kept}`, {
      cause: error,
    });
    const ways = exportRecoveryActions({ exported, error, again }, portals, failures);
    await failures.show('Export', told, [...ways, ...others, discarding(place)]);
  }

  async #tellRefused({ exported, choice, place }: FileExport, error: ExportRefusal): Promise<void> {
    const { kind } = error;
    // The records of the part don't fit this format's limits.
    if (kind === 'tooManyRecords' || kind === 'tooManyFields') await place.clear();
    const startOver = this.#startingOver(exported, choice);
    const isLeft = kind === 'otherQuestion' || kind === 'partChanged';
    const actions = isLeft ? [startOver, discarding(place)] : [];
    await this.#deps.failures.show('Export', refusalProblem(error, choice.format), actions);
  }
}

/** Logs the way of paging, because it decides whether records can be lost while the data changes. */
export function logPagingStrategy(
  log: FileExportDeps['log'],
  { resourceId }: DatastoreQuery,
): (way: PagingStrategy) => void {
  return (way) => log.info(`Export of ${resourceId}: ${STRATEGY_LINES[way]}`);
}
