/** S3: where a token is seen, whatever goes wrong (docs/security.md 9). Pages, storage and files: test/ui/token.test.ts. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { previewRequest } from '../../src/datastore/wire/request.ts';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { Failures } from '../../src/platform/failures.ts';
import { Log } from '../../src/platform/log.ts';
import { InstantClock, noSignal, releaseAll, undici } from '../faults/client.ts';
import { faults } from '../faults/faults.ts';
import { message, RawServer, type Answer } from '../faults/rawServer.ts';
import { SeededTable } from '../faults/seededTable.ts';
import { startTable } from '../faults/tableServer.ts';
import { startCli } from '../support/drivers/commandLine.ts';
import { people, window } from '../support/host/vscode.ts';
import { Cases } from './cases.ts';

/** No shape that a rule for what looks like a secret would know: only that it is one. */
const TOKEN = 'canary/4f1d+9c27"b8=';
const SHAPES: Readonly<Record<string, string>> = {
  'as it is': TOKEN,
  'percent-encoded': encodeURIComponent(TOKEN),
  'in JSON': JSON.stringify(TOKEN).slice(1, -1),
  'in base64': Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''),
};
const HINTS = ['4f1d+9c27', '4f1d%2B9c27', SHAPES['in base64'] ?? ''];

const said = (status: number, headers: Readonly<Record<string, string>>, body: string): Answer => {
  return (_, socket) => socket.write(message(status, headers, body));
};

/** A server that repeats the token, in each shape, wherever it can. */
const ECHOES: Readonly<Record<string, (shape: string) => Answer>> = {
  'an error': (shape) =>
    said(
      403,
      {},
      JSON.stringify({ success: false, error: { __type: 'Authorization Error', message: `Denied: ${shape}` } }),
    ),
  'a validation error': (shape) =>
    said(409, {}, JSON.stringify({ success: false, error: { __type: 'Validation Error', [shape]: [`no ${shape}`] } })),
  'a text': (shape) => said(500, {}, `unknown token ${shape}`),
  'the title of a page': (shape) => said(200, { 'content-type': 'text/html' }, `<html><title>Hello ${shape}</title>`),
  'a redirect': (shape) =>
    said(302, { location: `https://${PLACE}/${encodeURI(shape)}?token=${encodeURI(shape)}` }, ''),
  'an encoding': (shape) => said(200, { 'content-encoding': shape }, '{}'),
};
const PLACE = 'evil.test';

const impatient = { headersMs: 150, bodyIdleMs: 150, connectMs: 150 };

describe('S3: a token', function () {
  this.timeout(180_000);
  const cases = new Cases();
  afterEach(releaseAll);
  after(() =>
    cases.count(
      'S3',
      "places that people or programs read don't show the token: log, messages, texts of errors, previews, exports, command line",
    ),
  );

  /** What a failed search leaves in the places where texts go. */
  async function judge(what: string, answer: Answer): Promise<void> {
    const lines: string[] = [];
    const { createOutputChannel } = window;
    const append = (line: string) => {
      lines.push(line);
      return undefined;
    };
    window.createOutputChannel = () => ({
      ...createOutputChannel(),
      ...{ debug: append, info: append, warn: append, error: append },
    });
    const log = new Log();
    window.createOutputChannel = createOutputChannel;
    log.hide(TOKEN);
    const failures = new Failures(log);
    people.forget();
    const server = await RawServer.start(answer);
    const exchange = new Exchange({
      transport: undici({}, impatient),
      timeoutMs: () => 5000,
      clock: new InstantClock(),
      log: (line) => log.info(line),
    });
    const access = { baseUrl: server.url().origin, token: TOKEN };
    const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access) });
    const error: unknown = await client
      .search({ resourceId: 'r' }, undefined, noSignal)
      .catch((reason: unknown) => reason);
    const isAsked = server.requests.every(({ headers }) => headers.get('authorization') === TOKEN);
    cases.judge(`${what}: the token was sent`, isAsked);
    await failures.show('Run', error);
    const words = failures.describe(error);
    const places = {
      log: lines.join('\n'),
      message: JSON.stringify(people.asked),
      words: `${words.message} ${words.hint}`,
      request: previewRequest(access.baseUrl, { resourceId: 'r' }, { hasToken: true }),
      // What a crash report or a careless log would have of it, unless a server itself repeats the token.
      ...(!what.startsWith('echo') && { error: inspect(error, { depth: 9 }) + JSON.stringify(error) }),
    };
    for (const [place, text] of Object.entries(places)) {
      const shapes = [...Object.values(SHAPES), ...HINTS];
      cases.judge(`${what}, ${place}: ${text.slice(0, 300)}`, !shapes.some((shape) => text.includes(shape)));
    }
  }

  it('isn’t shown, whatever fault a server has', async () => {
    for (const { row, what, answer } of faults) await judge(`${String(row)}: ${what}`, answer);
  });

  for (const [where, make] of Object.entries(ECHOES))
    it(`isn’t shown where ${where} of a server’s repeats it`, async () => {
      for (const [name, shape] of Object.entries(SHAPES)) await judge(`echo in ${where}, ${name}`, make(shape));
    });

  /**
   * Command lines and environments of a process and its children. Empty where the system has no such files, or the
   * process has ended.
   */
  function launched(pid = 0): string {
    const read = (name: string): string => {
      try {
        return fs.readFileSync(`/proc/${String(pid)}/${name}`, 'latin1');
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ESRCH') return '';
        throw error;
      }
    };
    const children = read(`task/${String(pid)}/children`)
      .split(' ')
      .filter(Boolean);
    const own = pid === 0 ? '' : read('cmdline');
    return own + children.map((child) => read(`../${child}/environ`) + launched(Number(child))).join('');
  }

  const isSeen = (text: string, token: string): boolean => {
    const shapes = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), btoa(token)];
    return [...shapes, ...(token === TOKEN ? HINTS : [])].some((shape) => text.includes(shape));
  };

  for (const [where, shape] of Object.entries(SHAPES))
    it(`isn’t in an exported file, its part or journal, or what the command line says: ${where}`, async () => {
      const folder = fs.mkdtempSync(path.join(tmpdir(), 'token-'));
      const table = new SeededTable({ records: 60, version: '2.11', cap: 20 });
      let isWell = false;
      const denied = { __type: 'Authorization Error', message: `Denied: ${shape}` };
      const server = await startTable(table, {
        fault: (index) =>
          isWell || index < 2 ? undefined : said(403, {}, JSON.stringify({ success: false, error: denied })),
      });
      const options = ['--base-url', server.url().origin, '--resource', 'r', '--resume'];
      for (const ends of [3, 0]) {
        const out = path.join(folder, 'records.jsonl');
        const { child, done } = startCli(['export', ...options, '--out', out], { DATASTORE_TOKEN: TOKEN });
        const started = launched(child.pid);
        const { code, stdout, stderr } = await done;
        const files = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
        const places = { started, stdout, stderr, files: files.join('\n') };
        cases.judge(`an export ends with ${String(ends)}: ${stderr}`, code === ends && files.length > 0);
        for (const [place, text] of Object.entries(places))
          cases.judge(`an export that ends with ${String(ends)}, ${place}: ${text}`, !isSeen(text, TOKEN));
        isWell = true;
      }
      const isSent = server.requests.every(({ headers }) => headers.get('authorization') === TOKEN);
      cases.judge('an export: the token was sent', isSent && server.requests.length > 3);
      fs.rmSync(folder, { recursive: true });
    });

  it('of the embedded datastore isn’t in the arguments or the environment of the processes that serve', async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'token-'));
    const file = path.join(folder, 'records.csv');
    fs.writeFileSync(file, 'a,b\n1,2\n');
    const { child, done } = startCli(['serve', file, '--directory', path.join(folder, 'data')]);
    try {
      let [output, seen] = ['', launched(child.pid)];
      for await (const piece of child.stdout) {
        output += String(piece);
        seen += launched(child.pid);
        if (output.includes('\n')) break;
      }
      const { token } = JSON.parse(output) as { readonly token: string };
      cases.judge(`serve: ${seen}`, token.length > 20 && !isSeen(seen, token));
    } finally {
      // A child that continues would keep the whole run waiting.
      child.kill('SIGTERM');
      await done;
      fs.rmSync(folder, { recursive: true });
    }
  });
});
