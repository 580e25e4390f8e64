/** Deeper nesting is an attack on the stack (docs/security.md 17). */
const MAX_DEPTH = 64;

/** Whether a client can read it: JSON as its standard says, nested at most 64 levels deep. */
export function isStrictJson(text: string): boolean {
  try {
    return isShallow(JSON.parse(text), MAX_DEPTH);
  } catch {
    return false;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}
