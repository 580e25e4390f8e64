import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}

const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');

describe('the walkthrough', () => {
  const { contributes } = JSON.parse(read('package.json')) as Manifest;
  const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const word = (text: string) => words[text.replaceAll('%', '')] ?? '';

  it('has four steps: the sample, searching it, a portal, and a file of one’s own', () => {
    assert.deepEqual(
      contributes.walkthroughs.map(({ id }) => id),
      ['firstSteps'],
    );
    assert.deepEqual(
      steps.map(({ title }) => word(title)),
      ['Open the sample', 'Search and filter', 'Add a portal', 'Open your own file'],
    );
  });

  it('has a button in each step, and so has the empty view, of commands that exist', () => {
    const views = Object.values(contributes.views).flat();
    const known = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...views.map(({ id }) => `${id}.focus`),
    ]);
    for (const text of [...steps.map(({ description }) => word(description)), word('view.resources.welcome')]) {
      assert.match(text, /^\[[^\]]+\]\(command:[\w.]+\)$/m);
      for (const [, command = ''] of text.matchAll(/\(command:([^)]+)\)/g)) assert.ok(known.has(command), command);
    }
  });

  it('ticks a step off when it was done, by a context key that the extension sets', () => {
    const keys = read('src/platform/state/contextKeys.ts');
    for (const { completionEvents } of steps) {
      assert.equal(completionEvents.length, 1);
      const [, key = ''] = /^onContext:datastoreExplorer\.(\w+)$/.exec(completionEvents[0] ?? '') ?? [];
      assert.match(keys, new RegExp(`readonly ${key}: `), completionEvents[0]);
    }
  });

  it('has pictures in the colours of the theme, with their words for a screen reader', () => {
    for (const { media } of steps) {
      assert.notEqual(word(media.altText), '');
      const colours = [...read(media.svg).matchAll(/ (?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
      assert.ok(colours.length > 20);
      for (const colour of colours) assert.match(colour ?? '', /^(none|var\(--vscode-.+\))$/, media.svg);
    }
  });
});
