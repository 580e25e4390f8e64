/** Looks at values whose types nobody vouches for: messages, and what was saved by an older version. */

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The members of what may be a `T`, each still to be looked at; none of what is no object. */
export function membersOf<T>(value: unknown): Partial<T> {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Throws TypeError for a value of another shape. */
export function checked<T>(value: unknown, is: (value: unknown) => value is T): T {
  if (!is(value)) throw new TypeError('A message of another shape was expected');
  return value;
}
