/** Makes ids unique: empty and repeated names become `field 2` and `name (2)`; so does `_id`, which any record has. */
export function fieldIds(names: readonly string[]): readonly string[] {
  const taken = new Set(['_id', ...names]);
  const seen = new Set(['_id']);
  const next = new Map<string, number>();
  return names.map((name, index) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name);
      return name;
    }
    const base = name === '' ? `field ${String(index + 1)}` : name;
    for (let number = next.get(base) ?? (name === '' ? 1 : 2); ; number += 1) {
      const id = number === 1 ? base : `${base} (${String(number)})`;
      if (taken.has(id)) continue;
      taken.add(id);
      next.set(base, number + 1);
      return id;
    }
  });
}
