/** Looks at values of unknown types, such as what was saved by an older version. */

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of what may be a `T`, each still to be looked at; none of what is no object. */
export function membersOf<T>(value: unknown): Partial<T> {
  return typeof value === 'object' && value !== null ? value : {};
}
