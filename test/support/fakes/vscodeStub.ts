/** Returns English, like `vscode.l10n.t` without a translation. */
export const l10n = {
  t: (text: string | { readonly message: string }): string => (typeof text === 'string' ? text : text.message),
};

export const env = { language: 'en' };
