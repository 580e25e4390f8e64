/** How the grid draws records; a person's settings. What is copied, filtered by, exported or opened is never touched by it. */
import * as v from 'valibot';
import type { Shape } from '../base/schema.ts';

export type GridLook = Shape<typeof GridLook>;
export const GridLook = v.object({
  density: v.picklist(['compact', 'standard', 'comfortable']),
  /** Every other row is tinted. */
  zebra: v.boolean(),
  /** `grouped`: as the person's language groups digits. */
  numbers: v.picklist(['raw', 'grouped']),
  /** `localised`: as the person's language writes dates. */
  dates: v.picklist(['raw', 'localised']),
  /** `marks`: a tick for true, a cross for false. */
  booleans: v.picklist(['raw', 'marks']),
  /** Below the name of a column: how its values are spread, and how many are empty. */
  summaries: v.boolean(),
});
