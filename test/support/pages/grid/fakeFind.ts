import type { FindAnswer, FindQuestion } from '../../../../src/messages/gridProtocol.ts';
import { plainText } from '../../../../src/webview/panel/resultGrid.ts';
import type { Sample } from './sampleRecords.ts';

/** Number of records that the fake host has loaded. */
export const LOADED = 200;

export function fakeFind({ row: record }: Sample, { text, fields, from, step }: FindQuestion): FindAnswer {
  const cells = Array.from({ length: LOADED }, (_, row) => {
    const values = record(row);
    return fields.map((field) => ({ row, field, value: plainText(values[field]) ?? '' }));
  });
  const order = ({ row, field }: { row: number; field: number }) => row * fields.length + fields.indexOf(field);
  const found = cells
    .flat()
    .filter(({ value }) => value.toLowerCase().includes(text.toLowerCase()))
    .map(({ row, field }, index) => ({ row, field, index }));
  const match =
    step < 0
      ? (found.findLast((cell) => order(cell) < order(from)) ?? found.at(-1))
      : (found.find((cell) => order(cell) >= order(from) + step) ?? found[0]);
  return { ...(match && { match }), matches: found.length, records: LOADED };
}
