/** The row that a person means: `1234`, `12,345`, `-1` for the last, `50%`. */

/** Any grouping that a language writes; only between groups of three, so that 1,5 stays unclear. */
const GROUPED = /^\d{1,3}(?:([.,'’_\p{Zs}])\d{3})(?:\1\d{3})*$/u;
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?)\p{Zs}*%$/u;

/** From 0; `beyond` where there is no such row, `unclear` for what is no number. */
export function rowMeant(text: string, rows: number): number | 'beyond' | 'unclear' {
  const typed = text.trim();
  const share = PERCENT.exec(typed)?.[1];
  if (share !== undefined) {
    const percent = Number(share.replace(',', '.'));
    return percent > 100 ? 'beyond' : Math.max(0, Math.ceil((rows * percent) / 100) - 1);
  }
  const isFromEnd = /^[-−]/.test(typed);
  const digits = typed.replace(/^[-−+#]/, '');
  const number = /^\d+$/.test(digits)
    ? Number(digits)
    : GROUPED.test(digits)
      ? Number(digits.replace(/\D/g, ''))
      : NaN;
  if (Number.isNaN(number)) return 'unclear';
  const row = isFromEnd ? rows - number : number - 1;
  return row >= 0 && row < rows ? row : 'beyond';
}
