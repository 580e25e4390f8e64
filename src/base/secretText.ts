import { decoded } from './urlParts.ts';

/**
 * What looks like a secret: the password of an address, a parameter or header whose name says so, a signed token (the
 * API tokens of CKAN 2.9+ are JWTs). The one rule for what is typed and kept, logged or shown.
 */

export const HIDDEN = '<hidden>';

/** Words of a name that make its value a secret: `X-Amz-Signature`, `subscription-key`, `apiToken`. */
const SECRET_WORD =
  /^(?:pass|passphrase|pwd|pw|auth|authorization|authentication|sig|key|jwt|bearer|cookie|session|sid|sessionid|ticket|otp|hmac|sas)$|(?:token|secret|password|passwd|apikey|accesskey|secretkey|privatekey|subscriptionkey|signature|credential)s?$/;

/** A name and password, or a name alone, between `//` and the host. */
const USER_INFO = /\/\/[^\s/?#@"'<>]*@/g;
/** A password with characters that an address can't have. */
const LOOSE_USER_INFO = /(?<=\/\/)[^\s/:@"'()<>=]+:(?!\d{1,5}(?:[/?#]|$))[^\s@]{1,200}@(?=[\w[])/g;
/** An address without its scheme. */
const BARE_USER_INFO =
  /(?<=[\s"'(<=]|^)(?!mailto:)[^\s/:@"'()<>=]+:(?!\/\/)[^\s@]{1,200}@(?=[\w-]+\.|localhost\b|\[)/gi;
const PARAMETER = /(?<=[?&;#])([^\s?&;#="'(){}<>,]{1,100})=([^\s&;#"'<>]+)/g;
/** Names that say so anywhere: `Authorization: …`, `"password": "…"`, `api_key = …`; a field may well be called `token`. */
const HEADER =
  /(["']?)\b(authorization|cookie|password|passwd|[\w-]{0,60}(?:api|subscription)[-_]?key|x-[\w-]{1,60}-(?:key|token))\1(\s*[:=]\s*)(?:(["'])(?:\\.|(?!\4)[^\\])*\4|(?:(?:bearer|basic|digest|token)\s+)?[^\s"',;{}]+)/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

export function isSecretName(name: string): boolean {
  return decoded(name)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => SECRET_WORD.test(word));
}

/** The text with everything that looks like a secret replaced. */
export function hideSecrets(text: string): string {
  return text
    .replace(LOOSE_USER_INFO, `${HIDDEN}@`)
    .replace(BARE_USER_INFO, `${HIDDEN}@`)
    .replace(USER_INFO, `//${HIDDEN}@`)
    .replace(
      HEADER,
      (_, quote: string, name: string, colon: string) => `${quote}${name}${quote}${colon}${HIDDEN}`,
    )
    .replace(PARAMETER, (whole, name: string, value: string) => {
      if (isSecretName(name)) return `${name}=${HIDDEN}`;
      // An address within an address.
      return value.includes('%') && holdsSecret(decoded(value)) ? `${name}=${HIDDEN}` : whole;
    })
    .replace(JWT, HIDDEN);
}

export function holdsSecret(text: string): boolean {
  return hideSecrets(text) !== text;
}

/** For what is kept: each text of the value that holds a secret is left empty. */
export function withoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return (holdsSecret(value) ? '' : value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSecrets(item)])) as T;
}

/** An address as it is logged and shown: without its query string, and without a user's name. */
export function addressText(address: string): string {
  const [place = ''] = address.trim().split(/[?#]/, 1);
  const url = URL.parse(place);
  return hideSecrets(url?.host ? `${url.protocol}//${url.host}${url.pathname}` : place);
}
