/** How the fields of one resource lie in the grid; the host remembers it. Arrays, because field names come from servers. */
import * as v from 'valibot';
import { natural, type Shape, text } from '../../base/schema.ts';

/** Of a field, in px. */
export const WIDEST = 5000;
const MAX_PLACES = 5000;

export type FieldPlace = Shape<typeof FieldPlace>;
const FieldPlace = v.object({
  id: text,
  /** In px, where a person set it; otherwise fitted to the records. */
  width: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(WIDEST))),
  hidden: v.exactOptional(v.boolean()),
});

export type FieldLayout = Shape<typeof FieldLayout>;
export const FieldLayout = v.object({
  /** In the order of the grid. Fields that are not named come behind, as the server gives them. */
  places: v.pipe(v.array(FieldPlace), v.maxLength(MAX_PLACES)),
  /** So many of the shown fields stay in view while the others scroll. */
  frozen: natural,
});

/** The layout of a resource whose columns no person has changed: in the server's order, fitted to their values. */
export const PLAIN_LAYOUT: FieldLayout = { places: [], frozen: 0 };
