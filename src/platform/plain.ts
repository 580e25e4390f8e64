import { cut, oneLine } from '../base/oneLine.ts';

/** Length in UTF-16 units at which VS Code itself cuts a notification. */
const TEXT = 1000;
/** Longest text of a row, title or tab, in UTF-16 units. */
const LABEL = 200;

/**
 * A text for VS Code's own interface, parts of which may come from outside: one line without links or icons. Ordinary
 * texts stay unchanged. A zero-width space breaks what VS Code would interpret:
 * - `[label](command:…)`, http and file are links in notifications, in titles and messages of progress, in prompts and
 * in input validation; a click runs the command. Progress removes icons first, so `]$(x)(` becomes `](` there.
 * - `$(name)` is an icon in prompts, in rows of quick picks, and in the status bar, where progress goes while
 * notifications are off. Titles, placeholders, rows and tooltips (given as strings) of trees, and dialogs are text.
 */
export function plain(text: string, length = TEXT): string {
  return cut(oneLine(text, length).replace(/(?<=[\]$])(?=\()/g, '\u200b'), length);
}

export function plainLabel(text: string): string {
  return plain(text, LABEL);
}

/** Description and detail of a quick pick's row: VS Code shows them on hover as Markdown, where addresses are links. */
export function plainRemark(text: string): string {
  return cut(plainLabel(text).replace(/(?<=(?:https?|ftp):\/\/|www\.)(?=[a-z\d-])/gi, '\u200b'), LABEL);
}

/** Several lines, each of which may come from outside. No line can pretend to be several. */
export function plainLines(lines: readonly string[], separator = '\n'): string {
  return lines.map((line) => plain(line, 2 * TEXT)).join(separator);
}
