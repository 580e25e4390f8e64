/** How the grid draws records; a person's settings. What is copied, filtered by, exported or opened is never touched by it. */
import { membersOf } from '../base/shape.ts';

export interface GridLook {
  readonly density: 'compact' | 'standard' | 'comfortable';
  /** Every other row is tinted. */
  readonly zebra: boolean;
  /** `grouped`: as the person's language groups digits. */
  readonly numbers: 'raw' | 'grouped';
  /** `localised`: as the person's language writes dates. */
  readonly dates: 'raw' | 'localised';
  /** `marks`: a tick for true, a dash for false. */
  readonly booleans: 'raw' | 'marks';
}

export const PLAIN_LOOK: GridLook = {
  density: 'standard',
  zebra: false,
  numbers: 'raw',
  dates: 'raw',
  booleans: 'marks',
};

/** Of a row, in px. */
export const ROW_HEIGHTS: Readonly<Record<GridLook['density'], number>> = {
  compact: 20,
  standard: 24,
  comfortable: 30,
};

export function isGridLook(value: unknown): value is GridLook {
  const { density, zebra, numbers, dates, booleans } = membersOf<GridLook>(value);
  return (
    isDensity(density) &&
    typeof zebra === 'boolean' &&
    isNumberFormat(numbers) &&
    isDateFormat(dates) &&
    isBooleanFormat(booleans)
  );
}

export function isDensity(value: unknown): value is GridLook['density'] {
  return value === 'compact' || value === 'standard' || value === 'comfortable';
}

export function isNumberFormat(value: unknown): value is GridLook['numbers'] {
  return value === 'raw' || value === 'grouped';
}

export function isBooleanFormat(value: unknown): value is GridLook['booleans'] {
  return value === 'raw' || value === 'marks';
}

export function isDateFormat(value: unknown): value is GridLook['dates'] {
  return value === 'raw' || value === 'localised';
}
