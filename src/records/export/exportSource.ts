/** Where an export gets its records: a file that is still loading has only its first ones. */
import { untilAborted } from '../../base/untilAborted.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { askModal } from '../../platform/messages.ts';
import type { PartialFile, PortalPort } from '../../platform/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import type { Report } from '../../platform/progress.ts';
import { countText, percentText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { Exported, KnownRecords } from '../recordsPorts.ts';
import { SAMPLE } from './exportEstimate.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface ExportSource {
  readonly client: DatastoreClient;
  /** How many records the panel shows, where that is known. */
  readonly records?: number;
  /** The file that has more of them than can be asked for. */
  readonly partial?: PartialFile;
}

/** `undefined` when it was cancelled instead of waiting for a file or taking its first records. Throws Problem. */
export async function chooseSource(
  { portalId, query, panel }: Exported,
  portals: PortalPort,
  signal: AbortSignal,
  report: Report,
): Promise<ExportSource | undefined> {
  const { resourceId } = query;
  const ref = { portalId, resourceId };
  if (panel?.part !== undefined) return { client: panel.client, records: panel.part.records };
  // Without a panel the newest records are wanted.
  if (panel === undefined) {
    await portals.askForSql(ref, query);
    await portals.refresh(ref, signal);
  }
  // This reads a local file again whose tables were cleared meanwhile.
  const client = await portals.client(ref, signal);
  const partial = portals.partial(ref);
  if (partial === undefined) return { client, ...panel };
  const answer = await askAboutRest(partial, signal);
  if (answer === 'loaded') return { client, partial };
  if (answer === undefined) return undefined;
  await waitForRest(partial, portals, signal, report);
  return { client: await portals.client(ref, signal) };
}

/** What people are asked about depends on it. */
export type Preview = KnownRecords & FileFields;

interface FileFields {
  /** Some values stand in a file in a spelling of its own. */
  readonly hasTexts: boolean;
  /** Fields of records on this machine, if `_id` is another one: a person's own file doesn't have it. */
  readonly fieldsButId?: readonly string[];
}

/** How long the question for them may keep people from choosing. */
const PREVIEW_MS = 2000;

/** Nothing is known where nobody answers, or not soon: the export will say why. */
export async function previewOf(
  { portalId, query, panel }: Exported,
  portals: Pick<PortalPort, 'client' | 'partial'>,
  signal: AbortSignal,
): Promise<Preview> {
  const { resourceId } = query;
  const ref = { portalId, resourceId };
  try {
    const client = panel?.client ?? (await portals.client(ref, signal));
    const ofFile = await fileFields(client, query, signal);
    // Of a file that is still loading there will be more.
    const isKnown = panel !== undefined || portals.partial(ref) !== undefined;
    return { ...ofFile, ...(isKnown ? panel : await firstOf(client, query, signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { hasTexts: false, ...panel };
  }
}

async function fileFields(
  client: DatastoreClient,
  { resourceId, fields: wanted }: DatastoreQuery,
  signal: AbortSignal,
): Promise<FileFields> {
  if (!client.dialect.isOnThisMachine) return { hasTexts: false };
  const all = await client.fields(resourceId, signal);
  const selected = new Set(wanted ?? all.map(({ id }) => id));
  const hasTexts = all.some((field) => field.hasTexts === true && selected.has(field.id));
  const fieldsButId = [...selected].filter((id) => id !== '_id');
  const isOther = fieldsButId.length > 0 && fieldsButId.length < selected.size;
  return { hasTexts, ...(isOther && { fieldsButId }) };
}

async function firstOf(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
): Promise<KnownRecords> {
  const { limit = Infinity } = query;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_MS)]);
  const first = await client.search({ ...query, limit: Math.min(limit, SAMPLE) }, undefined, soon);
  const { fields, rows, total, totalIsEstimate } = first;
  const isCounted = total !== undefined && !totalIsEstimate;
  return { sample: { fields, rows }, ...(isCounted && { records: Math.min(total, limit) }) };
}

/** `undefined`: neither. */
async function askAboutRest(
  { name, fraction, records }: PartialFile,
  signal: AbortSignal,
): Promise<'wait' | 'loaded' | undefined> {
  const wait = translate(WORDS.wait);
  const loaded = translate(WORDS.exportLoaded);
  const question = translate(WORDS.stillLoading, { 0: name, 1: percentText(fraction) });
  const detail =
    records === 1 ? translate(WORDS.oneLoaded) : translate(WORDS.loaded, { 0: countText(records) });
  const answer = await untilAborted(askModal('warning', question, [detail], wait, loaded), signal);
  return answer === wait ? 'wait' : answer === loaded ? 'loaded' : undefined;
}

/** Resolves when all records can be asked for. Throws Problem. */
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
