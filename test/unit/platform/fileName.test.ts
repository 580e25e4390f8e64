import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { safeFileName } from '../../../src/platform/fileName.ts';

describe('a file name made from a resource’s name', () => {
  const cases: readonly [name: string, file: string][] = [
    ['Lessons 2026', 'Lessons 2026.json'],
    ['Größe', 'Größe.json'],
    ['../../etc/passwd', '_.._etc_passwd.json'],
    ['C:\\temp\\x', 'C_temp_x.json'],
    ['.hidden', 'hidden.json'],
    ['CON', 'records_CON.json'],
    ['com1.txt', 'records_com1.txt.json'],
    ['COM¹', 'records_COM¹.json'],
    ['--help', 'help.json'],
    ['evil\u202egnp', 'evil_gnp.json'],
    ['', 'records.json'],
    ['...', 'records.json'],
  ];
  for (const [name, file] of cases)
    it(`is ${file} for ${JSON.stringify(name)}`, () => assert.equal(safeFileName(name, 'json'), file));

  it('is never cut within a character', () =>
    assert.equal(safeFileName(`a${'𝔸'.repeat(100)}`, 'json'), `a${'𝔸'.repeat(39)}.json`));

  it('leaves room for what is written beside it, in bytes', () =>
    assert.equal(safeFileName('名'.repeat(100), 'json'), `${'名'.repeat(53)}.json`));

  it('never leaves its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const file = safeFileName(name, 'json');
        assert.equal(path.win32.basename(path.posix.basename(file)), file);
        assert.ok(file.length <= 100 && file.endsWith('.json') && !file.startsWith('.'));
      }),
    );
  });
});
