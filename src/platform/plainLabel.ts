const LENGTH = 200;

/** A text from outside as a label of VS Code: in one line, not endless, and never an icon (`$(name)` would be one). */
export function plainLabel(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').replaceAll('$(', '$\u200b(');
  return line.length <= LENGTH ? line : `${line.slice(0, LENGTH - 1)}…`;
}
