import * as vscode from 'vscode';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { describeNotice } from '../datastore/client/notice.ts';
import { type FormatId, FORMATS, isFormatId } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { untilAborted } from '../base/untilAborted.ts';
import type { Failures } from '../platform/failures.ts';
import { showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { type Report, withProgress } from '../platform/progress.ts';
import { CLIPBOARD_LIMIT, EDITOR_LIMIT, offerFile, openInEditor } from '../platform/textPlaces.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { UnfinishedTasks } from '../platform/unfinishedTasks.ts';
import { isObject } from '../base/shape.ts';
import { askHowToExport, type ExportChoice, exportFile } from './exportChoice.ts';
import { noticeWords } from '../platform/noticeWords.ts';
import { askAboutRest, waitForRest } from './partialExport.ts';
import { PartFile } from '../disk/wholeFile.ts';
import { queryText, readQuery } from './savedPanel.ts';
import type { PartialFile, PortalPort } from '../platform/portalPort.ts';
import type { Exported } from './recordsPorts.ts';
import { numberText } from '../base/numberText.ts';

const LIMITS = { editor: EDITOR_LIMIT, clipboard: CLIPBOARD_LIMIT };

/** A file that takes the text. */
interface Target {
  readonly uri: vscode.Uri;
  readonly file: PartFile;
}

/** Where the records went. */
type Place = ExportChoice['to'];

interface Outcome {
  readonly progress: ExportProgress | undefined;
  readonly format: FormatId;
  readonly place: Place;
  /** What broke the export off: these are the records from before it. */
  readonly failure: unknown;
  readonly source: Source;
}

/** Who is asked for the records. */
interface Source {
  readonly client: DatastoreClient;
  /** How many a panel promises, where it knows. */
  readonly records?: number;
  /** The file that has more of them than can be asked for. */
  readonly partial?: PartialFile;
}

/** How the records ended. */
interface Ending {
  failure?: unknown;
}

/** All records of a query, asked for afresh, in an editor, in a file or on the clipboard. */
export class RecordsExport {
  readonly #portals: PortalPort;
  readonly #failures: Failures;
  readonly #unfinished: UnfinishedTasks;
  readonly #limits: typeof LIMITS;

  constructor(portals: PortalPort, failures: Failures, unfinished: UnfinishedTasks, limits = LIMITS) {
    this.#portals = portals;
    this.#failures = failures;
    this.#unfinished = unfinished;
    this.#limits = limits;
  }

  /** Asks for the format and the place first. */
  async ask(exported: Exported): Promise<void> {
    const choice = await askHowToExport(this.#nameOf(exported));
    if (choice !== undefined) await this.run(exported, choice);
  }

  /** A failure is shown here, with ways on. */
  async run(exported: Exported, choice: ExportChoice): Promise<void> {
    const { portalId, panel } = exported;
    try {
      await this.#export(exported, choice);
    } catch (error) {
      const again = () => this.run(exported, choice);
      const setToken = async () => {
        if (await this.#portals.setToken(portalId)) await again();
      };
      // What the panel shows can't be asked for any more.
      const isOld = panel !== undefined && this.#portals.hasMoved(panel.client);
      await this.#failures.tell('Export', error, [
        ...(this.#failures.words(error).offersToken
          ? [{ label: vscode.l10n.t('Set API Token…'), run: setToken }]
          : []),
        isOld
          ? { label: vscode.l10n.t('Run Again'), run: panel.runAgain }
          : { label: vscode.l10n.t('Try Again'), run: again },
      ]);
    }
  }

  /** One that a window did not finish. */
  async resume(what: unknown): Promise<void> {
    if (!isObject(what) || typeof what['portalId'] !== 'string' || typeof what['query'] !== 'string') return;
    const query = readQuery(what['query']);
    const choice = readChoice(what);
    if (query !== undefined && choice !== undefined)
      await this.run({ portalId: what['portalId'], query }, choice);
  }

  #nameOf({ portalId, query: { resourceId } }: Exported): string {
    return this.#portals.names({ portalId, resourceId }).resource;
  }

  async #export(exported: Exported, choice: ExportChoice): Promise<void> {
    const { portalId, query } = exported;
    const title = vscode.l10n.t('Exporting records of {0}', this.#nameOf(exported));
    const what = { portalId, query: queryText(query), ...savedChoice(choice) };
    const outcome = await this.#unfinished.during({ kind: 'export', title, what }, (writes) =>
      withProgress(title, (signal, report) => this.#collect(exported, choice, writes, report, signal)),
    );
    if (outcome?.failure !== undefined) throw this.#brokenOff(outcome);
    if (outcome !== undefined) showOutcome(outcome);
  }

  /** Who to ask. `undefined`: a file is still being read, and people want neither to wait nor its first records. */
  async #source(
    ref: ResourceRef,
    panel: Exported['panel'],
    signal: AbortSignal,
    report: Report,
  ): Promise<Source | undefined> {
    // A local file that was cleared meanwhile is read for it.
    const client = await this.#portals.client(ref, signal);
    const partial = this.#portals.partial(ref);
    if (partial === undefined) return { client, ...panel };
    const answer = await askAboutRest(partial, signal);
    if (answer === 'loaded') return { client, partial };
    if (answer === undefined) return undefined;
    await waitForRest(partial, this.#portals, signal, report);
    return { client: await this.#portals.client(ref, signal) };
  }

  /** `writes`: hears of the file that the records go to for the time being. `undefined` as for `#write`. */
  async #collect(
    exported: Exported,
    choice: ExportChoice,
    writes: (partFile: string) => void,
    report: Report,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { portalId, query, panel } = exported;
    const ref = { portalId, resourceId: query.resourceId };
    // Nobody looks at these records yet, so they need not stay as they were.
    if (panel === undefined) await this.#portals.refresh(ref, signal);
    const source = await this.#source(ref, panel, signal, report);
    if (source === undefined) return undefined;
    let progress: ExportProgress | undefined;
    const onProgress = (now: ExportProgress) => {
      progress = now;
      reportProgress(now, report);
    };
    const records = allRecords(source.client, query, signal, { onProgress });
    const ending: Ending = {};
    const texts = textsOf(records, new FORMATS[choice.format].Writer(), ending, signal);
    const place = await this.#write(texts, ending, choice, this.#nameOf(exported), writes, signal);
    return place && { progress, format: choice.format, place, failure: ending.failure, source };
  }

  /** In the words of what broke it off, with where the records from before it are. */
  #brokenOff({ failure, progress, place }: Outcome): Problem {
    const { message, hint } = this.#failures.words(failure);
    const records = numberText(progress?.records ?? 0, vscode.env.language);
    const kept =
      place === 'editor'
        ? vscode.l10n.t('The editor has the first {0} records only.', records)
        : place === 'clipboard'
          ? vscode.l10n.t('Nothing was copied.')
          : vscode.l10n.t('The first {0} records were saved to {1}.', records, place.fsPath);
    return new Problem(message, `${hint} ${kept}`.trim(), { cause: failure });
  }

  /** `undefined` when a file was offered and not wanted: then nothing is left of the export. */
  async #write(
    texts: AsyncIterable<string>,
    ending: Ending,
    { format, to }: ExportChoice,
    name: string,
    writes: (partFile: string) => void,
    signal: AbortSignal,
  ): Promise<Place | undefined> {
    const limit = typeof to === 'string' ? this.#limits[to] : 0;
    const pieces: string[] = [];
    let size = 0;
    let target: Target | undefined;
    try {
      if (typeof to !== 'string') target = await openTarget(to, writes);
      for await (const text of texts) {
        if (target !== undefined) {
          await target.file.write(text);
          continue;
        }
        pieces.push(text);
        size += text.length;
        if (size <= limit) continue;
        const uri = await untilAborted(offerFile(tooLarge(to, format), exportFile(name, format)), signal);
        if (uri === undefined) return undefined;
        target = await openTarget(uri, writes);
        await target.file.write(pieces.splice(0).join(''));
      }
      signal.throwIfAborted();
      if (target !== undefined && ending.failure !== undefined)
        return vscode.Uri.file(await target.file.keepBeside());
      await target?.file.finish();
    } catch (error) {
      await target?.file.abandon();
      throw error;
    }
    if (target !== undefined) return target.uri;
    if (to !== 'clipboard') await openInEditor(pieces.join(''), FORMATS[format].language);
    // A part of the records doesn't replace what people had copied.
    else if (ending.failure === undefined)
      await vscode.env.clipboard.writeText(pieces.join('').replace(/\r?\n$/, ''));
    return to;
  }
}

async function openTarget(uri: vscode.Uri, writes: (partFile: string) => void): Promise<Target> {
  const file = await PartFile.create(uri.fsPath);
  writes(file.path);
  return { uri, file };
}

/** Records that break off behind the first ones make a whole text too; `ending` then says why. */
async function* textsOf(
  batches: ReturnType<typeof allRecords>,
  writer: RecordWriter,
  ending: Ending,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let records = 0;
  let isFirst = true;
  try {
    for await (const { fields, rows } of batches) {
      if (isFirst) yield writer.begin(fields);
      isFirst = false;
      records += rows.length;
      yield writer.rows(rows);
    }
  } catch (error) {
    if (records === 0 || signal.aborted) throw error;
    ending.failure = error;
  }
  yield writer.end();
}

function tooLarge(to: ExportChoice['to'], format: FormatId): string {
  const { name } = FORMATS[format];
  return to === 'clipboard'
    ? vscode.l10n.t('These records are more than 64 MB of {0}, too much for the clipboard.', name)
    : vscode.l10n.t('These records are more than 20 MB of {0}, too much for an editor.', name);
}

/** As it is kept until the export ends. */
function savedChoice({ format, to }: ExportChoice): Readonly<Record<string, string>> {
  return { format, ...(typeof to === 'string' ? { to } : { file: to.fsPath }) };
}

function readChoice({ format, to, file }: Readonly<Record<string, unknown>>): ExportChoice | undefined {
  if (!isFormatId(format)) return undefined;
  if (typeof file === 'string') return { format, to: vscode.Uri.file(file) };
  return to === 'editor' || to === 'clipboard' ? { format, to } : undefined;
}

function reportProgress({ records, expected }: ExportProgress, report: Report): void {
  const done = numberText(records, vscode.env.language);
  if (expected === undefined || expected === 0) {
    report(vscode.l10n.t('{0} records', done));
    return;
  }
  report(
    vscode.l10n.t('{0} of {1} records', done, numberText(expected, vscode.env.language)),
    records / expected,
  );
}

/** Says where the records are, if that is not to be seen, and whatever was odd about them. */
function showOutcome({ progress, format, place, source }: Outcome): void {
  if (progress === undefined) return;
  const { records, notices } = progress;
  const { records: shown, partial } = source;
  const numbers = (value: number) => numberText(value, vscode.env.language);
  const odd = notices
    .filter(({ kind }) => kind !== 'rankHidden')
    .map((notice) => describeNotice(notice, noticeWords(), numbers));
  if (shown !== undefined && shown !== records)
    odd.unshift(
      vscode.l10n.t(
        'The data changed: {0} records were shown, {1} were exported.',
        numbers(shown),
        numbers(records),
      ),
    );
  if (partial !== undefined)
    odd.unshift(vscode.l10n.t('These aren’t all records: {0} wasn’t fully loaded.', partial.name));
  const text = [...placeText(place, records, FORMATS[format].name), ...odd].join(' ');
  if (text !== '') void showMessage(odd.length > 0 ? 'warning' : 'information', text);
}

function placeText(place: Place, records: number, format: string): readonly string[] {
  const count = numberText(records, vscode.env.language);
  if (place === 'editor') return [];
  if (place === 'clipboard')
    return [
      records === 1
        ? vscode.l10n.t('Copied 1 record as {0}.', format)
        : vscode.l10n.t('Copied {0} records as {1}.', count, format),
    ];
  return [vscode.l10n.t('{0} records were saved to {1}.', count, place.fsPath)];
}
