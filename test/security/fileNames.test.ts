/** S9: files named after what a server says (docs/security.md 15). */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeWhole } from '../../src/disk/wholeFile.ts';
import { DownloadedFiles } from '../../src/sources/local/downloadedFiles.ts';
import { safeFileName } from '../../src/platform/fileName.ts';
import { Cases } from './cases.ts';

const DEVICES = [
  ...['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$', 'CLOCK$'],
  ...Array.from({ length: 10 }, (_, at) => [`COM${String(at)}`, `LPT${String(at)}`]).flat(),
  ...['COM¹', 'COM²', 'COM³', 'LPT¹', 'LPT²', 'LPT³'],
];
const UP = ['../', '..\\', '..%2f', '..%5c', '%2e%2e/', '....//', '..;/', '.\u200b./', '․․/', '..∕', '..／'];
const PLACES = [
  ...['/etc/passwd', 'C:\\Windows\\x', 'C:x', '\\\\host\\share\\x', '\\\\?\\C:\\x', '\\\\.\\PhysicalDrive0'],
  ...['//host/x', 'file:///etc/passwd', '~/x', '$HOME/x', '%APPDATA%\\x', 'a:b', 'a::$DATA', 'a:Zone.Identifier'],
];
const UNSEEN = [
  '\0',
  '\b',
  '\t',
  '\n',
  '\r',
  '\x1b[31m',
  '\x7f',
  '\x85',
  '\x9b',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2028',
  '\u2066',
  '\ufeff',
  '\ufff9',
  '\u{e0041}',
];
const SHELL = [
  '"',
  "'",
  '`',
  '$(x)',
  '<',
  '>',
  '|',
  '?',
  '*',
  ';',
  '&',
  '!',
  '#',
  '%00',
  '^',
  '{a,b}',
  '[a]',
  '(x)',
  '=',
  '+',
  '@',
  '~',
  ',',
];
const LONG = ['a', 'ä', '名', '🙂', 'ﷺ', 'e\u0301', '👩‍👩‍👧‍👦', '\u1e9b\u0323', ' ', '.', '\ud800'];

const NAMES: readonly string[] = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '...',
    '. .',
    '.hidden',
    '-rf',
    '--help',
    'a.',
    'a ',
    'a. .',
    ' a',
    'a/b',
    'a\\b',
    '_',
    '.part',
  ],
  ...DEVICES.flatMap((name) => [
    name,
    name.toLowerCase(),
    `${name}.txt`,
    `${name} `,
    `${name} .txt`,
    ` ${name}.`,
    `${name}:`,
  ]),
  ...UP.flatMap((up) => [up, `${up}x`, up.repeat(8) + 'etc/passwd', `a/${up}${up}x`]),
  ...PLACES,
  ...UNSEEN.flatMap((text) => [text, `evil${text}gnp`, `${text}a`, `a${text}`]),
  ...SHELL.flatMap((text) => [text, `a${text}b`, `${text}a`]),
  ...LONG.flatMap((text) => [79, 80, 81, 300, 5000].map((times) => text.repeat(times))),
  ...LONG.map((text) => `x${text.repeat(300)}.csv`),
];

/** What file systems and people's programs make of a name. */
const RULES: Readonly<Record<string, (name: string) => boolean>> = {
  Linux: (name) => !/[/\0]/.test(name) && Buffer.byteLength(name) <= 255,
  Windows: (name) =>
    // eslint-disable-next-line no-control-regex -- Windows takes none of them
    !/[<>:"/\\|?*\0-\x1f]|[. ]$/.test(name) &&
    !/^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])(?:\s*\.|$)/i.test(name) &&
    name.length <= 255,
  macOS: (name) => !/[/:\0]/.test(name) && name.normalize('NFD').length <= 255 && name.isWellFormed(),
  'a list of files': (name) => !/^[.-]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\p{ASCII})\p{Zs}/u.test(name),
};

describe('S9: a file named after what a server says', function () {
  this.timeout(120_000);
  const cases = new Cases();
  let folder = '';
  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'names-'));
  });
  after(() => fs.rm(folder, { recursive: true }));
  after(() => cases.count('S9', `names of files, made of ${String(NAMES.length)} hostile ones, are right`));

  for (const [system, isRight] of Object.entries(RULES))
    it(`can be, and means no other place, on ${system}`, () => {
      for (const name of NAMES)
        for (const ending of ['json', 'geojson']) {
          const file = safeFileName(name, ending);
          const stays = path.win32.basename(path.posix.basename(file)) === file && file.endsWith(`.${ending}`);
          cases.judge(`${system}: ${JSON.stringify(name.slice(0, 60))} -> ${file}`, stays && isRight(file));
        }
    });

  it('is written, with what lies beside it, in its folder alone', async () => {
    const downloads = new DownloadedFiles(folder);
    for (const [at, name] of NAMES.entries()) {
      const own = await downloads.folderOf('https://portal.example', `${String(at)}/../..`);
      const file = path.join(own, safeFileName(name, 'geojson'));
      const origin = { portalId: 'p', baseUrl: '', resourceId: 'r', url: '', downloaded: new Date().toISOString() };
      const failure: unknown = await writeWhole(file, '{}')
        .then(() => downloads.noteOrigin(file, origin))
        .catch((error: unknown) => error);
      const isThere = failure === undefined && (await downloads.originOf(file))?.portalId === 'p';
      cases.judge(`${JSON.stringify(name.slice(0, 60))}: ${String(failure)}`, isThere && existsSync(file));
    }
    const inside = await fs.readdir(folder);
    cases.judge(`one folder a resource: ${String(inside.length)}`, inside.length === NAMES.length);
  });
});
