import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { GRID_STRINGS } from '../../src/messages/gridStrings.ts';
import { translatableTexts } from '../../tools/translatableTexts.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const read = (...file: string[]) => fs.readFileSync(path.join(projectRoot, ...file), 'utf8');
const readJson = (...file: string[]) => JSON.parse(read(...file)) as Record<string, unknown>;

describe('texts for translators', () => {
  let current: Record<string, unknown>;
  before('every source is parsed', async function () {
    // Parsing takes seconds on a busy machine.
    this.timeout(60_000);
    current = await translatableTexts(projectRoot);
  });

  it('media/l10n holds every text of the sources; "npm run l10n" writes it', () => {
    assert.deepEqual(Object.keys(readJson('media', 'l10n', 'bundle.l10n.json')).sort(), Object.keys(current).sort());
  });

  it('a text of a table comes with its comment', () => {
    const { message, comment } = GRID_STRINGS.menuOf;
    assert.deepEqual(current[`${message}/${comment.join('')}`], { message, comment });
  });

  it('package.nls.json holds every text of the manifest, and no other', () => {
    const used = [...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual(Object.keys(readJson('package.nls.json')).sort(), [...new Set(used)].sort());
  });
});
