/** The layout of a resource's columns, which the host stores. It uses arrays, because servers choose the names. */
import * as v from 'valibot';
import { natural, type Shape, text } from '../../base/schema.ts';

/** The greatest width in px. */
export const WIDEST = 5000;
const MAX_PLACES = 5000;

export type FieldPlace = Shape<typeof FieldPlace>;
const FieldPlace = v.object({
  id: text,
  /** Width in px if people changed it. Otherwise it fits the records. */
  width: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(WIDEST))),
  hidden: v.exactOptional(v.boolean()),
});

export type FieldLayout = Shape<typeof FieldLayout>;
export const FieldLayout = v.object({
  /** Columns in the order of the grid. Others follow in the server's order. */
  places: v.pipe(v.array(FieldPlace), v.maxLength(MAX_PLACES)),
  /** Number of visible columns that stay in view during scrolling. */
  frozen: natural,
});

/** The default layout: the server's order, with widths that fit the values. */
export const PLAIN_LAYOUT: FieldLayout = { places: [], frozen: 0 };
