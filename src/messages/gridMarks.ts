/** How the grid marks records that were added, removed or changed. */
import * as v from 'valibot';
import { natural, type Shape } from '../base/schema.ts';

const Counts = v.object({ added: natural, removed: natural, changed: natural });

/** The result of a comparison: the fields that say how a record changed, by their names. */
export type ResultMarks = Shape<typeof ResultMarks>;
export const ResultMarks = v.object({
  /** A field with `added`, `removed` or `changed`. */
  change: v.string(),
  /** A field with the earlier values of changed cells: a JSON object of texts and NULLs by the names of fields. */
  before: v.string(),
  counts: Counts,
  /** What was compared and how, for people. */
  text: v.string(),
});

/** Marks with the positions of their fields in a shown result. */
export type GridMarks = Shape<typeof GridMarks>;
export const GridMarks = v.object({ ...ResultMarks.entries, change: natural, before: natural });
