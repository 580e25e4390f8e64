/** Reads values that this program stored, perhaps in an older version. Parts that no longer fit are left out. */
import * as v from 'valibot';

/** The value as the schema reads it. Undefined if it doesn't fit. */
export function readStored<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}

/** A schema for a list that drops the items that don't fit. */
export function storedList<S extends v.GenericSchema>(item: S): v.GenericSchema<unknown, readonly v.InferOutput<S>[]> {
  const fitting = (items: unknown[]): readonly v.InferOutput<S>[] =>
    items.flatMap((each) => {
      const { success, output } = v.safeParse(item, each);
      return success ? [output] : [];
    });
  return v.pipe(v.array(v.unknown()), v.transform(fitting));
}

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** A schema for an object that drops other members; see `optionalMember`. */
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

/** A schema for an optional member. A value that doesn't fit counts as absent. */
export function optionalMember<S extends v.GenericSchema>(
  schema: S,
): v.SchemaWithFallback<v.OptionalSchema<S, undefined>, undefined> {
  return v.fallback(v.optional(schema), undefined);
}
