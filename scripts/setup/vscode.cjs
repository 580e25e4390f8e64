// VS Code (code-server), installed in a folder of its own: `node scripts/setup/vscode.cjs` installs it if it is
// missing.
'use strict';
const path = require('node:path');
const { cleanEnvironment, ensureInstalled, findNpm, isInstalled, nodeHeaders } = require('./npm.cjs');
const { SetupError, run } = require('./progress.cjs');

const root = path.join(__dirname, '..', '..');
const folder = path.join(root, 'tools', 'vscode');

const hasVsCode = () => isInstalled(folder);

/**
 * Compiling without optimisation takes half the processor time, and the native modules aren't critical for speed here.
 */
const COMPILED_QUICKLY = { CFLAGS: '-O0', CXXFLAGS: '-O0' };

/** Installs code-server. Its native modules are compiled for the Node that runs this script: 24. */
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
