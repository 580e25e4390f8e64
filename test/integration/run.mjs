// Mocha inside a real extension host: `node test/integration/run.mjs` runs the tests beside this file in a trusted folder,
// with the argument `restricted` those of that folder in restricted mode. `--grep PATTERN` and `--invert` as Mocha's.
// VSCODE_TEST=desktop lets @vscode/test-electron download a desktop VS Code instead of using code-server.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { prepareSettings } from '../../tools/vscode/codeServer.ts';
import { Complaints } from '../support/drivers/complaints.ts';
import { buildDir, extensionId, projectRoot } from '../../tools/vscode/projectPaths.ts';
import { testSettings } from '../../tools/vscode/quietSettings.ts';
import { writeHostileFolder } from '../support/samples/hostileFolder.ts';
import { complaintAbout, loadResult } from '../support/results/testResult.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', default: '' }, invert: { type: 'boolean', default: false } },
});
const restricted = positionals.includes('restricted');
const resultFile = process.env.TEST_RESULT_FILE ?? path.join(buildDir, 'results', 'last-integration.json');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-integration-'));
const userDataDir = path.join(temporary, 'user');
const workspace = path.join(temporary, 'workspace');
const testsPath = path.join(buildDir, 'integration', 'index.js');
const environment = {
  INTEGRATION_FOLDER: restricted ? 'restricted' : '.',
  INTEGRATION_GREP: values.grep,
  INTEGRATION_INVERT: values.invert ? 'true' : '',
  TEST_RESULT_FILE: resultFile,
};
const launchArgs = [
  workspace,
  `--user-data-dir=${userDataDir}`,
  `--extensions-dir=${path.join(temporary, 'extensions')}`,
];

async function executable() {
  // The first line of code.ts looks for `node` in PATH, which must be this Node.
  process.env.PATH = path.dirname(process.execPath) + path.delimiter + process.env.PATH;
  if (process.env.VSCODE_TEST === 'desktop') return downloadAndUnzipVSCode();
  return fileURLToPath(import.meta.resolve('../../tools/vscode/code.ts'));
}

/** test-electron always passes --disable-workspace-trust, so restricted mode has a launch of its own. */
function runRestricted(vscode) {
  const args = [...launchArgs, `--extensionDevelopmentPath=${projectRoot}`, `--extensionTestsPath=${testsPath}`];
  const { status } = spawnSync(vscode, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  if (status !== 0) throw new Error(`VS Code ended with ${status}`);
}

try {
  fs.rmSync(resultFile, { force: true });
  fs.mkdirSync(workspace, { recursive: true });
  // All tests run in it: it has no say (hostileFolder.ts).
  writeHostileFolder(workspace);
  // No person is there to answer the prompt that asks for trust.
  prepareSettings(userDataDir, { ...testSettings, 'security.workspace.trust.startupPrompt': 'never' });
  const vscodeExecutablePath = await executable();
  if (restricted) runRestricted(vscodeExecutablePath);
  else
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: testsPath,
      extensionTestsEnv: environment,
      launchArgs,
    });
  // The exit code is no proof: when the extension host is killed, VS Code ends with 0.
  const result = loadResult(resultFile);
  const complaint = complaintAbout(result);
  if (complaint) throw new Error(complaint);
  const complaints = new Complaints(userDataDir, [extensionId, path.join(projectRoot, 'dist')]).take();
  if (complaints.length > 0) throw new Error(`VS Code logged errors of the extension:\n${complaints.join('\n')}`);
  console.log(`${result.passed} passed`);
} catch (error) {
  console.error(`integration: ${error.message}`);
  process.exitCode = 1;
} finally {
  fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
