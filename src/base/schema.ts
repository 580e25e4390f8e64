/** The schemas that messages and stored values consist of. Whatever others sent or stored is read through them. */
import * as v from 'valibot';

export type Shape<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>;

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** Longest text in a message, in UTF-16 units. */
const TEXT_LIMIT = 1 << 24;

export const text = v.pipe(v.string(), v.maxLength(TEXT_LIMIT));
export const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
