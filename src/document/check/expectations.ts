/** What a query document expects of a query's answer. Members have the names of the document's `expect`. */
import * as v from 'valibot';
import { natural, type Shape, text } from '../../base/schema.ts';

/** A JSON value as written, digits included. */
const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()]);

export type Expectations = Shape<typeof Expectations>;
export const Expectations = v.object({
  records: v.exactOptional(v.object({ min: v.exactOptional(natural), max: v.exactOptional(natural) })),
  /** Types by the names of fields, as the portal says them: `int`, `text`, `timestamp`. */
  fields: v.exactOptional(v.record(text, text)),
  /** Fields whose values, together, occur once. */
  unique: v.exactOptional(v.array(text)),
  notNull: v.exactOptional(v.array(text)),
  oneOf: v.exactOptional(v.record(text, v.array(scalar))),
  /** Ends that belong to the range. Numbers, or texts of dates. */
  range: v.exactOptional(v.record(text, v.object({ min: v.exactOptional(scalar), max: v.exactOptional(scalar) }))),
  /** An ISO 8601 duration: the records' last change is not longer ago. */
  updatedWithin: v.exactOptional(text),
});
