import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { translatableTexts } from '../../tools/translatableTexts.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const read = (...file: string[]) => fs.readFileSync(path.join(projectRoot, ...file), 'utf8');
const readJson = (...file: string[]) => JSON.parse(read(...file)) as Record<string, unknown>;

describe('texts for translators', () => {
  it('media/l10n holds every text of the sources; "npm run l10n" writes it', async function () {
    // Every source is parsed, which takes seconds on a busy machine.
    this.timeout(60_000);
    const current = await translatableTexts(projectRoot);
    assert.deepEqual(
      Object.keys(readJson('media', 'l10n', 'bundle.l10n.json')).sort(),
      Object.keys(current).sort(),
    );
  });

  it('package.nls.json holds every text of the manifest, and no other', () => {
    const used = [...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual(Object.keys(readJson('package.nls.json')).sort(), [...new Set(used)].sort());
  });
});
