/** Statistics of made-up records, counted like the host does. */
import { parseExact } from '../../../../src/base/exactJson.ts';
import { statisticsOf } from '../../../../src/datastore/statistics/statistics.ts';
import { ValueTally } from '../../../../src/datastore/statistics/valueTally.ts';
import { ExactNumber, type ExactValue, type WireCell } from '../../../../src/base/cells.ts';
import type { FieldStatistics } from '../../../../src/messages/fieldStatistics.ts';
import type { Sample } from './sampleRecords.ts';

export async function sampleStatistics(
  { fields, row }: Sample,
  place: number,
  records: number,
  total: number,
): Promise<FieldStatistics> {
  const field = fields[place];
  if (field === undefined) throw new RangeError('no such field');
  const { id, kind } = field;
  const tally = new ValueTally(kind);
  for (let at = 0; at < records; at += 1) tally.take(valueOf(row(at)[place] ?? null));
  const { signal } = new AbortController();
  const found = await statisticsOf(tally, { id, kind, hasRanges: true }, signal);
  return { ...found, isAll: records === total, total };
}

function valueOf(cell: WireCell): ExactValue {
  if (typeof cell !== 'object' || cell === null) return cell;
  if ('n' in cell) return new ExactNumber(cell.n);
  if ('s' in cell) return cell.s;
  return 'j' in cell ? parseExact(cell.j) : cell.t;
}
