/** What a token says about itself. It is read locally and sent nowhere. */
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';
import { isUuid } from '../wire/address.ts';

export interface TokenFacts {
  /** A UUID is an API key of CKAN 2.9 and older, which never expires. CKAN 2.10 accepts no keys. */
  readonly isKey: boolean;
  /** Expiry in milliseconds since 1970. Absent if the token doesn't expire. */
  readonly expires?: number;
}

const claims = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ exp: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e11)) }),
);

/** Reads a token. Those of CKAN 2.9 and later are JWTs, which contain the expiry in seconds. */
export function readTokenFacts(token: string): TokenFacts {
  const [, payload = ''] = /^[\w-]+\.([\w-]{2,4000})\.[\w-]*$/.exec(token) ?? [];
  const exp = readStored(claims, Buffer.from(payload, 'base64url').toString('utf8'))?.exp;
  return { isKey: isUuid(token), ...(exp !== undefined && { expires: exp * 1000 }) };
}
