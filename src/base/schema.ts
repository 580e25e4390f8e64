/** The small schemas that messages and stored things are made of. What was sent or stored by others is read through them. */
import * as v from 'valibot';

/** What a schema lets through: to be read, not changed. */
export type Shape<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>;

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

/** No text in a message is longer. */
const TEXT_LIMIT = 1 << 24;

export const text = v.pipe(v.string(), v.maxLength(TEXT_LIMIT));
/** 0, 1, 2, … */
export const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
