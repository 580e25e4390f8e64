/**
 * The texts of errors: what happened, to which server, and what to do. Only this file converts typed errors to texts.
 * `{host}` is the host and port, `{status}` the HTTP status, `{words}` the server's message, `{title}` a web page's
 * title, `{target}` the target of a redirect, `{time}` the time of the next attempt, `{names}` the hosts
 * of a certificate, `{found}` and `{promised}` numbers of records.
 */
import { dirname } from 'node:path';
import { defined } from '../../base/defined.ts';
import { diskRefusal } from '../../base/diskRefusal.ts';
import { ENGLISH, fillIn, type Language, numberText, type WordDetails } from '../../base/words.ts';
import { HttpError, type HttpErrorKind } from '../../http/errors.ts';
import { TokenError } from '../../http/origin.ts';
import type { DraftPart } from '../query/draft.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import { waitTimeText } from './waitWords.ts';

type ErrorTexts = readonly [message: string, hint: string];

export const ERROR_WORDS = {
  dns: ["Couldn't find the host {host}.", 'Check the base URL, your network, VPN and proxy.'],
  refused: ["Couldn't connect to {host} (connection refused).", 'Check the port, and that the portal is running.'],
  connectTimeout: [
    "Couldn't connect to {host} in time.",
    'Check the port, your network, VPN and proxy, and that the portal is running.',
  ],
  timeout: ["{host} didn't answer in time.", 'Run again, ask for fewer records, or increase the request timeout.'],
  stalled: ['{host} stopped sending data.', "Incomplete data isn't shown. Run again."],
  closed: ['{host} closed the connection without answering.', 'Run again in a moment.'],
  tls: [
    "Couldn't verify the certificate of {host}.",
    'Check the host name and your clock. If your organization has its own certificates, your system must trust them.',
  ],
  tlsExpired: [
    'The certificate of {host} has expired, or is not valid yet.',
    "Check your computer's clock. If it's right, the portal must renew its certificate.",
  ],
  tlsName: ['The certificate of {host} is for another host: {names}.', 'Check the host name in the base URL.'],
  tlsIssuer: [
    'The certificate of {host} is from an unknown issuer.',
    'If your organization has its own certificates, your system must trust them, and the setting "Http: System Certificates" must be on.',
  ],
  tlsVersion: [
    '{host} supports only outdated encryption (TLS 1.1 or older).',
    'The portal must be updated. There is no way around this.',
  ],
  tlsOnPlainPort: [
    "{host} doesn't support https on this port.",
    "Check the port, or use http://. API tokens aren't sent to http:// addresses.",
  ],
  plainOnTlsPort: ['{host} supports only https on this port.', 'Use https:// in the base URL.'],
  proxy: ['The proxy {host} rejected the request.', 'Check the proxy settings.'],
  proxyLogin: [
    'The proxy {host} requires a login.',
    'Set "Http: Proxy Authorization", or let VS Code log in: set "Datastore Explorer: Network" to VS Code.',
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
  redirect: ['{host} redirects to another address: {target}.', 'If you trust that address, use it as the base URL.'],
  redirectLoop: ['{host} redirects in a loop.', 'Check the base URL. The portal may also require you to sign in.'],
  offline: ["Couldn't reach {host}, because this computer is offline.", 'Check your network, then run again.'],
  network: ["Couldn't reach {host}.", 'Check your network, VPN and proxy.'],

  forbidden: ["{host} doesn't let you see this resource: {words}", 'Set an API token that can read it.'],
  catalogForbidden: [
    "{host} doesn't let you see its datasets: {words}",
    'Set an API token that can read them, or open its website to see what is public.',
  ],
  datasetForbidden: ["{host} doesn't let you see this dataset: {words}", 'Set an API token that can read it.'],
  notFound: ["{host} doesn't have this resource in its datastore: {words}", 'Check the resource ID.'],
  validation: ['{host} rejected the query: {words}', 'Change the query and run again.'],
  hashInName: [
    "{host} can't read this resource, because the name of one of its fields contains #.",
    'This is a bug in CKAN 2.10 and 2.11. The field must be renamed, or CKAN updated.',
  ],
  hashInSearch: [
    "{host} can't search for a text that contains #.",
    'This is a bug in CKAN 2.10 and 2.11. Leave out the #.',
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
  notJson: ["The response from {host} isn't JSON.", "Check the base URL. If it's correct, run again in a moment."],
  server: ['{host} answered with an error ({status}): {words}', 'Run again in a moment, or ask for fewer records.'],
  serverSilent: [
    '{host} answered with an error ({status}) and gave no reason.',
    'Run again in a moment, or ask for fewer records.',
  ],
  /** The words begin with the status: "502 Bad Gateway". */
  serverStatus: ['{host} answered {words}', 'Run again in a moment, or ask for fewer records.'],
  /** A gateway's timeout for the server behind it. */
  tooSlow: [
    '{host} took too long to answer (status {status}).',
    'Ask for fewer records, or make the query simpler: a filter on one field, no sort.',
  ],
  tooLong: ['This query is too long for {host}.', 'Use fewer values in its filters.'],
  rateLimited: ['{host} received too many requests.', 'Wait a minute, then run again.'],
  retryLater: ['{host} is busy and asks to wait until {time}.', 'Run again after that.'],
  unfit: [
    "{host} returned records that don't match its own description of the fields.",
    'Run again in a moment. If this keeps happening, report it to the portal.',
  ],
  tooManyFields: [
    '{host} returned more fields than can be read.',
    'At most 100,000 fields can be read. Check that the address is that of a datastore.',
  ],
  incomplete: [
    '{host} stopped after {found} of {promised} records.',
    'The portal may be updating this data. Run again in a few minutes.',
  ],
  dataChanged: [
    'The data at {host} changed while it was being read, so the records no longer fit together.',
    'Start over to read it from the beginning.',
  ],
  /** Like `incomplete`, but the server now reports no more records than it has returned. */
  recordsRemoved: ['Records were removed while they were read from {host}.', 'Run again.'],
  unsupportedFilter: [
    "{host} doesn't support these filters.",
    'Remove the filters "is not" and "is empty", or download a local copy and filter that.',
  ],
  sqlNotAllowed: [
    '{host} can answer this query only with SQL.',
    "Select Use SQL… in the portal's menu, or change the filters.",
  ],
  noSummary: ["{host} can't summarize records.", 'Download a local copy and summarize that.'],
  noRanges: [
    "{host} can't filter by a range.",
    'This requires CKAN 2.12 or later. Filter by values, or download a local copy and filter that.',
  ],
  ignoresFilters: [
    "{host} ignores filters: it returned records that don't match.",
    'Remove the filters and use the search, or download a local copy and filter that.',
  ],
  noSort: ["{host} can't sort records.", 'Remove the sort, or download a local copy and sort that.'],
  noOffsets: [
    '{host} returns only the first {found} records of a query.',
    "It doesn't return further pages. Add filters so that fewer records match.",
  ],
  noExpressions: ["{host} can't search for beginnings of words or expressions.", 'Select Whole words.'],
  catalogMissing: [
    '{host} has no catalog to search: {words}',
    'Open its website to find a resource, then paste the address of its page.',
  ],
  datasetMissing: ["{host} doesn't have this dataset: {words}", 'It may have been removed or renamed.'],
  fieldsChanged: ['The fields of this resource changed while it was downloaded from {host}.', 'Run again.'],
  repeatedPage: [
    '{host} keeps returning the same records.',
    'It may ignore offsets. Enter a limit that fits one page.',
  ],

  /** Forbidden, and the token wasn't sent because the connection isn't safe. */
  tokenWithheld: [
    "{host} doesn't let you see this resource: {words}",
    "Your token wasn't sent, because the connection isn't secure. Use the portal's https address.",
  ],
  /** Forbidden for the token's user, or the portal doesn't know the token (docs/ckan.md 8). */
  tokenRefused: [
    "{host} doesn't let you see this resource: {words}",
    "Your API token doesn't allow it, or isn't valid.",
  ],
  badToken: [
    "The API token has a line break or another character that can't be sent.",
    'Copy it again, without the text around it.',
  ],
  diskFull: ['The disk is full.', 'Free some space and try again.'],
  noPermission: ["You don't have permission to read or write in {target}.", 'Change that, or select another place.'],
  unexpected: ['Something unexpected happened: {words}', 'If this keeps happening, report an issue.'],
} as const satisfies Readonly<Record<HttpErrorKind | DatastoreErrorKind, ErrorTexts> & Record<string, ErrorTexts>>;

/** Replaces missing `{words}` and `{title}`. */
export const NO_REASON = 'no reason given';

export interface ErrorDescription {
  readonly message: string;
  readonly hint: string;
  readonly offersToken: boolean;
  /** Whether a token was sent and refused, so that checking it could help. */
  readonly canCheckToken?: boolean;
  readonly part?: DraftPart;
}

/**
 * Converts any thrown value to texts.
 * @param nameOf returns the name of the server at a host. Errors about the address itself show the host.
 */
export function describeError(
  error: unknown,
  language: Language = ENGLISH,
  nameOf: (host: string) => string = (host) => host,
): ErrorDescription {
  const { kind, details: facts, part, reason = kind } = caseOf(error, language);
  const { host } = facts;
  const isOfAddress = error instanceof HttpError && PORTAL_FAULTS.has(error.kind);
  const details = { ...facts, ...(typeof host === 'string' && !isOfAddress && { host: nameOf(host) }) };
  const [message] = ERROR_WORDS[kind];
  const [, hint] = ERROR_WORDS[reason];
  const say = (text: string): string => fillIn(language.translate(text), details, language.translate(NO_REASON));
  const offersToken = TOKEN_HELPS.has(reason);
  return defined({
    message: closed(say(message)),
    hint: say(hint),
    offersToken,
    canCheckToken: reason === 'tokenRefused' ? true : undefined,
    part,
  });
}

interface ErrorCase {
  readonly kind: keyof typeof ERROR_WORDS;
  /** The entry with the hint, if it isn't that of `kind`. */
  readonly reason?: keyof typeof ERROR_WORDS;
  readonly details: WordDetails;
  readonly part?: DraftPart | undefined;
}

function caseOf(error: unknown, { tag }: Language): ErrorCase {
  if (error instanceof HttpError) {
    const { kind, host, status, target, names } = error;
    const part = PORTAL_FAULTS.has(kind) ? 'portal' : kind === 'tooLarge' ? 'limit' : undefined;
    return { kind, details: { host, status, target, names }, part };
  }
  if (error instanceof DatastoreError) {
    const { host, status, serverMessage, details = {} } = error;
    const { title, retryAfterMs, subject } = details;
    const time = retryAfterMs === undefined ? undefined : waitTimeText(retryAfterMs, tag);
    const [found, promised] = [details.found, details.promised].map((n) => n && numberText(n, tag));
    const reason = kindOfRefusal(error);
    const words = serverMessage ?? title;
    const isOfCatalog = error.kind === 'forbidden' && subject !== undefined;
    return {
      kind: isOfCatalog ? `${subject}Forbidden` : reason === 'server' ? serverKind(words, status) : reason,
      reason,
      details: { host, status, words, title, time, found, promised },
      part: error.part,
    };
  }
  if (error instanceof TokenError) return { kind: 'badToken', details: {} };
  const { path = '' } = Object(error) as NodeJS.ErrnoException;
  const ofDisk = diskRefusal(Object(error));
  if (ofDisk === 'diskFull' || (ofDisk && path !== '')) return { kind: ofDisk, details: { target: dirname(path) } };
  return { kind: 'unexpected', details: { words: error instanceof Error ? error.message : String(error) } };
}

function kindOfRefusal({ kind, status, details = {} }: DatastoreError): keyof typeof ERROR_WORDS {
  const { tokenWithheld, tokenSent, subject, retryAfterMs = 0, found = 0, promised = Infinity } = details;
  if (kind === 'incomplete' && promised <= found) return 'recordsRemoved';
  if (kind === 'forbidden' && tokenWithheld === true) return 'tokenWithheld';
  if (kind === 'forbidden' && tokenSent === true) return 'tokenRefused';
  if (kind === 'forbidden' && subject !== undefined) return `${subject}Forbidden`;
  if (kind !== 'server' && kind !== 'rateLimited') return kind;
  if (retryAfterMs > 0) return 'retryLater';
  return status === 504 ? 'tooSlow' : kind;
}

function serverKind(words: string | undefined, status: number | undefined): keyof typeof ERROR_WORDS {
  if (words === undefined) return 'serverSilent';
  return words.startsWith(`${String(status)} `) ? 'serverStatus' : 'server';
}

const TOKEN_HELPS = new Set<keyof typeof ERROR_WORDS>([
  'forbidden',
  'catalogForbidden',
  'datasetForbidden',
  'tokenWithheld',
  'tokenRefused',
  'badToken',
]);

const PORTAL_FAULTS: ReadonlySet<HttpErrorKind> = new Set([
  ...(['dns', 'refused', 'connectTimeout', 'protocol', 'redirect', 'tls', 'tlsExpired', 'tlsName'] as const),
  ...(['tlsIssuer', 'tlsVersion', 'tlsOnPlainPort', 'plainOnTlsPort'] as const),
]);

/** Ends a server's message with a full stop if it has no final mark, because a hint follows. */
function closed(sentence: string): string {
  return /[\p{Po}]$/u.test(sentence) && !sentence.endsWith('"') ? sentence : `${sentence}.`;
}
