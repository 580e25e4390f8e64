/** Settings of how the grid draws records. They never change what is copied, filtered by, exported or opened. */
import * as v from 'valibot';
import type { Shape } from '../base/schema.ts';

export type GridLook = Shape<typeof GridLook>;
export const GridLook = v.object({
  density: v.picklist(['compact', 'standard', 'comfortable']),
  zebra: v.boolean(),
  /** `grouped`: digits are grouped by the rules of the display language. */
  numbers: v.picklist(['raw', 'grouped']),
  /** `localised`: dates are written by the rules of the display language. */
  dates: v.picklist(['raw', 'localised']),
  /** `marks`: a tick for true, a cross for false. */
  booleans: v.picklist(['raw', 'marks']),
  /** Whether headers show the distribution of the column's values and the share of empty ones. */
  summaries: v.boolean(),
});
