/** Reads and writes PostgreSQL's text of an array, such as `{a,"b c",NULL,{nested}}`. */

export type Nested<T> = T | null | readonly Nested<T>[];

/** Undefined if the text isn't an array. Elements remain texts. */
export function parseArrayLiteral(text: string): readonly Nested<string>[] | undefined {
  // Bounds such as `[0:1]=` say where counting begins, and are never shown.
  const body = text.trim().replace(/^(\[[+-]?\d+(:[+-]?\d+)?\])+\s*=\s*/, '');
  const reader = new ArrayReader(body);
  return reader.whole();
}

class ArrayReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): readonly Nested<string>[] | undefined {
    const list = this.#list(0);
    return list !== undefined && this.#at === this.#text.length ? list : undefined;
  }

  #list(depth: number): readonly Nested<string>[] | undefined {
    if (depth > 6 || this.#text[this.#at] !== '{') return undefined;
    this.#at += 1;
    const items: Nested<string>[] = [];
    this.#space();
    if (this.#take('}')) return items;
    for (;;) {
      this.#space();
      const item = this.#text[this.#at] === '{' ? this.#list(depth + 1) : this.#element();
      if (item === undefined) return undefined;
      items.push(item);
      this.#space();
      if (this.#take('}')) return items;
      if (!this.#take(',')) return undefined;
    }
  }

  #element(): string | null | undefined {
    if (this.#take('"')) return this.#quoted();
    const match = /[^{}",\\]*(?:\\[^][^{}",\\]*)*/y;
    match.lastIndex = this.#at;
    const raw = (match.exec(this.#text)?.[0] ?? '').trimEnd();
    this.#at = match.lastIndex;
    if (raw === '') return undefined;
    return raw.toUpperCase() === 'NULL' ? null : raw.replace(/\\([^])/g, '$1');
  }

  #quoted(): string | undefined {
    const match = /((?:[^"\\]|\\[^])*)"/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (found === null) return undefined;
    this.#at = match.lastIndex;
    return (found[1] ?? '').replace(/\\([^])/g, '$1');
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
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
