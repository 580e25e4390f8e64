import { seeded } from '../faults/random.ts';

/** Random choices that are the same for each seed. */
export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A whole number from 0 to below `below`. */
  below(below: number): number {
    return Math.floor(this.#next() * below);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }

  /** One of the values, each as often as its weight says. */
  weighted<Value>(choices: readonly (readonly [value: Value, weight: number])[]): Value {
    let left = this.#next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(choices)[0];
  }

  some<Value>(values: readonly Value[], count: number): readonly Value[] {
    const left = [...values];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }
}
