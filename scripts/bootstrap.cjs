// `npm start`, `npm test`, `npm run test:all`, `test:ckan`, `test:trino` and `test:bombs`: installs what the target
// needs, then continues in Node 24. Runs on any Node >= 20 without a dependency. A second run finds everything installed
// and takes milliseconds.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const { ensureDebianPackages } = require('./setup/debian.cjs');
const { cleanEnvironment, ensureInstalled, findNpm } = require('./setup/npm.cjs');
const { SetupError, run, say, seconds } = require('./setup/progress.cjs');
const { hasVsCode } = require('./setup/vscode.cjs');

const root = path.join(__dirname, '..');

/**
 * Targets by name. `vsCode` is `first` if VS Code is needed from the start, `beside` if the target's own steps install
 * it while others run, and absent if it isn't needed.
 */
const targets = {
  start: { script: 'scripts/start.mjs', needs: [], vsCode: 'first' },
  test: { script: 'scripts/test.mjs', needs: ['browser', 'database'], vsCode: 'beside' },
  all: {
    script: 'scripts/test.mjs',
    options: ['--all'],
    needs: ['browser', 'client', 'office', 'database'],
    vsCode: 'beside',
  },
  steady: { script: 'scripts/steady.mjs', needs: ['browser', 'client', 'office', 'database'], vsCode: 'first' },
  ckan: { script: 'test/ckan/run.mjs', needs: ['browser', 'ckan'], vsCode: 'first' },
  trino: { script: 'test/trino/run.mjs', needs: ['browser', 'trino'], vsCode: 'first' },
  bombs: { script: 'test/bombs/run.mjs', needs: ['database'] },
};

async function main([name, ...rest]) {
  const target = targets[name];
  if (!target) throw new SetupError(`use: node scripts/bootstrap.cjs ${Object.keys(targets).join(' | ')}`);
  const started = Date.now();
  const npm = findNpm();

  // The running npm may use Node 20, which suffices for installing the root package.
  ensureInstalled('packages', root, (args) =>
    run(process.execPath, [npm, ...args], { cwd: root, env: cleanEnvironment() }),
  );

  const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const env = cleanEnvironment();
  env.PATH = path.join(root, 'node_modules', '.bin') + path.delimiter + (env.PATH ?? '');
  const version = run(node, ['--version'], { env, stdio: 'pipe' });
  if (!version.startsWith('v24.')) throw new SetupError(`${node} is ${version}, expected v24 (npm's package "node")`);

  // Steps that are named may be long ones, which need more than the short ones.
  const { needs } = name === 'test' && rest.length > 0 ? targets.all : target;
  // Compilers are needed only until VS Code's native modules are built.
  ensureDebianPackages(hasVsCode() || !target.vsCode ? needs : ['build', ...needs]);
  env.npm_execpath = npm;
  if (target.vsCode === 'first') run(node, [path.join(root, 'scripts/setup/vscode.cjs')], { cwd: root, env });

  say(`ready after ${seconds(started)}`);
  handOver(node, [path.join(root, target.script), ...(target.options ?? []), ...rest], env);
}

/** The target uses our terminal, and ends when we get a signal or when our parent has ended. */
function handOver(node, args, env) {
  const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm passes a signal on to its shell, which dies of it without telling us.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

main(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  console.error(`set-up: ${error.message}`);
  process.exit(1);
});
