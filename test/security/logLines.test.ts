/** S14: control and direction characters in what is logged, or written to a terminal (docs/security.md 19). */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { describeError } from '../../src/datastore/wire/errorWords.ts';
import { Log } from '../../src/platform/log.ts';
import { InstantClock, noSignal, releaseAll, undici } from '../faults/client.ts';
import { message, RawServer, type Answer } from '../faults/rawServer.ts';
import { clientOf } from '../faults/tableServer.ts';
import { runCli, startCli } from '../support/drivers/commandLine.ts';
import { window } from '../support/host/vscode.ts';
import { Cases } from './cases.ts';

const CONTROLS = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, at) => 0x80 + at)];
const SEQUENCES = [
  ...['\x1b[31m', '\x1b[2J\x1b[H', '\x1b]0;title\x07', '\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\'],
  ...['\x1b]52;c;ZWNobw==\x07', '\x1bP$q\x1b\\', '\x1b[?1049h', '\x1bc', '\x9b31m', '\x9d0;title\x9c'],
  ...['\r\n2026-01-01 00:00:00 [info] all is well', '\r[error] ', '\b\b\b', '\x0b\x0c', '\x85', '\u2028', '\u2029'],
  ...[
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ],
];
const TEXTS = [...CONTROLS.map((code) => String.fromCharCode(code)), ...SEQUENCES].map((text) => `before${text}after`);
/** All of them, in one text. */
const WORST = TEXTS.join(' ');

/** What must not stand in a line. */
const RAW = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A server that says `WORST` wherever it can. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'an error': (_, socket) =>
    socket.write(
      message(409, {}, JSON.stringify({ success: false, error: { __type: 'Validation Error', q: [WORST] } })),
    ),
  'another error': (_, socket) =>
    socket.write(message(404, {}, JSON.stringify({ success: false, error: { __type: WORST, message: WORST } }))),
  'a text': (_, socket) => socket.write(message(500, {}, WORST)),
  'a web page': (_, socket) =>
    socket.write(message(200, { 'content-type': 'text/html' }, `<html><title>${WORST}</title>`)),
  'a redirect': (_, socket) =>
    socket.end(
      Buffer.from(
        `HTTP/1.1 302 \x1b[31m\x9b\r\nLocation: https://evil.example/\x1b[31m\x9b\x85\r\nContent-Length: 0\r\n\r\n`,
        'latin1',
      ),
    ),
  'a status line': (_, socket) => socket.end(Buffer.from(`HTTP/1.1 \x1b[31m 200\r\n\r\n`, 'latin1')),
  'an encoding': (_, socket) =>
    socket.end(Buffer.from('HTTP/1.1 200 x\r\nContent-Encoding: \x9b31m\x85\r\nContent-Length: 1\r\n\r\nx', 'latin1')),
};

describe('S14: a line that is logged, or written to a terminal', function () {
  this.timeout(120_000);
  const cases = new Cases();
  let folder = '';
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-lines-'));
  });
  after(() => fs.rmSync(folder, { recursive: true }));
  afterEach(releaseAll);
  after(() => cases.count('S14', 'lines of log and terminal hold no control or direction character'));

  /** The log as VS Code keeps it: a line of the file for each call. */
  function logged(write: (log: Log) => void): readonly string[] {
    const file = path.join(folder, 'Datastore Explorer.log');
    fs.writeFileSync(file, '');
    const { createOutputChannel } = window;
    const append = (line: string) => {
      fs.appendFileSync(file, `${line}\n`);
      return undefined;
    };
    window.createOutputChannel = () => ({
      ...createOutputChannel(),
      ...{ debug: append, info: append, warn: append, error: append },
    });
    try {
      write(new Log());
    } finally {
      window.createOutputChannel = createOutputChannel;
    }
    return fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
  }

  const judge = (what: string, lines: readonly string[]) => {
    assert.ok(lines.length > 0, what);
    for (const line of lines) cases.judge(`${what}: ${JSON.stringify(line.slice(0, 200))}`, !RAW.test(line));
  };

  it('shows what a text holds, one line a call', () => {
    for (const text of TEXTS) {
      const lines = logged((log) => log.info(text));
      judge('info', lines);
      cases.judge(`one line: ${JSON.stringify(text)}`, lines.length === 1);
    }
    judge(
      'all levels',
      logged((log) => {
        log.debug(WORST);
        log.warn(WORST);
        log.error(WORST, new Error(WORST, { cause: new TypeError(WORST) }));
      }),
    );
  });

  for (const [what, answer] of Object.entries(ANSWERS))
    it(`of ${what} of a portal’s`, async () => {
      const server = await RawServer.start(answer);
      const lines: string[] = [];
      const client = clientOf(server, { transport: undici(), clock: new InstantClock() });
      const error: unknown = await client
        .search({ resourceId: 'r' }, undefined, noSignal)
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      judge(
        what,
        logged((log) => log.error('Run', error)),
      );
      const { message: words, hint } = describeError(error);
      judge(`${what}, in words`, [...lines, words, hint]);
      const { stderr } = await runCli(['search', '--base-url', server.url().origin, '--resource', 'r']);
      judge(`${what}, in a terminal`, stderr.trimEnd().split('\n'));
    });

  it('of records, in a terminal', async () => {
    const result = { fields: [{ id: WORST, type: 'text' }], records: [{ [WORST]: WORST }], total: 1 };
    const server = await RawServer.start((_, socket) =>
      socket.write(message(200, {}, JSON.stringify({ success: true, result }))),
    );
    const { stdout } = await runCli(['search', '--base-url', server.url().origin, '--resource', 'r']);
    judge('records', stdout.trimEnd().split('\n'));
  });

  it('of files that are served, and of what is wrong in them', async () => {
    const name = (text: string) => path.join(folder, text);
    const evil = 'a\x1b[31m\u202e\x9bb\nc';
    fs.writeFileSync(
      name(`${evil}.csv`),
      `${evil.replace('\n', '')},n\nx,1\n${'y,2\n'.repeat(2000)}z,${evil.replace('\n', '')}\n`,
    );
    fs.writeFileSync(name(`${evil}2.json`), `[{"a":1},\x1b[31m]`);
    fs.writeFileSync(name(`${evil}.xlsx`), 'PK\x03\x04');
    for (const args of [['--skip-unreadable', folder], [name(`${evil}missing.csv`)], ['--format', evil, folder]]) {
      const { child, done } = startCli(['serve', ...args]);
      await Promise.race([once(child.stdout, 'data'), done]);
      child.kill();
      const { stderr } = await done;
      judge(`serve ${JSON.stringify(args)}`, stderr.trimEnd().split('\n'));
    }
  });

  it('of arguments that aren’t understood', async () => {
    for (const args of [
      [WORST.replace('\0', '')],
      ['search', '--sort', '"a\x1b[31m', '--resource', 'r', '--base-url', 'http://a.example'],
    ]) {
      const { stderr } = await runCli(args);
      judge('usage', stderr.trimEnd().split('\n'));
    }
  });
});
