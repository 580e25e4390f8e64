import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
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
  const [head = [], , ...rows] = tableOf(readme, 'test/support/apiDocumentCases.ts');

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
  const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Manifest;
  const words = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.nls.json'), 'utf8')) as Words;
  const readme = fs.readFileSync(path.join(projectRoot, 'README.md'), 'utf8');

  it('lists every key and its command', () => {
    const { commands, keybindings } = manifest.contributes;
    const titles = new Map(commands.map(({ command, title }) => [command, words[title.slice(1, -1)]]));
    const bound = keybindings.map(({ command, key }) => [titles.get(command), keyWords(key)]);
    const [, , ...listed] = tableOf(readme, '| key').map((cells) => cells.map((cell) => cell.trim()));
    assert.deepEqual(listed, bound);
  });

  it('lists every setting and what it is without being set', () => {
    const settings = Object.entries(manifest.contributes.configuration.properties);
    const expected = settings.map(([name, { default: value }]) => [`\`${name}\``, valueWords(value)]);
    const [, , ...listed] = tableOf(readme, '| default').map((cells) => cells.map((cell) => cell.trim()));
    assert.deepEqual(
      listed.map(([name, value]) => [name, value?.replaceAll('`', '')]),
      expected,
    );
  });
});

type Words = Readonly<Record<string, string>>;

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

function keyWords(key: string): string {
  const capitalized = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  const pressed = (keys: string) => keys.split('+').map(capitalized).join('+');
  return key.split(' ').map(pressed).join(' ');
}

function valueWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
