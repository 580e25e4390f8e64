/** Chooses where an export gets its records. A file that is still loading has only its first ones. */
import { untilAborted } from '../../base/untilAborted.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { askModal } from '../../platform/messages.ts';
import type { PartialFile, PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import type { Report } from '../../platform/progress.ts';
import { countText, percentText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { ExportRequest, RecordFacts } from '../recordsPorts.ts';
import { SAMPLE } from './exportEstimate.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface ExportSource {
  readonly client: DatastoreClient;
  readonly records?: number;
  readonly partial?: PartialFile;
}

/** Waits for a file to load, or takes its first records, as people choose. Undefined if they cancel. Throws Problem. */
export async function chooseSource(
  { portalId, query, panel }: ExportRequest,
  portals: PortalPort,
  signal: AbortSignal,
  report: Report,
): Promise<ExportSource | undefined> {
  const { resourceId } = query;
  const ref = { portalId, resourceId };
  if (panel?.part !== undefined) return { client: panel.client, records: panel.part.records };
  // Without a panel, an export gets the newest records.
  if (panel === undefined) {
    await portals.askForSql(ref, query);
    await portals.records(portalId)?.refresh(resourceId, signal);
  }
  // The client reads a local file again if its tables were cleared.
  const client = await portals.client(ref, signal);
  const partial = portals.records(portalId)?.partial(resourceId);
  if (partial === undefined) return { client, ...panel };
  const answer = await askAboutRest(partial, signal);
  if (answer === 'loaded') return { client, partial };
  if (answer === undefined) return undefined;
  await waitForRest(partial, portals, signal, report);
  return { client: await portals.client(ref, signal) };
}

export type Preview = RecordFacts & FileFields;

interface FileFields {
  /** Whether some values of a file have a spelling of their own. */
  readonly hasTexts: boolean;
  /** All fields but `_id`, for records on this machine: a person's own file doesn't have that field. */
  readonly fieldsButId?: readonly string[];
}

/** Longest wait for a preview before the formats are shown. */
const PREVIEW_MS = 2000;

/** Without an answer in time the preview is empty, and the export itself will report why. */
export async function previewOf(
  { portalId, query, panel }: ExportRequest,
  portals: Pick<PortalPort, 'client' | 'records'>,
  signal: AbortSignal,
): Promise<Preview> {
  const { resourceId } = query;
  const ref = { portalId, resourceId };
  try {
    const client = panel?.client ?? (await portals.client(ref, signal));
    const ofFile = await fileFields(client, query, signal);
    // More records of a loading file will come, so the panel's count is used.
    const isKnown = panel !== undefined || portals.records(portalId)?.partial(resourceId) !== undefined;
    return { ...ofFile, ...(isKnown ? panel : await firstOf(client, query, signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { hasTexts: false, ...panel };
  }
}

async function fileFields(
  client: DatastoreClient,
  { resourceId, fields: fieldIds }: DatastoreQuery,
  signal: AbortSignal,
): Promise<FileFields> {
  if (!client.dialect.isOnThisMachine) return { hasTexts: false };
  const all = await client.fields(resourceId, signal);
  const selected = new Set(fieldIds ?? all.map(({ id }) => id));
  const hasTexts = all.some((field) => field.hasTexts === true && selected.has(field.id));
  const fieldsButId = [...selected].filter((id) => id !== '_id');
  const isOther = fieldsButId.length > 0 && fieldsButId.length < selected.size;
  return { hasTexts, ...(isOther && { fieldsButId }) };
}

async function firstOf(client: DatastoreClient, query: DatastoreQuery, signal: AbortSignal): Promise<RecordFacts> {
  const { limit = Infinity } = query;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_MS)]);
  const first = await client.search({ ...query, limit: Math.min(limit, SAMPLE) }, undefined, soon);
  const { fields, rows, total, totalIsEstimate } = first;
  const isCounted = total !== undefined && !totalIsEstimate;
  return { sample: { fields, rows }, ...(isCounted && { records: Math.min(total, limit) }) };
}

async function askAboutRest(
  { name, fraction, records }: PartialFile,
  signal: AbortSignal,
): Promise<'wait' | 'loaded' | undefined> {
  const wait = translate(WORDS.wait);
  const loaded = translate(WORDS.exportLoaded);
  const question = translate(WORDS.stillLoading, { 0: name, 1: percentText(fraction) });
  const detail = records === 1 ? translate(WORDS.oneLoaded) : translate(WORDS.loaded, { 0: countText(records) });
  const answer = await untilAborted(askModal('warning', question, [detail], wait, loaded), signal);
  return answer === wait ? 'wait' : answer === loaded ? 'loaded' : undefined;
}

/** Resolves when all records can be requested. Throws Problem. */
async function waitForRest(
  file: PartialFile,
  portals: Pick<PortalPort, 'onDidChange'>,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const reportShare = () => report(translate(WORDS.waiting, { 0: file.name, 1: percentText(file.fraction) }));
  const listener = portals.onDidChange(reportShare);
  reportShare();
  try {
    if (await untilAborted(file.isWhole, signal)) return;
  } finally {
    listener.dispose();
  }
  throw new Problem(translate(WORDS.loadingCancelled, { 0: file.name }), translate(WORDS.nothingExported));
}
