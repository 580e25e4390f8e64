/** What a query document expects of a query's records. Members have the names of the document's `expect`. */
import * as v from 'valibot';
import { ExactNumber, type ExactValue, isObject } from '../../base/cells.ts';
import { natural, type Shape, text } from '../../base/schema.ts';

/** A JSON value that `parseExact` (base/exactJson.ts) has read, so that numbers have all their digits. */
export type ExpectedValue = string | number | boolean | null | ExactNumber;

const value = v.custom<ExpectedValue>(
  (input) => input === null || ['string', 'number', 'boolean'].includes(typeof input) || input instanceof ExactNumber,
);

const bound = v.custom<string | number | ExactNumber>(
  (input) => ['string', 'number'].includes(typeof input) || input instanceof ExactNumber,
);

/** Members by the names of fields, as a list: objects of valibot lose fields with names such as `constructor`. */
const ofFields = <S extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(
  schema: S,
): v.GenericSchema<unknown, readonly (readonly [string, v.InferOutput<S>])[]> =>
  v.pipe(
    v.custom<Readonly<Record<string, ExactValue>>>((input) => isObject(input as ExactValue)),
    v.transform((members): unknown => Object.entries(members)),
    v.array(v.tuple([text, schema])),
  );

/** Such as `P31D`, `P1Y6M` or `PT36H`: whole numbers, of which there is at least one. */
export const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

export type Expectations = Shape<typeof Expectations>;
/** Refuses unknown members, because a check that leaves out what people wrote would promise too much. */
export const Expectations = v.strictObject({
  records: v.exactOptional(v.strictObject({ min: v.exactOptional(natural), max: v.exactOptional(natural) })),
  /** Types by the names of fields, as the portal says them: `int`, `text`, `timestamp`. */
  fields: v.exactOptional(ofFields(text)),
  /** Fields whose values, together, occur once. */
  unique: v.exactOptional(v.pipe(v.array(text), v.minLength(1))),
  notNull: v.exactOptional(v.array(text)),
  oneOf: v.exactOptional(ofFields(v.array(value))),
  /** Ends that belong to the range. Numbers, or texts of dates. */
  range: v.exactOptional(ofFields(v.strictObject({ min: v.exactOptional(bound), max: v.exactOptional(bound) }))),
  /** An ISO 8601 duration: the records' last change is not longer ago. */
  updatedWithin: v.exactOptional(v.pipe(text, v.regex(DURATION))),
});
