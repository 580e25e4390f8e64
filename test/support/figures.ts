/** What a suite counts: how much of how much. A line for each stands at the end of its run. */

export interface Figure {
  /** `R2`. */
  readonly name: string;
  /** In words, with the sizes of this run. */
  readonly what: string;
  readonly score: number;
  readonly total: number;
}

const counted: Figure[] = [];

/** Throws where not all of it is right: the figure is then in the lines all the same. */
export function count(figure: Figure): void {
  counted.push(figure);
  const { name, what, score, total } = figure;
  if (score < total || total === 0) throw new Error(`${name}: ${score} of ${total} ${what}`);
}

export function isCounted(name: string): boolean {
  return counted.some((figure) => figure.name === name);
}

export function figureLines(): readonly string[] {
  return counted
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .map(({ name, what, score, total }) => `${name} ${score}/${total} ${what}`);
}
