/**
 * Texts for errors. `{host}` is the host and port that failed, `{status}` the HTTP status, `{words}` the server's own
 * words, `{title}` a web page's title, `{target}` where a redirect leads, `{seconds}` how long to wait, `{found}` and `{promised}`
 * numbers of records. The host fills the
 * same table with `vscode.l10n.t`; the command line uses this one.
 */
import type { HttpErrorKind } from '../../http/errors.ts';
import { numberText } from '../../base/numberText.ts';
import type { DatastoreErrorKind } from './errors.ts';

/** `message`: what happened, to which server. `hint`: what to do next. */
export interface ErrorText {
  readonly message: string;
  readonly hint: string;
}

export interface ErrorWords {
  readonly http: Readonly<Record<HttpErrorKind, ErrorText>>;
  readonly datastore: Readonly<Record<DatastoreErrorKind, ErrorText>>;
  /** A text that no header can carry was given as a token. */
  readonly badToken: ErrorText;
  /** Anything else; `{words}` is the error's own message. */
  readonly unexpected: ErrorText;
  /** The hint when a token was kept back because the way was not safe for it. */
  readonly tokenWithheld: string;
  /** Stands for `{words}` and `{title}` when there are none. */
  readonly nothingSaid: string;
  /** Numbers of records, as the language writes them. */
  readonly formatNumber: (value: number) => string;
  /** What is kept, behind every hint; may be empty. */
  readonly kept: string;
}

export const englishErrorWords: ErrorWords = {
  http: {
    dns: { message: 'No host is called {host}.', hint: 'Check the base URL, your network, VPN and proxy.' },
    refused: {
      message: '{host} refused the connection: nothing listens there.',
      hint: 'Check the port, and that the portal is running.',
    },
    timeout: {
      message: '{host} did not answer in time.',
      hint: 'Run again, ask for less, or raise the request timeout.',
    },
    closed: { message: '{host} closed the connection without an answer.', hint: 'Run again in a moment.' },
    tls: {
      message: 'The certificate of {host} could not be verified.',
      hint: 'Check the host name and your clock; a company’s own certificate must be known to the system.',
    },
    tlsOnPlainPort: {
      message: '{host} does not speak https.',
      hint: 'Check the port, or use http:// (a token is then not sent).',
    },
    proxy: {
      message: 'The proxy {host} did not let the request through.',
      hint: 'Check the proxy settings and whether it wants a login.',
    },
    proxyAddress: {
      message: 'Couldn’t use the proxy {host} that is set in {target}.',
      hint: 'Only proxies with an http:// or https:// address can be used.',
    },
    protocol: { message: '{host} did not answer with HTTP.', hint: 'Check the port in the base URL.' },
    tooLarge: {
      message: 'The answer of {host} is too large.',
      hint: 'Give a smaller limit, or ask for fewer fields.',
    },
    truncated: {
      message: 'The answer of {host} broke off half way.',
      hint: 'Nothing of it is shown, because it is incomplete. Run again.',
    },
    encoding: {
      message: 'The answer of {host} has a broken or unknown compression.',
      hint: 'Run again; if it stays so, a proxy on the way may be the cause.',
    },
    redirect: {
      message: '{host} points to another address: {target}.',
      hint: 'If you trust that address, use it as the base URL.',
    },
    redirectLoop: {
      message: '{host} redirects the request again and again.',
      hint: 'Check the base URL. The portal may also want you to sign in.',
    },
    network: { message: '{host} could not be reached.', hint: 'Check your network, VPN and proxy.' },
  },
  datastore: {
    forbidden: {
      message: '{host} does not let you see this resource: {words}',
      hint: 'Set an API token that may read it.',
    },
    notFound: {
      message: '{host} does not have this resource in its datastore: {words}',
      hint: 'Check the resource ID.',
    },
    validation: {
      message: '{host} did not accept the query: {words}',
      hint: 'Change the query and run again.',
    },
    hashInName: {
      message: '{host} can’t read this resource, because the name of one of its fields contains #.',
      hint: 'This is a fault of CKAN 2.10 and 2.11. The field has to be renamed, or CKAN updated.',
    },
    actionUnknown: {
      message: '{host} has no datastore to search: {words}',
      hint: 'The portal runs without the datastore extension, or offers it at another base URL.',
    },
    notCkan: {
      message: 'There is no datastore API at this address of {host}.',
      hint: 'Check the base URL: everything in front of /api/ or /dataset/.',
    },
    loginPage: {
      message: '{host} answered with a web page instead of data: {title}',
      hint: 'It may want a login, or a firewall stands in front of it. Open the portal’s website to see.',
    },
    emptyAnswer: { message: '{host} gave an empty answer.', hint: 'Run again in a moment.' },
    notJson: {
      message: 'The answer of {host} is not JSON.',
      hint: 'Check the base URL; if it is right, run again in a moment.',
    },
    server: {
      message: '{host} failed (status {status}): {words}',
      hint: 'Run again in a moment, or ask for less.',
    },
    rateLimited: {
      message: '{host} asks for fewer requests.',
      hint: 'Wait {seconds} seconds, then run again.',
    },
    unfit: {
      message:
        '{host} returned records that can’t be read: they don’t fit its own description of the fields.',
      hint: 'Run again in a moment. If it stays like this, the portal has a fault.',
    },
    incomplete: {
      message: '{host} stopped after {found} of {promised} records.',
      hint: 'The portal may be updating this data. Run again in a few minutes.',
    },
    fieldsChanged: {
      message: 'The fields of this resource changed while it was downloaded from {host}.',
      hint: 'Run again.',
    },
    repeatedPage: {
      message: '{host} gives the same records again and again.',
      hint: 'It seems to ignore offsets; give a limit that fits one page.',
    },
  },
  badToken: {
    message: 'The API token holds a line break or another character that cannot be sent.',
    hint: 'Copy it again, without what stands around it.',
  },
  unexpected: { message: 'Something unexpected happened: {words}', hint: '' },
  tokenWithheld:
    'Your token was not sent, because the way there is not safe for it: use the portal’s https address.',
  nothingSaid: 'no reason given',
  formatNumber: (value) => numberText(value, 'en'),
  kept: '',
};
