import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type ReferenceManifest, referenceText } from '../../tools/referenceDocs.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

/** The cells of each line of a Markdown table whose head names a test file in one of its columns. */
function tableOf(markdown: string, headNames: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => line.startsWith('|') && line.includes(headNames));
  const rest = lines.slice(head);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.split('|').slice(1, -1));
}

const quoted = (cell: string | undefined): readonly string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

describe('test/README.md', () => {
  const readme = fs.readFileSync(path.join(projectRoot, 'test/README.md'), 'utf8');
  const [head = [], , ...rows] = tableOf(readme, 'test/support/journeys/apiDocumentCases.ts');

  it('has a line for each sentence of the API document', () => {
    assert.equal(rows.length, 12);
  });

  for (const [column, cell] of head.entries()) {
    const [pattern = ''] = quoted(cell);
    if (pattern.endsWith('.ts'))
      it(`names tests that are in ${pattern}`, () => {
        const files = fs.globSync(pattern, { cwd: projectRoot });
        const source = files.map((file) => fs.readFileSync(path.join(projectRoot, file), 'utf8')).join('\n');
        const names = rows.flatMap((row) => quoted(row[column]));
        assert.ok(names.length >= 12 - 1, String(names.length));
        assert.deepEqual(
          names.filter((name) => !source.includes(name)),
          [],
        );
      });
  }
});

describe('The traps in test/README.md', () => {
  const readme = fs.readFileSync(path.join(projectRoot, 'test/README.md'), 'utf8');
  const [, , ...rows] = tableOf(readme, '| trap');

  it('are all there', () => {
    assert.deepEqual(
      rows.map(([number]) => Number(number)),
      Array.from({ length: 38 }, (_, index) => index + 1),
    );
  });

  for (const [number = '', trap = '', proof = ''] of rows)
    it(`have a test that exists, or a reason: ${number.trim()}, ${trap.trim()}`, () => {
      const named = [...proof.matchAll(/`(test\/[^`]+\.ts)`: ((?:`[^`]+`(?:, )?)+)/g)];
      assert.ok(named.length > 0 || proof.includes("can't bite: "), proof);
      for (const [, file = '', titles] of named) {
        const source = fs.readFileSync(path.join(projectRoot, file), 'utf8');
        for (const title of quoted(titles)) assert.ok(source.includes(title), `${file}: ${title}`);
      }
    });
});

describe('README.md', () => {
  it('has at most 7 kB of text and six pictures', () => {
    const readme = fs.readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
    assert.ok(Buffer.byteLength(readme) <= 7_000, String(Buffer.byteLength(readme)));
    assert.ok([...readme.matchAll(/!\[/g)].length <= 6);
  });
});

describe('The documents', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'src/service/README.md',
    ...fs.globSync('docs/*.md', { cwd: projectRoot }),
  ];
  const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');

  it('show every command, key and setting in docs/reference.md, which "npm run manifest" writes', async () => {
    const manifest = JSON.parse(read('package.json')) as ReferenceManifest;
    const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
    assert.equal(read('docs/reference.md'), await referenceText(manifest, words));
  });

  it('has ways through the code whose files and functions exist, in docs/architecture.md', () => {
    const [, ways = ''] = read('docs/architecture.md').split('## Three ways through the code');
    const steps = [...(ways.split('\n## ')[0] ?? '').matchAll(/`([\w/]+\.ts)`(?:: | \()`(\w+)`/g)];
    assert.ok(steps.length > 30, String(steps.length));
    const missing = steps.filter(([, file = '', name = '']) => {
      const source = path.join(projectRoot, 'src', file);
      return !fs.existsSync(source) || !new RegExp(`\\b${name}\\b`).test(fs.readFileSync(source, 'utf8'));
    });
    assert.deepEqual(missing, []);
  });

  it('has no line of more than 220 characters in docs/architecture.md', () => {
    assert.deepEqual(
      read('docs/architecture.md')
        .split('\n')
        .filter((line) => line.length > 220),
      [],
    );
  });

  for (const page of pages)
    it(`lead to files and headings that exist: ${page}`, () => {
      const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
      const broken = links.filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target));
      assert.deepEqual(broken, []);
    });

  function leadsSomewhere(page: string, target: string): boolean {
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? page : path.join(path.dirname(page), file);
    if (!fs.existsSync(path.join(projectRoot, linked))) return false;
    return anchor === undefined || anchorsOf(read(linked)).includes(anchor);
  }
});

/** The anchors that GitHub makes for the headings of a page. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
