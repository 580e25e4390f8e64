import { env, l10n } from 'vscode';
import type { ErrorText, ErrorWords } from '../datastore/client/errorWords.ts';
import { numberText } from '../base/numberText.ts';

/** The table that turns typed errors into words, in the language of the window (the placeholders stay as they are). */
export const errorWords = (): ErrorWords => ({
  http: httpWords(),
  datastore: datastoreWords(),
  badToken: text(
    l10n.t('The API token holds a line break or another character that cannot be sent.'),
    l10n.t('Copy it again, without what stands around it.'),
  ),
  unexpected: text(l10n.t('Something unexpected happened: {words}'), l10n.t('The log says more.')),
  tokenWithheld: l10n.t(
    'Your token was not sent, because the way there is not safe for it: use the portal’s https address.',
  ),
  nothingSaid: l10n.t('no reason given'),
  formatNumber: (value) => numberText(value, env.language),
  kept: '',
});

function text(message: string, hint: string): ErrorText {
  return { message, hint };
}

const httpWords = (): ErrorWords['http'] => ({
  dns: text(l10n.t('No host is called {host}.'), l10n.t('Check the base URL, your network, VPN and proxy.')),
  refused: text(
    l10n.t('{host} refused the connection: nothing listens there.'),
    l10n.t('Check the port, and that the portal is running.'),
  ),
  timeout: text(
    l10n.t('{host} did not answer in time.'),
    l10n.t('Run again, ask for less, or raise the setting “Request: Timeout Seconds”.'),
  ),
  closed: text(l10n.t('{host} closed the connection without an answer.'), l10n.t('Run again in a moment.')),
  tls: text(
    l10n.t('The certificate of {host} could not be verified.'),
    l10n.t('Check the host name and your clock; a company’s own certificate must be known to the system.'),
  ),
  tlsOnPlainPort: text(
    l10n.t('{host} does not speak https.'),
    l10n.t('Check the port, or use http:// (a token is then not sent).'),
  ),
  proxy: text(
    l10n.t('The proxy {host} did not let the request through.'),
    l10n.t('Check the setting “http.proxy” and whether the proxy wants a login.'),
  ),
  proxyAddress: text(
    l10n.t('Couldn’t use the proxy {host} that is set in {target}.'),
    l10n.t('Only proxies with an http:// or https:// address can be used.'),
  ),
  protocol: text(l10n.t('{host} did not answer with HTTP.'), l10n.t('Check the port in the base URL.')),
  tooLarge: text(
    l10n.t('The answer of {host} is too large.'),
    l10n.t('Give a smaller limit, or ask for fewer fields.'),
  ),
  truncated: text(
    l10n.t('The answer of {host} broke off half way.'),
    l10n.t('Nothing of it is shown, because it is incomplete. Run again.'),
  ),
  encoding: text(
    l10n.t('The answer of {host} has a broken or unknown compression.'),
    l10n.t('Run again; if it stays so, a proxy on the way may be the cause.'),
  ),
  redirect: text(
    l10n.t('{host} points to another address: {target}.'),
    l10n.t('If you trust that address, use it as the base URL.'),
  ),
  redirectLoop: text(
    l10n.t('{host} redirects the request again and again.'),
    l10n.t('Check the base URL. The portal may also want you to sign in.'),
  ),
  network: text(l10n.t('{host} could not be reached.'), l10n.t('Check your network, VPN and proxy.')),
});

const datastoreWords = (): ErrorWords['datastore'] => ({
  forbidden: text(
    l10n.t('{host} does not let you see this resource: {words}'),
    l10n.t('Set an API token that may read it.'),
  ),
  notFound: text(
    l10n.t('{host} does not have this resource in its datastore: {words}'),
    l10n.t('Check the resource ID.'),
  ),
  validation: text(
    l10n.t('{host} did not accept the query: {words}'),
    l10n.t('Change the query and run again.'),
  ),
  hashInName: text(
    l10n.t('{host} can’t read this resource, because the name of one of its fields contains #.'),
    l10n.t('This is a fault of CKAN 2.10 and 2.11. The field has to be renamed, or CKAN updated.'),
  ),
  actionUnknown: text(
    l10n.t('{host} has no datastore to search: {words}'),
    l10n.t('The portal runs without the datastore extension, or offers it at another base URL.'),
  ),
  notCkan: text(
    l10n.t('There is no datastore API at this address of {host}.'),
    l10n.t('Check the base URL: everything in front of /api/ or /dataset/.'),
  ),
  loginPage: text(
    l10n.t('{host} answered with a web page instead of data: {title}'),
    l10n.t('It may want a login, or a firewall stands in front of it. Open the portal’s website to see.'),
  ),
  emptyAnswer: text(l10n.t('{host} gave an empty answer.'), l10n.t('Run again in a moment.')),
  notJson: text(
    l10n.t('The answer of {host} is not JSON.'),
    l10n.t('Check the base URL; if it is right, run again in a moment.'),
  ),
  server: text(
    l10n.t('{host} failed (status {status}): {words}'),
    l10n.t('Run again in a moment, or ask for less.'),
  ),
  rateLimited: text(
    l10n.t('{host} asks for fewer requests.'),
    l10n.t('Wait {seconds} seconds, then run again.'),
  ),
  unfit: text(
    l10n.t('{host} returned records that can’t be read: they don’t fit its own description of the fields.'),
    l10n.t('Run again in a moment. If it stays like this, the portal has a fault.'),
  ),
  incomplete: text(
    l10n.t('{host} stopped after {found} of {promised} records.'),
    l10n.t('The portal may be updating this data. Run again in a few minutes.'),
  ),
  fieldsChanged: text(
    l10n.t('The fields of this resource changed while it was downloaded from {host}.'),
    l10n.t('Run again.'),
  ),
  repeatedPage: text(
    l10n.t('{host} gives the same records again and again.'),
    l10n.t('It seems to ignore offsets; give a limit that fits one page.'),
  ),
});
