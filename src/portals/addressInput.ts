import * as vscode from 'vscode';
import { type Address, parseAddress } from '../datastore/address.ts';
import { addressProblemText } from '../platform/draftWords.ts';
import { askText } from '../platform/inputBox.ts';

export interface AddressQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  /** What an address lacks for this question, in words. */
  readonly lack: (address: Address) => string | undefined;
}

/** Asks for an address of a portal or a resource, in any of its forms. */
export function askAddress({ lack, ...box }: AddressQuestion): Thenable<string | undefined> {
  return askText({
    ...box,
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseAddress(text);
      return 'candidates' in parsed ? lack(parsed) : addressProblemText(parsed, text);
    },
  });
}

/** Asks for a portal's address: its base URL, or any page, API call or download of it. */
export function askPortalAddress(title: string, value: string): Thenable<string | undefined> {
  return askAddress({
    title,
    prompt: vscode.l10n.t('The portal’s address, or any page, API call or download of it'),
    placeholder: 'https://data.example.org',
    value,
    lack: ({ candidates }) => (candidates.length > 0 ? undefined : vscode.l10n.t('This is not an address.')),
  });
}
