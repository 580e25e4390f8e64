/** Faults of an answer: its compression, text, size, redirects and status. */
import { fault, type NetworkFault } from './networkFault.ts';

const cdn = Array.from({ length: 11 }, (_, index) => 520 + index);
/**
 * Keys of the texts for a status: with the server's own words, without any, or with the standard words of the status.
 */
const SERVER = ['server', 'serverSilent', 'serverStatus'] as const;

export const ANSWER_FAULTS: readonly NetworkFault[] = [
  fault(31, 'A compressed body without its end', ['truncated'], 'repeat', {
    note: "`fetch` and undici call it complete; Node's zlib misses the trailer.",
  }),
  fault(32, "Compression that is announced, but isn't there", ['encoding'], 'plain'),
  fault(33, 'Compression with a wrong checksum, or junk behind it', ['encoding'], 'plain'),
  fault(34, 'An unknown compression', ['encoding'], 'plain'),
  fault(35, 'More than two compressions', ['encoding'], 'plain'),
  fault(36, 'A decompression bomb', ['tooLarge'], 'fewer', { note: 'Reading stops at 64 MiB of decoded bytes.' }),
  fault(37, 'A body that is too large', ['tooLarge'], 'fewer', { note: 'Reading stops at 64 MiB.' }),
  fault(38, 'A body that is too long for one text', ['tooLarge'], 'fewer', {
    note: 'Reading stops at 64 MiB; files are written piece by piece.',
  }),
  fault(39, "A client that doesn't decompress", [], 'read', {
    note: "Bodies are decompressed here, by Node's zlib, whatever the client does.",
  }),
  fault(40, 'A web page instead of data', [200, 202, 403], 'stop', {
    note: 'A login or a firewall. Its title is quoted as text. Tokens are kept.',
    words: ['loginPage'],
  }),
  fault(41, 'Status 200 and success: false', [200], 'stop', {
    note: "By the error's `__type`: its texts are translated.",
    words: ['forbidden', 'notFound', 'validation', 'server'],
  }),
  fault(42, 'An empty response', [200, 204], 'repeat', { words: ['emptyAnswer'] }),
  fault(43, 'A byte order mark', [], 'read', { note: "It's removed." }),
  fault(44, 'Invalid UTF-8', [], 'read', {
    note: 'Invalid bytes are shown as U+FFFD, with a notice.',
    words: ['lossyText'],
  }),
  fault(45, 'Another charset', [], 'read', { note: 'A known one is decoded.' }),
  fault(46, 'A key twice', [], 'read', { note: 'The last value is shown, with a notice.', words: ['fieldsLeftOut'] }),
  fault(47, 'NaN and Infinity as bare words', [], 'read', { note: "They're kept as text." }),
  fault(48, "Numbers that a double can't hold", [], 'read', { note: 'All digits are kept.' }),
  fault(49, 'Nesting that is too deep', [], 'read', { note: 'What lies below 64 levels stays JSON text.' }),
  fault(50, 'One record that is too large', ['tooLarge'], 'fewer', { note: 'Down to that record alone.' }),
  fault(51, 'A loop or a chain of redirects', ['redirectLoop'], 'stop', { note: 'After five.' }),
  fault(52, 'A redirect to another host', ['redirect'], 'stop', {
    note: 'Never followed with a question. For a file, people are asked, about another port too; never into a private network. The token is never taken along.',
  }),
  fault(53, 'A redirect from http to https', [], 'read', {
    note: 'The same request, POST too, goes to https of the same host, without the token.',
  }),
  fault(54, 'A redirect to a file or another scheme', ['redirect'], 'stop'),
  fault(55, 'Status 400', [400], 'stop', {
    note: "With the server's own words.",
    words: ['validation', 'actionUnknown'],
  }),
  fault(56, 'Status 401 or 403', [401, 403], 'stop', {
    note: 'A token is asked for, for this portal alone.',
    words: ['forbidden', 'tokenRefused', 'tokenWithheld'],
  }),
  fault(57, 'Status 404 or 410', [404, 410], 'stop', {
    note: 'Portal, API and resource are told apart.',
    words: ['notFound', 'notCkan', 'actionUnknown'],
  }),
  fault(58, 'Status 408 or 425', [408, 425], 'repeat', { words: SERVER }),
  fault(59, 'Status 409', [409], 'stop', { note: "With the server's own words.", words: ['validation'] }),
  fault(60, 'Status 413 or 414', [413, 414], 'fewer', {
    note: 'A question that is too long for an address is never repeated.',
    words: ['tooLong'],
  }),
  fault(61, 'Status 429, and Retry-After', [429], 'wait', {
    note: "The wait is kept in full, by all requests to this server; people see how long it is, and can try at once. A date counts from the response's own `Date`; a past or invalid value is ignored.",
    words: ['rateLimited', 'retryLater'],
  }),
  fault(62, 'Status 500, 502, 503 or 504', [500, 502, 503, 504], 'repeat', {
    note: "CKAN also sends 500 for queries that it can't handle. A search isn't repeated after 504: fewer records are asked for, at most twice.",
    words: [...SERVER, 'tooSlow'],
  }),
  fault(63, "A CDN's status: 499, 520 to 530", [499, ...cdn], 'repeat', { words: SERVER }),
];
