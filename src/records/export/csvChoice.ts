/** The options of a CSV file that people choose: its delimiter, and adjustments for programs that read it. */
import * as v from 'valibot';
import type { CsvOptions } from '../../export/formatOptions.ts';
import { chooseLive, chooseSeveral } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { CSV_WORDS as WORDS } from './exportWords.ts';

/** CSV options as stored until the export ends. */
export const StoredCsv = v.object({
  delimiter: v.exactOptional(v.picklist([',', ';', '\t', '|'])),
  bom: v.exactOptional(v.literal(true)),
  lineEnd: v.exactOptional(v.literal('lf')),
  safe: v.exactOptional(v.literal(true)),
});

/** Asks for CSV options, starting with the last ones. Undefined if people cancel. */
export async function askForCsv(title: string, last: CsvOptions): Promise<CsvOptions | undefined> {
  const answer = await chooseLive({
    title,
    placeholder: translate(WORDS.selectDelimiter),
    items: [
      { label: translate(WORDS.comma), value: ',' },
      { label: translate(WORDS.semicolon), value: ';' },
      { label: translate(WORDS.tab), value: '\t' },
      { label: translate(WORDS.bar), value: '|' },
    ] as const,
    active: last.delimiter ?? ',',
  });
  if (answer.kind !== 'chosen') return undefined;
  const chosen = await chooseSeveral({
    title,
    placeholder: translate(WORDS.selectOptions),
    items: [
      {
        label: translate(WORDS.bom),
        detail: translate(WORDS.bomDetail),
        picked: last.bom === true,
        value: 'bom',
      },
      {
        label: translate(WORDS.lf),
        detail: translate(WORDS.lfDetail),
        picked: last.lineEnd === 'lf',
        value: 'lf',
      },
      {
        label: translate(WORDS.safe),
        detail: translate(WORDS.safeDetail),
        picked: last.safe === true,
        value: 'safe',
      },
    ] as const,
  });
  return (
    chosen && {
      delimiter: answer.value,
      ...(chosen.includes('bom') && { bom: true }),
      ...(chosen.includes('lf') && { lineEnd: 'lf' }),
      ...(chosen.includes('safe') && { safe: true }),
    }
  );
}
