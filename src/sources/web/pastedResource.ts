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
import { type PastedCall, readPastedCall } from '../../datastore/draft/pastedCall.ts';
import type { PastedProblem } from '../../datastore/draft/rawCall.ts';
import { DRAFT_WORDS } from '../../datastore/draft/draftWords.ts';
import { LINK_WORDS } from '../../document/code/linkWords.ts';
import { queryOfLink, readLink } from '../../document/code/queryLink.ts';
import { KEPT_WORDS } from '../../document/kept/keptWords.ts';
import type { LeftOut } from '../../platform/messages.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import { PORTAL_WORDS } from '../portalWords.ts';

/** A parsed text, with the parts of a pasted API call that can't be kept. */
export type Pasted<T> = T & LeftOut;

/** Reads a resource from an id or alias, an address that names it, or an API call. */
export function readResource(text: string): Pasted<ResourceAddress> | ResourceProblem | PastedProblem {
  return readCall(text) ?? parseResource(text);
}

export function readAddress(text: string): Pasted<Address> | AddressProblem {
  const call = readCall(text);
  return call !== undefined && 'candidates' in call ? call : parseAddress(text);
}

function readCall(text: string): PastedCall | PastedProblem | undefined {
  const link = readLink(text);
  if (link === undefined) return readPastedCall(text);
  if ('problem' in link) return { problem: 'unclear' };
  const query = queryOfLink(link);
  // Links to files and documents name no portal.
  if (query === undefined || link.kind === 'document' || link.place.kind === 'file') return { problem: 'notResource' };
  const { baseUrl, resourceId } = link.place;
  return { resourceId, candidates: [baseUrl], query, leftOut: [], hadSecret: false };
}

export function pastedProblemText({ problem }: ResourceProblem | PastedProblem, text: string): string {
  const link = readLink(text, translated(LINK_WORDS), translated(KEPT_WORDS));
  if (link !== undefined) return 'problem' in link ? link.problem : translate(LINK_WORDS.notHere);
  if (problem === 'empty') return translate(PORTAL_WORDS.enterAddress);
  return fillIn(translated(DRAFT_WORDS)[problem], { text: hideSecrets(text.trim()) });
}
