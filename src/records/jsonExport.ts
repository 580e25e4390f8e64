import * as vscode from 'vscode';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { describeNotice } from '../datastore/client/notice.ts';
import { JsonWriter } from '../export/jsonWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { untilAborted } from '../base/untilAborted.ts';
import type { Failures } from '../platform/failures.ts';
import { askWhereToSave } from '../platform/fileDialogs.ts';
import { askModal, showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { type Report, withProgress } from '../platform/progress.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { UnfinishedTasks } from '../platform/unfinishedTasks.ts';
import { isObject } from '../base/shape.ts';
import { safeFileName } from './fileName.ts';
import { noticeWords } from '../platform/noticeWords.ts';
import { askAboutRest, waitForRest } from './partialExport.ts';
import { PartFile } from '../disk/wholeFile.ts';
import { queryText, readQuery } from './savedPanel.ts';
import type { PartialFile, PortalPort } from '../platform/portalPort.ts';
import type { Exported } from './recordsPorts.ts';
import { numberText } from '../base/numberText.ts';

/** UTF-16 units. Above about 20 MB VS Code turns colours and folding off, above 50 MB it opens nothing. */
const EDITOR_LIMIT = 20_000_000;

/** A file that takes the text once it is too large for an editor. */
interface Target {
  readonly uri: vscode.Uri;
  readonly file: PartFile;
}

/** Where the records went. */
type Place = vscode.Uri | 'editor';

interface Outcome {
  readonly progress: ExportProgress | undefined;
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

/** All records of a query as JSON, asked for afresh, in an editor or, when they are many, in a file. */
export class JsonExport {
  readonly #portals: PortalPort;
  readonly #failures: Failures;
  readonly #unfinished: UnfinishedTasks;
  readonly #editorLimit: number;

  constructor(
    portals: PortalPort,
    failures: Failures,
    unfinished: UnfinishedTasks,
    editorLimit = EDITOR_LIMIT,
  ) {
    this.#portals = portals;
    this.#failures = failures;
    this.#unfinished = unfinished;
    this.#editorLimit = editorLimit;
  }

  /** A failure is told here, with ways on. */
  async run(exported: Exported): Promise<void> {
    const { portalId, panel } = exported;
    try {
      await this.#export(exported);
    } catch (error) {
      const again = () => this.run(exported);
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
    if (query !== undefined) await this.run({ portalId: what['portalId'], query });
  }

  async #export(exported: Exported): Promise<void> {
    const { portalId, query } = exported;
    const name = this.#portals.names({ portalId, resourceId: query.resourceId }).resource;
    const title = vscode.l10n.t('Exporting records of {0}', name);
    const what = { portalId, query: queryText(query) };
    const outcome = await this.#unfinished.during({ kind: 'export', title, what }, (writes) =>
      withProgress(title, (signal, report) => this.#collect(exported, name, writes, report, signal)),
    );
    if (outcome?.failure !== undefined) throw this.#brokenOff(outcome);
    if (outcome !== undefined) tellOutcome(outcome);
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
    { portalId, query, panel }: Exported,
    name: string,
    writes: (partFile: string) => void,
    report: Report,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
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
    const place = await this.#write(jsonTexts(records, ending, signal), ending, name, writes, signal);
    return place && { progress, place, failure: ending.failure, source };
  }

  /** In the words of what broke it off, with where the records from before it are. */
  #brokenOff({ failure, progress, place }: Outcome): Problem {
    const { message, hint } = this.#failures.words(failure);
    const records = numberText(progress?.records ?? 0, vscode.env.language);
    const kept =
      place === 'editor'
        ? vscode.l10n.t('The editor has the first {0} records only.', records)
        : vscode.l10n.t('The first {0} records were saved to {1}.', records, place.fsPath);
    return new Problem(message, `${hint} ${kept}`.trim(), { cause: failure });
  }

  /** `undefined` when a file was offered and not wanted: then nothing is left of the export. */
  async #write(
    texts: AsyncIterable<string>,
    ending: Ending,
    name: string,
    writes: (partFile: string) => void,
    signal: AbortSignal,
  ): Promise<Place | undefined> {
    const pieces: string[] = [];
    let size = 0;
    let target: Target | undefined;
    try {
      for await (const text of texts) {
        size += text.length;
        if (target !== undefined) {
          await target.file.write(text);
          continue;
        }
        pieces.push(text);
        if (size <= this.#editorLimit) continue;
        const uri = await untilAborted(askForFile(name), signal);
        if (uri === undefined) return undefined;
        target = { uri, file: await PartFile.create(uri.fsPath) };
        writes(target.file.path);
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
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: pieces.join('') });
    await vscode.window.showTextDocument(document, { preview: false });
    return 'editor';
  }
}

/** Records that break off behind the first ones make a whole text too; `ending` then says why. */
async function* jsonTexts(
  batches: ReturnType<typeof allRecords>,
  ending: Ending,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const writer = new JsonWriter();
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

/** In a dialog: a notification would go, and leave the export waiting for an answer. */
async function askForFile(name: string): Promise<vscode.Uri | undefined> {
  const save = vscode.l10n.t('Save to File…');
  const question = vscode.l10n.t('These records are more than 20 MB of JSON, too much for an editor.');
  if ((await askModal('information', question, [], save)) !== save) return undefined;
  return askWhereToSave({
    fileName: safeFileName(name, 'json'),
    filters: { JSON: ['json'] },
    saveLabel: vscode.l10n.t('Export'),
  });
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
function tellOutcome({ progress, place, source }: Outcome): void {
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
  const saved =
    place === 'editor'
      ? []
      : [vscode.l10n.t('{0} records were saved to {1}.', numbers(records), place.fsPath)];
  const text = [...saved, ...odd].join(' ');
  if (text !== '') void showMessage(odd.length > 0 ? 'warning' : 'information', text);
}
