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
import type { LeftOut } from '../../platform/messages.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import { PORTAL_WORDS } from '../portalWords.ts';

/** A parsed text, with the parts of a pasted API call that can't be kept. */
export type Pasted<T> = T & LeftOut;

/** Reads a resource from an id or alias, an address that names it, or an API call. */
export function readResource(text: string): Pasted<ResourceAddress> | ResourceProblem | PastedProblem {
  return readPastedCall(text) ?? parseResource(text);
}

export function readAddress(text: string): Pasted<Address> | AddressProblem {
  const call = readPastedCall(text);
  return call !== undefined && 'candidates' in call ? call : parseAddress(text);
}

export function pastedProblemText({ problem }: ResourceProblem | PastedProblem, text: string): string {
  if (problem === 'empty') return translate(PORTAL_WORDS.enterAddress);
  return fillIn(translated(DRAFT_WORDS)[problem], { text: hideSecrets(text.trim()) });
}
