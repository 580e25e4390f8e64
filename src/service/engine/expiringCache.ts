export class ExpiringCache<T> {
  readonly #ageMs: number;
  readonly #entries = new Map<string, { readonly value: T; readonly at: number }>();

  constructor(ageMs: number) {
    this.#ageMs = ageMs;
  }

  recall(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && Date.now() - entry.at < this.#ageMs ? entry.value : undefined;
  }

  keep(key: string, value: T): T {
    this.#entries.set(key, { value, at: Date.now() });
    return value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
