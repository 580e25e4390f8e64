/** What a token says of itself. It is read here and sent nowhere. */
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';
import { isUuid } from '../wire/address.ts';

export interface TokenFacts {
  /** A key of CKAN 2.9 and older, which has no end: 2.10 takes none (field guide, "kind"). */
  readonly isKey: boolean;
  /** Milliseconds since 1970, of a token that has an end. */
  readonly expires?: number;
}

const claims = v.object({ exp: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e11)) });

/** A token of CKAN 2.9+ is a JWT; one that ends says when, in seconds. */
export function readTokenFacts(token: string): TokenFacts {
  const [, payload = ''] = /^[\w-]+\.([\w-]{2,4000})\.[\w-]*$/.exec(token) ?? [];
  const exp = readStored(claims, parsed(Buffer.from(payload, 'base64url').toString('utf8')))?.exp;
  return { isKey: isUuid(token), ...(exp !== undefined && { expires: exp * 1000 }) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
