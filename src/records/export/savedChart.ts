import path from 'node:path';
import { writeWhole } from '../../disk/wholeFile.ts';
import type { ChartPicture } from '../../messages/gridProtocol.ts';
import { askWhereToSave } from '../../platform/fileDialogs.ts';
import { safeFileName } from '../../platform/fileName.ts';
import { Problem } from '../../platform/problem.ts';
import { timeText } from '../../platform/quantities.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { summaryTexts } from '../queryLabel.ts';
import { CHART_WORDS as WORDS } from '../recordsWords.ts';
import { computedText, type SourcedResult } from '../summarySource.ts';

type PaintChart = (picture: ChartPicture, signal: AbortSignal) => Promise<string>;

const SIZES = [
  [1200, 675],
  [800, 450],
  [1920, 1080],
] as const;
const FOR_OTHERS = 0o666;
/** The longest text that a page may send. */
const LONGEST = 64 * 1024 * 1024;

/** Asks for a format, a size and a file. Returns what was saved in words, or undefined if people cancel. Throws Problem. */
export async function saveChart(
  shown: SourcedResult,
  copied: string,
  paint: PaintChart,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { query, names } = shown;
  const look = await choose({
    title: translate(WORDS.title, { 0: names.resource }),
    placeholder: translate(WORDS.select),
    items: (['svg', 'png'] as const).flatMap((format) =>
      SIZES.map(([width, height]) => ({
        label: `${format.toUpperCase()} ${String(width)} × ${String(height)}`,
        value: { format, width, height },
      })),
    ),
  });
  if (look === undefined) return undefined;
  const { format } = look;
  const place = await askWhereToSave({
    fileName: safeFileName([names.resource, ...summaryTexts(query)].join(' ').replaceAll(',', ''), format),
    filters: { [format.toUpperCase()]: [format] },
    saveLabel: translate(WORDS.save),
  });
  if (place === undefined) return undefined;
  const computed = computedText(shown, copied);
  const footer = [...(computed === '' ? [copied || names.server] : [computed]), timeText(Date.now())];
  const file = path.basename(place.fsPath);
  try {
    const picture = await paint({ ...look, footer }, signal);
    if (picture.length > LONGEST) throw new Error(translate(WORDS.tooLarge));
    await writeWhole(place.fsPath, format === 'png' ? Buffer.from(picture, 'base64') : picture, FOR_OTHERS);
  } catch (error) {
    throw new Problem(translate(WORDS.notSaved, { 0: file }), error instanceof Error ? error.message : '', {
      cause: error,
    });
  }
  return translate(WORDS.saved, { 0: file });
}
