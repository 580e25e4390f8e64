/** Faults on the way to an answer: names, connections, certificates, proxies, time. */
import { fault, type NetworkFault } from './networkFault.ts';

export const CONNECTION_FAULTS: readonly NetworkFault[] = [
  fault(1, "A host name that doesn't resolve", ['dns'], 'repeat'),
  fault(2, 'A name lookup that hangs', ['connectTimeout'], 'repeat', {
    note: "Ends after 10 s. undici can't stop it, so the caller stops waiting (`base/untilAborted.ts`).",
  }),
  fault(3, 'A refused connection', ['refused'], 'repeat'),
  fault(4, "A connection that isn't made within 10 s", ['connectTimeout'], 'repeat'),
  fault(5, 'A connection that is reset before the response', ['closed'], 'repeat'),
  fault(6, 'A connection that is closed before the response', ['closed'], 'repeat'),
  fault(7, 'A kept connection that the server has just closed', ['closed'], 'repeat', {
    note: "At once, on a new connection. CKAN's server closes after two idle seconds.",
  }),
  fault(8, 'A connection that is reset within the body', ['truncated'], 'repeat', { note: 'The page is dropped.' }),
  fault(9, 'A body that is shorter than its length', ['truncated'], 'repeat', { note: 'The page is dropped.' }),
  fault(10, 'A length that is shorter than the body', ['truncated'], 'repeat', {
    note: 'No HTTP client sees it; the end of the JSON is missing.',
  }),
  fault(11, 'A body without a length that is closed early', ['truncated'], 'repeat', {
    note: 'No HTTP client sees it; the end of the JSON is missing.',
  }),
  fault(12, 'A body without a length that is reset early', ['truncated'], 'repeat', {
    note: '`fetch` and undici call it complete; the end of the JSON is missing.',
  }),
  fault(13, 'Chunks that end before the last one', ['truncated'], 'repeat'),
  fault(14, "A chunk whose size isn't a number", ['protocol'], 'repeat'),
  fault(15, 'Two lengths, or a length and chunks', ['protocol'], 'repeat', {
    note: 'Never read: two readers would see two responses.',
  }),
  fault(16, 'Something else than HTTP', ['protocol'], 'repeat'),
  fault(17, 'https to a port that speaks http', ['tlsOnPlainPort'], 'stop'),
  fault(18, 'http to a port that speaks https', ['closed', 'plainOnTlsPort'], 'repeat', {
    note: 'Seen as a closed connection. A server that says what is wrong is quoted.',
    words: ['closed'],
  }),
  fault(19, "A certificate that has expired, or isn't valid yet", ['tlsExpired'], 'stop', {
    note: 'There is no way to ignore it.',
  }),
  fault(20, 'A certificate of another host', ['tlsName'], 'stop', { note: 'With its names.' }),
  fault(21, 'A certificate of an unknown issuer', ['tlsIssuer', 'tls'], 'stop', {
    note: 'Those that the system trusts are trusted (`http.systemCertificates`).',
  }),
  fault(22, 'A server that knows only TLS 1.1 or older', ['tlsVersion'], 'stop'),
  fault(23, "A proxy that isn't there, or whose address can't be used", ['proxy', 'proxyAddress'], 'stop', {
    note: 'The error names the proxy: only the proxy is looked up and connected to.',
  }),
  fault(24, 'A proxy that wants a login, for http', ['proxyLogin'], 'stop'),
  fault(25, 'A proxy that wants a login or refuses, for https', ['proxyLogin', 'proxy'], 'stop', {
    note: 'undici reports it as an abort; cancelled is only what its signal says.',
  }),
  fault(26, 'A proxy between us and this machine', [], 'read', {
    note: "127.0.0.1 and localhost are always reached directly: a proxy would see the embedded datastore's token.",
  }),
  fault(27, 'No response, or headers that drip', ['timeout'], 'fewer', {
    note: "At most twice, then people read it. `request.timeoutSeconds` bounds the time to the first byte. Waits that a server asked for don't count.",
  }),
  fault(28, 'A body that stops', ['stalled'], 'repeat', { note: 'After 30 s of silence.' }),
  fault(29, 'A body that drips', [], 'read', {
    note: 'However long it takes: there is a limit of silence and of size, none of the whole time.',
  }),
  fault(30, 'A flood of headers', ['protocol'], 'repeat', { note: 'Reading stops at 16 KiB.' }),
];
