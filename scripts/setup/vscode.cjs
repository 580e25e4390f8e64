// VS Code (code-server), in a folder of its own: `node scripts/setup/vscode.cjs` installs it where it is missing.
'use strict';
const path = require('node:path');
const { cleanEnvironment, ensureInstalled, findNpm, isInstalled, nodeHeaders } = require('./npm.cjs');
const { SetupError, run } = require('./progress.cjs');

const root = path.join(__dirname, '..', '..');
const folder = path.join(root, 'tools', 'vscode');

const hasVsCode = () => isInstalled(folder);

/** Nothing here waits for the native modules, and compiling them unoptimised takes half of the processor time. */
const COMPILED_QUICKLY = { CFLAGS: '-O0', CXXFLAGS: '-O0' };

/** Its native modules are compiled for the Node that runs this: 24. */
function ensureVsCode() {
  const npm = findNpm();
  const headers = nodeHeaders(root);
  const env = { ...cleanEnvironment(), ...COMPILED_QUICKLY, ...(headers && { npm_config_nodedir: headers }) };
  ensureInstalled('VS Code, which takes about two minutes', folder, (args) =>
    run(process.execPath, [npm, ...args], { cwd: folder, env }),
  );
}

module.exports = { ensureVsCode, hasVsCode };

if (require.main === module) {
  try {
    ensureVsCode();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`set-up: ${error.message}`);
    process.exit(1);
  }
}
