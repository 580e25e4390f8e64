/** English, as `vscode.l10n.t` gives it without a translation. */
export const l10n = { t: (text: string): string => text };
