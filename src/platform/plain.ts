import { cut, oneLine } from '../base/oneLine.ts';

/** UTF-16 units. VS Code itself cuts a notification here. */
const TEXT = 1000;
/** Of a row, a title, a tab. */
const LABEL = 200;

/**
 * A text for VS Code's own interface, parts of which may come from outside: one line that is no link and holds no icon. Ordinary
 * texts stay as they are; a zero-width space breaks what VS Code would read as more than text:
 * - `[label](command:…)`, http and file are links in notifications, in titles and messages of progress, in prompts and in
 *   what is wrong with an input; a click runs the command. Progress takes icons out first, so `]$(x)(` becomes `](` there.
 * - `$(name)` is an icon in prompts, in rows of quick picks, and in the status bar, where progress goes while
 *   notifications are off. Titles, placeholders, rows and tooltips (given as strings) of trees, and dialogs are text.
 */
export function plain(text: string, length = TEXT): string {
  return cut(oneLine(text, length).replace(/(?<=[\]$])(?=\()/g, '\u200b'), length);
}

export function plainLabel(text: string): string {
  return plain(text, LABEL);
}

/** Description and detail of a row in a quick pick: pointing at one shows it as Markdown, where bare addresses are links. */
export function plainRemark(text: string): string {
  return cut(plainLabel(text).replace(/(?<=(?:https?|ftp):\/\/|www\.)(?=[a-z\d-])/gi, '\u200b'), LABEL);
}

/** Several lines, each of which may come from outside: none can pretend to be another one. */
export function plainLines(lines: readonly string[], separator = '\n'): string {
  return lines.map((line) => plain(line, 2 * TEXT)).join(separator);
}
