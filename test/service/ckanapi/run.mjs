// `node test/service/ckanapi/run.mjs [--source]` runs PyPI's ckanapi, in its own Python environment under build/, on
// `datastore-explorer serve`. The first run needs python3 with venv, and the network or pip's cache.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildDir } from '../../../tools/vscode/projectPaths.ts';
import { pythonPackage } from '../../support/drivers/pythonPackage.ts';
import { startService } from '../conformance/service.mjs';

const PACKAGE = 'ckanapi==4.9';

const resultFile = process.env.TEST_RESULT_FILE ?? path.join(buildDir, 'results', 'ckanapi.json');

const bin = pythonPackage(PACKAGE, path.join(buildDir, 'ckanapi'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ckanapi-'));
const file = path.join(folder, 'people.csv');
fs.writeFileSync(file, 'name,born,score\nAda,1815,1.50\nÉmile,1840,\n');
const service = await startService(process.argv.includes('--source') ? 'src/cli.ts' : 'dist/cli.js', [file]);
const output = [];
try {
  const env = { ...process.env, DATASTORE_URL: service.baseUrl, DATASTORE_TOKEN: service.token, PYTHONUTF8: '1' };
  const client = spawn(path.join(bin, 'python'), [path.join(import.meta.dirname, 'client.py')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  client.stdout.setEncoding('utf8').on('data', (text) => output.push(text));
  const [code] = await once(client, 'close');
  if (code !== 0) output.push(`\nFAIL the client ended with ${code}\n`);
} finally {
  await service.stop();
  fs.rmSync(folder, { recursive: true });
}
const lines = output.join('').split('\n');
const passed = lines.filter((line) => line.startsWith('ok ')).length;
const failures = lines.filter((line) => line.startsWith('FAIL '));
for (const line of lines) if (line !== '') console.log(line);
const failed = failures.length;
const result = {
  planned: passed + failed,
  passed,
  failed,
  skipped: 0,
  failures: failures.map((title) => ({ title, error: title })),
};
fs.mkdirSync(path.dirname(resultFile), { recursive: true });
fs.writeFileSync(resultFile, JSON.stringify(result, null, 2));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
