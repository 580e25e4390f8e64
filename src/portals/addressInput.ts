import * as vscode from 'vscode';
import { parseAddress, parseResource, type ResourceProblem } from '../datastore/client/address.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import { fillIn } from '../base/words.ts';
import { askText } from '../platform/inputBox.ts';
import { translated } from '../platform/words.ts';

/** Asks for a portal's address: its base URL, or any page, API call or download of it. */
export function askPortalAddress(title: string, value: string): Thenable<string | undefined> {
  return askText({
    title,
    prompt: vscode.l10n.t('The portal’s address, or any page, API call or download of it'),
    placeholder: 'https://data.example.org',
    value,
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseAddress(text);
      if ('problem' in parsed) return addressProblemText(parsed, text);
      return parsed.candidates.length > 0 ? undefined : vscode.l10n.t('This is not an address.');
    },
  });
}

/** Asks for a resource: its id, an alias, or any address that names it. */
export function askResource(): Thenable<string | undefined> {
  return askText({
    title: vscode.l10n.t('Add Resource'),
    prompt: vscode.l10n.t('The resource’s ID, or the address of its page, an API call or a download'),
    placeholder: '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f',
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseResource(text);
      return 'problem' in parsed ? addressProblemText(parsed, text) : undefined;
    },
  });
}

function addressProblemText({ problem }: ResourceProblem, text: string): string {
  if (problem === 'empty') return vscode.l10n.t('Enter an address.');
  return fillIn(translated(DRAFT_WORDS)[problem], { text: text.trim() });
}
