import { scanText, type ScannedText } from '../../reading/textFile.ts';
import { CsvScanner } from './csvScanner.ts';
import type { CsvDialect } from './csvShape.ts';

/**
 * Finds the lines on which records (from 1) begin, by reading the file again, because few imports need this. With
 * `skips`, records that can't be read don't count.
 */
export async function linesOfRecords(
  text: ScannedText,
  dialect: CsvDialect,
  skips: boolean,
  records: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const lines = new Map<number, number>();
  let record = 0;
  const ignore = (): void => undefined;
  const endRecord = (): void => {
    record += 1;
    if (records.has(record)) lines.set(record, scanner.recordLine);
  };
  const scanner = new CsvScanner(text.path, dialect, {
    onSkip: skips ? ignore : undefined,
    blocks: { push: ignore, pushByte: ignore, endValue: ignore, endRecord },
  });
  const chunks = scanText(text, scanner);
  while (lines.size < records.size && (await chunks.next()).done !== true);
  await chunks.return(undefined);
  return lines;
}
