import assert from 'node:assert/strict';
import { requestFile, type FileRequest } from '../../../src/http/fileRequest.ts';
import { isPrivate } from '../../../src/http/privateNetwork.ts';
import { nextFileHop } from '../../../src/http/redirects.ts';
import { releaseAll, undici } from '../../faults/client.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';

const TOKEN = 's3cret';
const never = new AbortController().signal;

describe('a file of a server', () => {
  afterEach(releaseAll);

  const ask = async (answer: Answer, more: Partial<FileRequest> = {}, signal = never) => {
    const server = await RawServer.start(answer);
    const asked: string[] = [];
    const request = {
      url: server.url('/trees.csv'),
      token: TOKEN,
      maxBytes: 1000,
      mayGoTo: (url: URL) => Promise.resolve(asked.push(url.host) > 0 && false),
      ...more,
    };
    const options = { transport: undici(), timeoutMs: 300, userAgent: 'test', log: () => undefined, now: Date.now };
    const text = async () => {
      const { body, ...rest } = await requestFile(request, options, signal);
      let whole = '';
      for await (const piece of body) whole += Buffer.from(piece).toString();
      return { ...rest, whole };
    };
    return { server, asked, text };
  };

  it('comes piece by piece with its size, asked for as it is, with the token of its origin', async () => {
    const { server, text } = await ask((_, socket) => socket.end(message(200, {}, 'a,b\n1,2\n')));
    const { status, size, whole } = await text();
    assert.deepEqual([status, size, whole], [200, 8, 'a,b\n1,2\n']);
    const [{ headers } = { headers: new Map<string, string>() }] = server.requests;
    assert.deepEqual([headers.get('authorization'), headers.get('accept-encoding')], [TOKEN, 'identity']);
  });

  it('that is too large is refused by its size, before it comes', async () => {
    const { text } = await ask((_, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'));
    await assert.rejects(text(), { kind: 'tooLarge' });
  });

  it('that is larger than its server said ends as soon as there is too much', async () => {
    const { text } = await ask((_, socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${'x'.repeat(1001)}`),
    );
    await assert.rejects(text(), { kind: 'tooLarge' });
  });

  it('that breaks off is not taken for a whole one', async () => {
    const { text } = await ask((_, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na,b'));
    await assert.rejects(text(), { kind: 'truncated' });
  });

  it('whose server says nothing is given up in time', async () => {
    const { text } = await ask(() => undefined);
    await assert.rejects(text(), { kind: 'timeout' });
  });

  it('at another host is fetched only where people say so, without the token', async () => {
    const other = await RawServer.start((_, socket) => socket.end(message(200, {}, 'elsewhere')));
    const location = other.url('/x').href;
    const there: Answer = (_, socket) => socket.end(message(302, { Location: location }, ''));
    const refused = await ask(there);
    await assert.rejects(refused.text(), { kind: 'redirect' });
    assert.deepEqual([refused.asked, other.requests.length], [[other.url().host], 0]);
    const allowed = await ask(there, { mayGoTo: () => Promise.resolve(true) });
    assert.equal((await allowed.text()).whole, 'elsewhere');
    assert.equal(other.requests[0]?.headers.get('authorization'), undefined);
  });

  it('that leads round and round ends', async () => {
    const { server, text } = await ask((_, socket) => socket.end(message(302, { Location: '/trees.csv' }, '')));
    await assert.rejects(text(), { kind: 'redirectLoop' });
    assert.equal(server.requests.length, 6);
  });

  it('ends when it is cancelled', async () => {
    const cancelled = new AbortController();
    const { text } = await ask(
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na,b');
        setTimeout(() => cancelled.abort(new Error('cancelled')), 20);
      },
      {},
      cancelled.signal,
    );
    await assert.rejects(text(), { message: 'cancelled' });
  });

  for (const [from, to] of [
    ['https://portal.test/', 'http://portal.test/x'],
    ['https://portal.test/', 'http://files.test/x'],
    ['https://portal.test/', 'https://10.0.0.1/x'],
    ['https://portal.test/', 'https://[::ffff:a00:1]/x'],
    ['http://portal.test/', 'http://169.254.169.254/latest'],
    ['http://portal.test/', 'http://localhost:5000/x'],
    ['http://portal.test/', 'http://localhost.:5000/x'],
    ['http://portal.test/', 'http://db.internal/x'],
    ['http://portal.test/', 'http://100.64.0.1/x'],
    ['http://portal.test/', 'http://[64:ff9b::7f00:1]/x'],
    ['https://portal.test/', 'ftp://portal.test/x'],
  ] as const)
    it(`${from} never leads to ${to}, and people aren't asked`, async () => {
      await assert.rejects(
        nextFileHop(new URL(from), to, 0, () => assert.fail('asked')),
        { kind: 'redirect' },
      );
    });

  const privateHosts = [
    ...['localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'foo.localhost.', 'ip6-localhost', 'intranet'],
    ...['printer.local', 'metadata.google.internal', 'router.home.arpa', 'nas.lan', 'wiki.corp.'],
    ...['127.0.0.1', '127.0.0.1.', '127.8.9.10', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '１２７.0.0.1'],
    ...['0', '0.0.0.0', '0.0.0.1', '0.255.255.255', '10.1.2.3', '0x0a000001', '100.64.0.1', '100.127.255.255'],
    ...['169.254.169.254', '172.16.0.1', '172.31.0.1', '192.0.0.8', '192.168.0.1', '198.18.0.1', '198.19.255.255'],
    ...['224.0.0.1', '239.1.2.3', '240.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[::127.0.0.1]', '[::8.8.8.8]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::ffff:0:10.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[100::1]', '[2001::1]', '[2002:7f00:1::]'],
    ...['[fc00::1]', '[fd00::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[feff::1]', '[ff02::1]'],
  ];
  for (const host of privateHosts)
    it(`${host} is this machine or a private network`, () =>
      assert.equal(isPrivate(new URL(`http://${host}/`).hostname), true));

  const publicHosts = [
    ...['example.org', 'example.org.', '10.example.org', 'localhost.example.org', 'local.example', 'notlocal.dev'],
    ...['1.1.1.1', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.0.0.1', '128.0.0.1'],
    ...['169.253.0.1', '172.15.0.1', '172.32.0.1', '192.0.1.1', '192.167.0.1', '192.169.0.1', '198.17.0.1'],
    ...['198.20.0.1', '223.255.255.255', '0x08080808', '[2001:db8::1]', '[2606:4700::1111]', '[2a00:1450:4001::1]'],
  ];
  for (const host of publicHosts)
    it(`${host} is a public server`, () => assert.equal(isPrivate(new URL(`http://${host}/`).hostname), false));
});
