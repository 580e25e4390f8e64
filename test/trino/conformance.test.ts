/** What CKAN was recorded to answer, asked of tables of Trino's: test/service/conformance has the cases and the differences. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildDir, projectRoot } from '../../tools/vscode/projectPaths.ts';
import { isFull } from '../support/results/full.ts';
import { cluster } from './fixture.ts';

// A cluster on two cores takes four minutes for these cases.
if (isFull)
  describe('the recorded cases on Trino', () => {
    it('are answered as CKAN does, but for the listed differences', async () => {
      const run = path.join(projectRoot, 'test/service/conformance/run.mjs');
      const child = spawn(process.execPath, [run, '--source', '--engines', 'trino'], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          TRINO_ORIGIN: cluster().origin,
          TEST_RESULT_FILE: path.join(buildDir, 'results', 'trinoConformance.json'),
        },
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      assert.equal(code, 0);
    }).timeout(900_000);
  });
