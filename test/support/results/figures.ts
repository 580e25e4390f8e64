/** A count of a suite: how many of how many. Each has a line at the end of the run. */

export interface Figure {
  /** The figure's name, for example `R2`. */
  readonly name: string;
  /** A description with the sizes of this run. */
  readonly what: string;
  readonly score: number;
  readonly total: number;
}

const counted: Figure[] = [];

/** Adds a figure. Throws if not all of it is right, but the figure is in the lines anyway. */
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
