import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../src/base/secretText.ts';
import { Log, safeLine } from '../../../src/platform/log.ts';

describe('a log line', () => {
  const cases: readonly [what: string, text: string, line: string][] = [
    ['a terminal escape', '\u001b[31mred', '\\u001b[31mred'],
    ['a line break, which would fake a second line', 'a\r\nb', 'a\\r\\nb'],
    ['C1 controls and DEL', 'a\u009b\u007f', 'a\\u009b\\u007f'],
    ['line separators', 'a\u2028b', 'a\\u2028b'],
    ['what turns the direction of a text', 'a\u202eb', 'a\\u202eb'],
    ['ordinary text in any script', 'Größe 名前 🙂', 'Größe 名前 🙂'],
  ];
  for (const [what, text, line] of cases) it(`shows ${what}`, () => assert.equal(safeLine(text), line));

  it('is cut at 4 KiB', () => {
    const line = safeLine('x'.repeat(10_000));
    assert.equal(line.length, 4096);
    assert.ok(line.endsWith('…'));
  });
});

describe('a log that VS Code has closed with its window', () => {
  const calls: Record<string, (log: Log) => void> = {
    debug: (log) => log.debug('a process ended'),
    info: (log) => log.info('a request was aborted'),
    warn: (log) => log.warn('a file was left behind'),
    error: (log) => log.error('Download', new Error('aborted', { cause: new Error('closed') })),
    show: (log) => log.show(),
  };
  for (const [name, call] of Object.entries(calls))
    it(`ignores ${name}: work that ends later must still clean up`, () => {
      const log = new Log();
      log.dispose();
      assert.doesNotThrow(() => call(log));
    });
});

describe('the redactor', () => {
  it('hides a token however it is written', () => {
    const token = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => text.trim().length >= 8);
    const write = fc.constantFrom<(text: string) => string>(
      (text) => text,
      encodeURIComponent,
      (text) => JSON.stringify(text),
      (text) => Buffer.from(text).toString('base64'),
    );
    fc.assert(
      fc.property(token, write, fc.string(), fc.string(), (secret, encode, before, after) => {
        const redactor = new Redactor();
        redactor.hide(secret);
        const line = redactor.redact(`${before} ${encode(secret)} ${after}`);
        assert.ok(!line.replaceAll('<token>', '').includes(secret), line);
        assert.ok(line.includes('<token>'));
      }),
    );
  });

  it('hides what stands in an Authorization header even if it never heard of it', () => {
    assert.equal(
      new Redactor().redact('{"Authorization": "abc.def"} authorization: xyz'),
      '{"Authorization": <hidden>} authorization: <hidden>',
    );
  });

  it('leaves text without secrets alone', () => {
    const redactor = new Redactor();
    redactor.hide('s3cret-token');
    assert.equal(redactor.redact('POST https://host/api: 200 (12 ms)'), 'POST https://host/api: 200 (12 ms)');
  });
});
