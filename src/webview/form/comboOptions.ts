/** The choices of a combobox, found by typing and walked through by keys. */

export interface ComboOption {
  readonly key: string;
  readonly label: string;
  /** Dim, behind or under the label; typing finds it too. */
  readonly detail?: string;
  readonly icon?: string;
  /** Done instead of filling in a value; such options stand at the end of the list. */
  readonly act?: () => void;
}

/** More are not drawn: nobody reads on, and each costs layout time. */
export const SHOWN_OPTIONS = 200;

/**
 * Options whose label or detail contains `text`, best first: the same label, then those that begin
 * with it. Actions stay as long as any option does; without one there is nothing to show.
 */
export function matchingOptions(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return options;
  const ranked = options
    .filter(({ act }) => !act)
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
  return ranked.length === 0 ? [] : [...ranked, ...options.filter(({ act }) => act)];
}

const NO_MATCH = 4;

function rankOf({ label, detail = '' }: ComboOption, wanted: string): number {
  const name = label.toLocaleLowerCase();
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return detail.toLocaleLowerCase().includes(wanted) ? 3 : NO_MATCH;
}

const PAGE = 8;

/** Index of the option that a key leads to; -1 stands for none. Arrows go round, pages stop at the ends. */
export function optionByKey(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return current <= 0 ? count - 1 : current - 1;
    case 'PageDown':
      return Math.min(current + PAGE, count - 1);
    case 'PageUp':
      return Math.max(current - PAGE, 0);
    default:
      return undefined;
  }
}
