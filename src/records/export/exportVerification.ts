/** Compares an exported file with its size and hash at the end of its export. */
import path from 'node:path';
import { fileSize } from '../../disk/wholeFile.ts';
import { hashOf } from '../../export/exportPart.ts';
import { askForFiles } from '../../platform/fileDialogs.ts';
import { type MessageKind, showMessage } from '../../platform/messages.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText, recordsText, sizeText, timeText } from '../../platform/quantities.ts';
import { type Choice, choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { VERIFY_WORDS as WORDS } from './exportWords.ts';
import { MOST_EXPORTS, type SavedExport, type SavedExports } from './savedExports.ts';

interface Verdict {
  readonly kind: MessageKind;
  readonly text: string;
}

/** Asks which export to verify. Throws file system errors. */
export async function verifyExport(exports: SavedExports): Promise<void> {
  const file = await askForExport(exports);
  if (file === undefined) return;
  const verdict = await withLateProgress(translate(WORDS.verifying, { 0: file }), (signal) =>
    verdictOn(file, exports, signal),
  );
  if (verdict !== undefined) void showMessage(verdict.kind, verdict.text);
}

async function askForExport({ items }: SavedExports): Promise<string | undefined> {
  const title = translate(WORDS.title);
  const chosen = await choose<SavedExport | 'other'>({
    title,
    placeholder: translate(WORDS.select),
    items: [...items.map(rowOf), { label: translate(WORDS.otherFile), value: 'other' }],
  });
  if (chosen !== 'other') return chosen?.file;
  const [uri] = (await askForFiles({ title, openLabel: translate(WORDS.verify) })) ?? [];
  return uri?.fsPath;
}

async function verdictOn(file: string, { items }: SavedExports, signal: AbortSignal): Promise<Verdict> {
  const warning = (text: string): Verdict => ({ kind: 'warning', text });
  const saved = items.find((other) => other.file === file);
  if (saved === undefined) return warning(translate(WORDS.unknown, { 0: file, 1: countText(MOST_EXPORTS) }));
  const time = timeText(saved.ended);
  const size = await fileSize(file);
  if (size === undefined) return warning(translate(WORDS.gone, { 0: file, 1: time }));
  const how = await changeOf(file, size, saved, signal);
  if (how !== undefined) return warning(`${translate(WORDS.changed, { 0: file, 1: time })} ${how}`);
  const facts = { 0: file, 1: time, 2: recordsText(saved.records), 3: sizeText(saved.bytes) };
  const text = translate(WORDS.whole, facts);
  return saved.isComplete ? { kind: 'information', text } : warning(`${text} ${translate(WORDS.doubtful)}`);
}

async function changeOf(
  file: string,
  size: number,
  { bytes, sha256 }: SavedExport,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (size !== bytes) return translate(WORDS.otherSize, { 0: countText(bytes), 1: countText(size) });
  return (await hashOf(file, signal)).sha256 === sha256 ? undefined : translate(WORDS.otherContent);
}

function rowOf(saved: SavedExport): Choice<SavedExport> {
  const { file, records, bytes, ended } = saved;
  return {
    label: path.basename(file),
    description: path.dirname(file),
    detail: [recordsText(records), sizeText(bytes), timeText(ended)].join(' · '),
    value: saved,
  };
}
