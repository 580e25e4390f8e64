const NEXT = { vertical: 'ArrowDown', horizontal: 'ArrowRight' } as const;
const PREVIOUS = { vertical: 'ArrowUp', horizontal: 'ArrowLeft' } as const;
const PAGE = 8;

export interface ListWalk {
  readonly direction?: 'vertical' | 'horizontal';
  /** Whether arrow keys wrap around at the ends. */
  readonly isRound?: boolean;
  /** Whether the focus is in a text input, where Home and End move the caret. */
  readonly isTyping?: boolean;
}

/** The index to which a key moves in a list, from `at` (-1 for none). Undefined for other keys. */
export function placeByKey(
  key: string,
  at: number,
  count: number,
  { direction = 'vertical', isRound = false, isTyping = false }: ListWalk = {},
): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const targets: Readonly<Record<string, number | undefined>> = {
    [NEXT[direction]]: isRound ? (at + 1) % count : Math.min(at + 1, last),
    [PREVIOUS[direction]]: at > 0 ? at - 1 : isRound ? last : 0,
    PageDown: Math.min(at + PAGE, last),
    PageUp: Math.max(at - PAGE, 0),
    Home: isTyping ? undefined : 0,
    End: isTyping ? undefined : last,
  };
  return targets[key];
}
