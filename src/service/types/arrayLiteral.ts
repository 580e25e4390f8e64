/** Reads and writes PostgreSQL's text of an array, such as `{a,"b c",NULL,{nested}}`. */

export type Nested<T> = T | null | readonly Nested<T>[];

/** Undefined if the text isn't an array. Elements remain texts. */
export function parseArrayLiteral(literalText: string): readonly Nested<string>[] | undefined {
  // Bounds such as `[0:1]=` say where counting begins, and are never shown.
  const text = literalText.trim().replace(/^(\[[+-]?\d+(:[+-]?\d+)?\])+\s*=\s*/, '');
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [whole, part = whole] = pattern.exec(text) ?? [];
    at += whole?.length ?? 0;
    return part;
  };
  const element = (): string | null | undefined => {
    if (take(/"/y) !== undefined) return take(/((?:[^"\\]|\\[^])*)"/y)?.replace(/\\([^])/g, '$1');
    const raw = take(/[^{}",\\]*(?:\\[^][^{}",\\]*)*/y)?.trimEnd() ?? '';
    if (raw === '') return undefined;
    return raw.toUpperCase() === 'NULL' ? null : raw.replace(/\\([^])/g, '$1');
  };
  const list = (depth: number): readonly Nested<string>[] | undefined => {
    if (depth > 6 || take(/\{\s*/y) === undefined) return undefined;
    const items: Nested<string>[] = [];
    if (take(/\}/y) !== undefined) return items;
    for (;;) {
      take(/\s*/y);
      const item = text[at] === '{' ? list(depth + 1) : element();
      if (item === undefined) return undefined;
      items.push(item);
      if (take(/\s*\}/y) !== undefined) return items;
      if (take(/\s*,/y) === undefined) return undefined;
    }
  };
  const whole = list(0);
  return at === text.length ? whole : undefined;
}

export function arrayLiteral(items: readonly Nested<string>[]): string {
  return `{${items.map(literal).join(',')}}`;
}

function literal(item: Nested<string>): string {
  if (item === null) return 'NULL';
  if (typeof item !== 'string') return arrayLiteral(item);
  const isPlain = item !== '' && item.toUpperCase() !== 'NULL' && !/[\s{}",\\]/.test(item);
  return isPlain ? item : `"${item.replace(/["\\]/g, '\\$&')}"`;
}
