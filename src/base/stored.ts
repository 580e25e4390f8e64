/** Reads what this program has stored, perhaps as an older version of itself: what no longer fits is left out, never an error. */
import * as v from 'valibot';

export function readStored<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}

/** A list without the items that don't fit. */
export function storedList<S extends v.GenericSchema>(
  item: S,
): v.GenericSchema<unknown, readonly v.InferOutput<S>[]> {
  const fitting = (items: unknown[]): readonly v.InferOutput<S>[] =>
    items.flatMap((each) => {
      const { success, output } = v.safeParse(item, each);
      return success ? [output] : [];
    });
  return v.pipe(v.array(v.unknown()), v.transform(fitting));
}

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** An object without what nobody asked for; see `optionalMember`. */
export function storedObject<E extends v.ObjectEntries>(
  entries: E,
): v.GenericSchema<unknown, Defined<v.InferOutput<v.ObjectSchema<E, undefined>>>> {
  return v.pipe(
    v.object(entries),
    v.transform(
      (value) =>
        Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<
          v.InferOutput<v.ObjectSchema<E, undefined>>
        >,
    ),
  );
}

/** A member that may be absent; one that doesn't fit counts as absent. */
export function optionalMember<S extends v.GenericSchema>(
  schema: S,
): v.SchemaWithFallback<v.OptionalSchema<S, undefined>, undefined> {
  return v.fallback(v.optional(schema), undefined);
}
