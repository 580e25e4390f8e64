/**
 * What errors say to people: what happened, to whom; then what to do. The one table of these sentences, and where they are
 * made of typed errors. `{host}` is the host and port that failed, `{status}` the HTTP status, `{words}` the server's own
 * words, `{title}` a web page's title, `{target}` where a redirect leads, `{seconds}` how long to wait, `{found}` and
 * `{promised}` numbers of records.
 */
import { ENGLISH, fillIn, type Language, numberText, type WordDetails } from '../../base/words.ts';
import { HttpError, type HttpErrorKind } from '../../http/errors.ts';
import { TokenError } from '../../http/origin.ts';
import type { DraftPart } from '../../messages/draft.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';

export const ERROR_WORDS = {
  dns: ["Couldn't find the host {host}.", 'Check the base URL, your network, VPN and proxy.'],
  refused: [
    "Couldn't connect to {host} (connection refused).",
    'Check the port, and that the portal is running.',
  ],
  timeout: [
    "{host} didn't answer in time.",
    'Run again, ask for fewer records, or increase the request timeout.',
  ],
  closed: ['{host} closed the connection without an answer.', 'Run again in a moment.'],
  tls: [
    "Couldn't verify the certificate of {host}.",
    'Check the host name and your clock. If your organization has its own certificates, your system must trust them.',
  ],
  tlsOnPlainPort: [
    "{host} doesn't support https on this port.",
    "Check the port, or use http://. API tokens aren't sent to http:// addresses.",
  ],
  proxy: [
    'The proxy {host} rejected the request.',
    'Check the proxy settings, and whether the proxy requires a login.',
  ],
  proxyAddress: [
    "Couldn't use the proxy {host} that is set in {target}.",
    'Only proxies with an http:// or https:// address can be used.',
  ],
  protocol: ["{host} didn't answer with HTTP.", 'Check the port in the base URL.'],
  tooLarge: ['The response from {host} is too large.', 'Enter a smaller limit, or ask for fewer fields.'],
  truncated: ['The response from {host} ended early.', "Incomplete data isn't shown. Run again."],
  encoding: [
    "Couldn't decompress the response from {host}.",
    'Run again. If this keeps happening, a proxy may be the cause.',
  ],
  redirect: [
    '{host} redirects to another address: {target}.',
    'If you trust that address, use it as the base URL.',
  ],
  redirectLoop: [
    '{host} redirects in a loop.',
    'Check the base URL. The portal may also require you to sign in.',
  ],
  network: ["Couldn't reach {host}.", 'Check your network, VPN and proxy.'],

  forbidden: ["{host} doesn't let you see this resource: {words}", 'Set an API token that can read it.'],
  notFound: ["{host} doesn't have this resource in its datastore: {words}", 'Check the resource ID.'],
  validation: ['{host} rejected the query: {words}', 'Change the query and run again.'],
  hashInName: [
    "{host} can't read this resource, because the name of one of its fields contains #.",
    'This is a bug in CKAN 2.10 and 2.11. The field must be renamed, or CKAN updated.',
  ],
  actionUnknown: [
    '{host} has no datastore to search: {words}',
    'The portal runs without the datastore extension, or offers it at another base URL.',
  ],
  notCkan: [
    '{host} has no datastore API at this address.',
    'Check the base URL: everything before /api/ or /dataset/.',
  ],
  loginPage: [
    '{host} returned a web page instead of data: {title}',
    "You may need to sign in, or a firewall blocks the request. Open the portal's website to see.",
  ],
  emptyAnswer: ['{host} returned an empty response.', 'Run again in a moment.'],
  notJson: [
    "The response from {host} isn't JSON.",
    'Check the base URL. If it is correct, run again in a moment.',
  ],
  server: ['{host} failed (status {status}): {words}', 'Run again in a moment, or ask for fewer records.'],
  tooLong: ['This query is too long for {host}.', 'Use fewer values in its filters.'],
  rateLimited: ['{host} received too many requests.', 'Wait {seconds} seconds, then run again.'],
  unfit: [
    "{host} returned records that don't match its own description of the fields.",
    'Run again in a moment. If this keeps happening, report it to the portal.',
  ],
  incomplete: [
    '{host} stopped after {found} of {promised} records.',
    'The portal may be updating this data. Run again in a few minutes.',
  ],
  unsayable: [
    "{host} can't answer these filters.",
    'Local files can. Download a local copy, or remove the filters “is not” and “is empty”.',
  ],
  catalogMissing: [
    '{host} has no catalog to search: {words}',
    'Open its website to find a resource, then paste the address of its page.',
  ],
  datasetMissing: ["{host} doesn't have this dataset: {words}", 'It may have been removed or renamed.'],
  fieldsChanged: ['The fields of this resource changed while it was downloaded from {host}.', 'Run again.'],
  repeatedPage: [
    '{host} returns the same records again and again.',
    'It may ignore offsets. Enter a limit that fits one page.',
  ],

  /** Forbidden, and there is a token, but the way was not safe for it. */
  tokenWithheld: [
    "{host} doesn't let you see this resource: {words}",
    "Your token wasn't sent, because the connection isn't secure. Use the portal's https address.",
  ],
  badToken: [
    "The API token has a line break or another character that can't be sent.",
    'Copy it again, without the text around it.',
  ],
  unexpected: ['Something unexpected happened: {words}', 'If this keeps happening, report an issue.'],
} as const satisfies Record<
  HttpErrorKind | DatastoreErrorKind | 'tokenWithheld' | 'badToken' | 'unexpected',
  readonly [message: string, hint: string]
>;

/** Stands for `{words}` and `{title}` when there are none. */
export const NO_REASON = 'no reason given';

export interface ErrorDescription {
  readonly message: string;
  readonly hint: string;
  /** An API token could help. */
  readonly offersToken: boolean;
  /** The control of the form to blame. */
  readonly part?: DraftPart;
}

/** The one place where errors become words; `error` may be anything that was thrown. */
export function describeError(error: unknown, language: Language = ENGLISH): ErrorDescription {
  const { kind, details, part } = caseOf(error, language);
  const [message, hint] = ERROR_WORDS[kind];
  const say = (text: string): string =>
    fillIn(language.translate(text), details, language.translate(NO_REASON));
  const offersToken = kind === 'forbidden' || kind === 'tokenWithheld' || kind === 'badToken';
  return { message: closed(say(message)), hint: say(hint), offersToken, ...(part && { part }) };
}

interface ErrorCase {
  readonly kind: keyof typeof ERROR_WORDS;
  readonly details: WordDetails;
  readonly part?: DraftPart | undefined;
}

function caseOf(error: unknown, { tag }: Language): ErrorCase {
  if (error instanceof HttpError) {
    const { kind, host, status, title, target } = error;
    return { kind, details: { host, status, title, target }, part: PARTS[kind] };
  }
  if (error instanceof DatastoreError) {
    const { host, status, serverMessage, details: { title, retryAfterMs = 60_000, ...more } = {} } = error;
    const seconds = Math.ceil(retryAfterMs / 1000);
    const [found, promised] = [more.found, more.promised].map((count) => count && numberText(count, tag));
    const isWithheld = error.kind === 'forbidden' && more.tokenWithheld === true;
    return {
      kind: isWithheld ? 'tokenWithheld' : error.kind,
      details: { host, status, words: serverMessage ?? title, title, seconds, found, promised },
      part: error.part,
    };
  }
  if (error instanceof TokenError) return { kind: 'badToken', details: {} };
  return { kind: 'unexpected', details: { words: error instanceof Error ? error.message : String(error) } };
}

const PARTS: Partial<Record<HttpErrorKind, DraftPart>> = {
  dns: 'portal',
  refused: 'portal',
  tls: 'portal',
  tlsOnPlainPort: 'portal',
  protocol: 'portal',
  redirect: 'portal',
  tooLarge: 'limit',
};

/** A server's words may end anyhow; a hint comes behind them. */
function closed(sentence: string): string {
  return /[\p{Po}]$/u.test(sentence) && !sentence.endsWith('"') ? sentence : `${sentence}.`;
}
