import type { Drawing } from './chartContract.ts';

/** The mark that a key goes to, or undefined for other keys. At an edge it is the current one. */
export function markAfter(key: string, { marks, used }: Drawing, current: number): number | undefined {
  const from = marks[current];
  if (!from) return undefined;
  const along = [...marks.keys()]
    .filter((at) => marks[at]?.series === from.series)
    .sort((a, b) => (marks[a]?.step ?? 0) - (marks[b]?.step ?? 0));
  const place = along.indexOf(current);
  const beside = (direction: number): number => {
    // Parts of a bar are stacked from below.
    const sign = used.kind === 'stacked' ? -direction : direction;
    const away = (at: number): number => ((marks[at]?.series ?? 0) - from.series) * sign;
    const others = [...marks.keys()].filter((at) => marks[at]?.step === from.step && away(at) > 0);
    return others.sort((a, b) => away(a) - away(b))[0] ?? current;
  };
  return new Map([
    ['ArrowLeft', along[place - 1] ?? current],
    ['ArrowRight', along[place + 1] ?? current],
    ['ArrowUp', beside(-1)],
    ['ArrowDown', beside(1)],
    ['Home', along[0]],
    ['End', along.at(-1)],
  ]).get(key);
}

/** The mark at a point: of several, the one with the least area. */
export function markAround(x: number, y: number, { marks }: Drawing): number | undefined {
  const around = [...marks.entries()].filter(
    ([, { box }]) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height,
  );
  return around.sort(([, { box: a }], [, { box: b }]) => a.width * a.height - b.width * b.height)[0]?.[0];
}
