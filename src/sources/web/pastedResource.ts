/** What people type or paste where a resource or a portal is asked for, and what is said about it. */
import { hideSecrets } from '../../base/secretText.ts';
import { fillIn } from '../../base/words.ts';
import {
  type Address,
  type AddressProblem,
  parseAddress,
  parseResource,
  type ResourceAddress,
  type ResourceProblem,
} from '../../datastore/wire/address.ts';
import { readPastedCall } from '../../datastore/draft/pastedCall.ts';
import type { PastedProblem } from '../../datastore/draft/rawCall.ts';
import { DRAFT_WORDS } from '../../datastore/draft/draftWords.ts';
import type { LeftOut } from '../../platform/leftOut.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import { PORTAL_WORDS } from '../portalWords.ts';

/** What a call of the API had that can't be kept. */
export type Pasted<T> = T & LeftOut;

/** A resource by its id or alias, by an address that names it, or by a call that asks for it. */
export function readResource(text: string): Pasted<ResourceAddress> | ResourceProblem | PastedProblem {
  return readPastedCall(text) ?? parseResource(text);
}

/** A portal by any of its addresses, or by a call that asks it. */
export function readAddress(text: string): Pasted<Address> | AddressProblem {
  const call = readPastedCall(text);
  return call !== undefined && 'candidates' in call ? call : parseAddress(text);
}

export function pastedProblemText({ problem }: ResourceProblem | PastedProblem, text: string): string {
  if (problem === 'empty') return translate(PORTAL_WORDS.enterAddress);
  return fillIn(translated(DRAFT_WORDS)[problem], { text: hideSecrets(text.trim()) });
}
