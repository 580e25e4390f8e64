import { typedValue } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { decimalText, parseDecimal, scaled } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { ResultSet } from '../result/resultSet.ts';
import { plainNumber } from './valueTally.ts';

const MOST_RECORDS = 10_000;
const PLAIN = /^-?\d+(?:\.(?<fraction>\d+))?$/;

/** The spelling of a field's numbers in the records of a result. Servers count 1.50 and 1.5 as one value. */
export class NumberSpelling {
  readonly #texts = new Map<string, string>();
  /** Number of decimal places, if all numbers have the same. */
  #scale: number | undefined;

  constructor(result: Pick<ResultSet, 'loadedRows'>, place: number) {
    const scales = new Set<number>();
    let records = 0;
    for (const { rows } of result.loadedRows())
      for (const row of rows) {
        if ((records += 1) > MOST_RECORDS) break;
        const value = typedValue(row[place] ?? null);
        const text = value === null ? '' : typeof value === 'string' ? value : stringifyExact(value);
        const match = PLAIN.exec(text);
        if (match === null) continue;
        const plain = plainNumber(text);
        if (!this.#texts.has(plain)) this.#texts.set(plain, text);
        scales.add(match.groups?.['fraction']?.length ?? 0);
      }
    if (scales.size === 1) [this.#scale] = scales;
  }

  /** The number with the digits that the grid shows, as far as the loaded records tell. */
  of(text: string): string {
    const plain = plainNumber(text);
    const seen = this.#texts.get(plain);
    if (seen !== undefined) return seen;
    const number = parseDecimal(plain);
    const scale = this.#scale;
    if (number === undefined || scale === undefined || number.scale > scale) return plain;
    return decimalText({ digits: scaled(number, scale), scale });
  }

  /** Applies this spelling to statistics. Bounds of bins aren't values and stay unchanged. */
  ofStatistics(statistics: FieldStatistics): FieldStatistics {
    const { min, max, median, quartile1, quartile3, shape, bars } = statistics;
    const values = Object.entries(defined({ min, max, median, quartile1, quartile3 }));
    return {
      ...statistics,
      ...Object.fromEntries(values.map(([name, text]) => [name, this.of(text)])),
      ...(shape === 'values' && { bars: bars.map((bar) => ({ ...bar, label: this.of(bar.label) })) }),
    };
  }
}
