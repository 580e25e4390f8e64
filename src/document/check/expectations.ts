/** What a query document expects of a query's records. Members have the names of the document's `expect`. */
import * as v from 'valibot';
import { ExactNumber } from '../../base/cells.ts';
import { natural, type Shape, text } from '../../base/schema.ts';

/** A JSON value that `parseExact` (base/exactJson.ts) has read, so that numbers have all their digits. */
export type ExpectedValue = string | number | boolean | null | ExactNumber;

const value = v.custom<ExpectedValue>(
  (input) => input === null || ['string', 'number', 'boolean'].includes(typeof input) || input instanceof ExactNumber,
);

const bound = v.custom<string | number | ExactNumber>(
  (input) => ['string', 'number'].includes(typeof input) || input instanceof ExactNumber,
);

/** Such as `P31D`, `P1Y6M` or `PT36H`: whole numbers, of which there is at least one. */
export const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/**
 * Unknown members are left out here, and reported by the document's reader. A check refuses them, because one that
 * leaves out what people wrote would promise too much.
 */
export type Expectations = Shape<typeof Expectations>;
export const Expectations = v.object({
  records: v.exactOptional(v.object({ min: v.exactOptional(natural), max: v.exactOptional(natural) })),
  /** Types by the names of fields, as the portal says them: `int`, `text`, `timestamp`. */
  fields: v.exactOptional(v.record(text, text)),
  /** Fields whose values, together, occur once. */
  unique: v.exactOptional(v.pipe(v.array(text), v.minLength(1))),
  notNull: v.exactOptional(v.array(text)),
  oneOf: v.exactOptional(v.record(text, v.array(value))),
  /** Ends that belong to the range. Numbers, or texts of dates. */
  range: v.exactOptional(v.record(text, v.object({ min: v.exactOptional(bound), max: v.exactOptional(bound) }))),
  /** An ISO 8601 duration: the records' last change is not longer ago. */
  updatedWithin: v.exactOptional(v.pipe(text, v.regex(DURATION))),
});
