/** Bins of 1, 2 or 5 times a power of ten, by exact decimals. */
import { compare, decimalText, parseDecimal, type ExactDecimal } from '../../base/exactDecimal.ts';
import { placeAmong, spanLabel, type Bin, type ValueBins } from './valueBins.ts';

/** More are no easier to read, and cut fields of few values too finely. */
export const MOST_BINS = 15;

/**
 * `scale`: digits behind the point that any value has at most (0 for integers); undefined for floats, of which nobody
 * knows. Undefined when an end is no number, or so large that its digits would fill the memory.
 */
export function numberBins(
  least: string,
  greatest: string,
  scale: number | undefined,
): ValueBins | undefined {
  const min = parseDecimal(least);
  const max = parseDecimal(greatest);
  if (min === undefined || max === undefined || compare(min, max) > 0) return undefined;
  const finest = Math.max(min.scale, max.scale, scale ?? 0);
  const step = stepOf(min, max, scale ?? finest);
  // In units of the finest place, all is integers.
  const places = Math.max(finest, step.scale);
  const unit = (decimal: ExactDecimal): bigint => decimal.digits * 10n ** BigInt(places - decimal.scale);
  const width = unit(step);
  const from = floorTo(unit(min), width);
  const starts: bigint[] = [];
  for (let start = from; start <= unit(max); start += width) starts.push(start);
  const text = (digits: bigint): string => decimalText({ digits, scale: places }, true);
  const bins = starts.map((start): Bin => {
    const next = start + width;
    if (scale === undefined) return { label: spanLabel(text(start), text(next)), least: text(start) };
    const last = next - 10n ** BigInt(places - scale);
    // Integers say both ends; between decimals there is always more, so they say where the next bin begins.
    const end = scale === 0 || last === start ? last : next;
    return { label: spanLabel(text(start), text(end)), least: text(start), greatest: text(last) };
  });
  const placeOf = (value: string): number => {
    const number = parseDecimal(value);
    if (number === undefined) throw new RangeError('A number was expected');
    return placeAmong(starts, (start) => compare({ digits: start, scale: places }, number) > 0);
  };
  return { bins, placeOf };
}

/** The finest readable step that makes few enough bins, and is no finer than the values are. */
function stepOf(min: ExactDecimal, max: ExactDecimal, scale: number): ExactDecimal {
  const places = Math.max(min.scale, max.scale, scale);
  const one = (decimal: ExactDecimal): bigint => decimal.digits * 10n ** BigInt(places - decimal.scale);
  const [low, high] = [one(min), one(max)];
  const count = (width: bigint): bigint => (floorTo(high, width) - floorTo(low, width)) / width + 1n;
  let power = 10n ** BigInt(Math.max(places - scale, String(high - low).length - 3));
  for (;;) {
    for (const factor of [1n, 2n, 5n]) {
      const width = power * factor;
      if (count(width) <= BigInt(MOST_BINS)) return { digits: width, scale: places };
    }
    power *= 10n;
  }
}

function floorTo(value: bigint, width: bigint): bigint {
  const rest = value % width;
  return value - (rest < 0n ? rest + width : rest);
}
