/** Field ids from names as they stand in a file. */

/**
 * Empty names and repeated ones become unique where everybody sees it: `field 2`, `name (2)`. So does `_id`, which the
 * datastore gives to every record itself.
 */
export function fieldIds(names: readonly string[]): readonly string[] {
  const taken = new Set(['_id', ...names]);
  const seen = new Set(['_id']);
  return names.map((name, index) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name);
      return name;
    }
    const id = name === '' ? firstFree(`field ${String(index + 1)}`, taken, 1) : firstFree(name, taken, 2);
    taken.add(id);
    return id;
  });
}

function firstFree(name: string, taken: ReadonlySet<string>, from: number): string {
  for (let number = from; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${String(number)})`;
    if (!taken.has(candidate)) return candidate;
  }
}
