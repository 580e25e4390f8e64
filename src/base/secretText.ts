import { callsProgram, readsAsCommand, SECRET_OPTION } from './commandText.ts';
import { decoded } from './urlParts.ts';

/**
 * The one rule for what looks like a secret in texts that are stored, logged or shown: an address's password, a
 * parameter or header with a telling name, or a signed token (API tokens of CKAN 2.9+ are JWTs).
 */

export const HIDDEN = '<hidden>';

/** Words of a name that make its value a secret: `X-Amz-Signature`, `subscription-key`, `apiToken`. */
const SECRET_WORD =
  /^(?:pass|passphrase|pwd|pw|auth|authenticate|authorization|authentication|sig|key|jwt|bearer|cookies?|session|sid|sessionid|ticket|otp|hmac|sas)$|(?:token|secret|password|passwd|apikey|accesskey|secretkey|privatekey|subscriptionkey|signature|credential)s?$/;

/** A user name, with or without a password, between `//` and the host. */
const USER_INFO = /\/\/[^\s/?#@"'<>]*@/g;
/** A password containing characters that aren't allowed in an address. */
const LOOSE_USER_INFO = /(?<=\/\/)[^\s/:@"'()<>=]+:(?!\d{1,5}(?:[/?#]|$))[^\s@]{1,200}@(?=[\w[])/g;
/** A user name and password in an address without a scheme. */
const BARE_USER_INFO =
  /(?<=[\s"'(<=]|^)(?!mailto:)[^\s/:@"'()<>=]+:(?!\/\/)[^\s@]{1,200}@(?=[\w-]+\.|localhost\b|\[)/gi;
const PARAMETER = /(?<=[?&;#])([^\s?&;#="'(){}<>,]{1,100})=([^\s&;#"'<>]+)/g;
/**
 * Names that mark a secret in any text: `Authorization: …`, `"password": "…"`, `api_key = …`. `token` isn't among them,
 * because a field may have that name.
 */
const HEADER_NAME =
  /(?:^|-)(?:authorization|cookie|password|passwd)$|(?:api|subscription)[-_]?key$|^x-.+-key$|.-(?:token|secret)$/i;
const HEADER = /(?<![\w-])([\w-]+)(?![\w-])["']?\s*[:=]\s*/g;
const HEADER_VALUE = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?:(?:bearer|basic|digest|token)\s+)?[^\s"',;{}]+/iy;
/** The login and password on a line of `.netrc`. */
const NETRC = /\b(login\s+)\S+(\s+password\s+)\S+/gi;
/** A telling name in a command, before its value or before the arguments of a call (`.auth('u', 'p')`). */
const NAMED = /(?<![\w-])([\w-]+)(?![\w-])["'`\])]*(?:\s*(?:=>|<-|[:=,(])\s*|\s+(?=["'`]))/g;
const BEARER = /\b(?:bearer|basic)\s/i;
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

/** Matches if a name may contain a word of SECRET_WORD. This cheap test comes first. */
const ANY_SECRET_WORD =
  /p(?:ass|w)|auth|s(?:ig|ession|id|as|ecret)|key|jwt|bearer|cookie|ticket|token|otp|hmac|credential/i;

/** Whether the name of a parameter or header suggests that its value is a secret. */
export function isSecretName(name: string): boolean {
  return decoded(name)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => SECRET_WORD.test(word));
}

/** True for headers that carry a token, a password or a cookie, whatever their value is. */
export function isSecretHeader(name: string): boolean {
  return HEADER_NAME.test(name);
}

/** The text with everything that looks like a secret replaced. */
export function hideSecrets(text: string): string {
  return withoutUserInfo(withoutHeaders(commandWithoutSecrets(text)))
    .replace(PARAMETER, (whole, name: string, value: string) => {
      if (isSecretName(name)) return `${name}=${HIDDEN}`;
      // The value of the parameter may be an address with secrets of its own.
      return value.includes('%') && holdsSecret(decoded(value)) ? `${name}=${HIDDEN}` : whole;
    })
    .replace(NETRC, `$1${HIDDEN}$2${HIDDEN}`)
    .replace(JWT, HIDDEN);
}

/** A command up to its first secret, because shells quote in too many ways to tell where a value ends. */
function commandWithoutSecrets(text: string): string {
  if (!callsProgram(text)) return text;
  const ends = [SECRET_OPTION, BEARER].flatMap((sign) => endOf(sign.exec(text)) ?? []);
  for (const match of text.matchAll(NAMED))
    if (ANY_SECRET_WORD.test(match[1] ?? '') && isSecretName(match[1] ?? '')) {
      ends.push(match.index + match[0].length);
      break;
    }
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends)) + HIDDEN;
}

function withoutUserInfo(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .replace(LOOSE_USER_INFO, `${HIDDEN}@`)
    .replace(BARE_USER_INFO, `${HIDDEN}@`)
    .replace(USER_INFO, `//${HIDDEN}@`);
}

function withoutHeaders(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(HEADER)) {
    const start = match.index + match[0].length;
    if (start < end || !isSecretHeader(match[1] ?? '')) continue;
    HEADER_VALUE.lastIndex = start;
    if (!HEADER_VALUE.test(text)) continue;
    pieces.push(text.slice(end, start), HIDDEN);
    end = HEADER_VALUE.lastIndex;
  }
  return pieces.join('') + text.slice(end);
}

function endOf(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : match.index + match[0].length;
}

export function holdsSecret(text: string): boolean {
  return hideSecrets(text) !== text;
}

/**
 * A value that may be stored on disk. Every text that holds a secret or reads as a command becomes empty. Commands are
 * never stored, because a secret in them could be written in any way.
 */
export function withoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return (holdsSecret(value) || readsAsCommand(value) ? '' : value) as T;
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

/** Removes secrets from every text that leaves the program, in each encoder's form (docs/security.md 9). */
export class Redactor {
  readonly #shapes = new Set<string>();

  hide(secret: string): void {
    // Hiding a very short secret would blot out ordinary words, and such a secret can be guessed anyway.
    if (secret.length < 4) return;
    this.#shapes.add(secret);
    this.#shapes.add(encodeURIComponent(secret));
    this.#shapes.add(JSON.stringify(secret).slice(1, -1));
    this.#shapes.add(inBase64(secret).replace(/={1,2}$/, ''));
  }

  redact(text: string): string {
    return hideSecrets(this.withoutHidden(text));
  }

  /** The text without the secrets that were told. Other texts stay, even if they look like secrets. */
  withoutHidden(text: string): string {
    let safe = text;
    for (const shape of this.#shapes) safe = safe.replaceAll(shape, '<token>');
    return safe;
  }
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
