import * as vscode from 'vscode';
import { parseAddress } from '../datastore/address.ts';
import { addressProblemText } from '../platform/draftWords.ts';

/** Asks for a portal's address: its base URL, or any page, API call or download of it. */
export function askAddress(title: string, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The portal’s address, or any page, API call or download of it'),
    placeHolder: 'https://data.example.org',
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseAddress(text);
      if (!('candidates' in parsed)) return addressProblemText(parsed, text);
      return parsed.candidates.length > 0 ? undefined : vscode.l10n.t('This is not an address.');
    },
  });
}
