// npm for the set-up: which npm to run, in which environment, and whether a folder is installed.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { SetupError, say, seconds } = require('./progress.cjs');

/** npm's own JavaScript file, so that any Node can run it: from npm's variable if npm started us, or else from PATH. */
function findNpm() {
  const candidates = [
    process.env.npm_execpath,
    path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
  ];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const command = path.join(folder, 'npm');
    if (fs.existsSync(command)) candidates.push(fs.realpathSync(command));
  }
  const found = candidates.find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file));
  if (!found) throw new SetupError('npm was not found; start with "npm start" or "npm test"');
  return found;
}

/**
 * The variables that a nested npm inherits. `npm_config_user_agent` of the outer npm names its Node, and code-server's
 * install script refuses any other than 24 (its postinstall.sh), so it is dropped. Variables for reaching a registry
 * stay, above all the outer npm's global configuration file: npm looks for it beside its Node, and ours is another one.
 */
const keptNpmVariables =
  /^npm_config_(cache|registry|globalconfig|userconfig|cafile|ca|proxy|https_proxy|http_proxy|noproxy|strict_ssl|nodedir)$/i;

function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || keptNpmVariables.test(name)),
  );
}

/**
 * Whether a folder is installed: the lock file that npm writes into node_modules as its last act must agree with ours.
 * `npm install` by hand counts, too, and an interrupted one doesn't. Optional packages of other platforms are absent.
 */
function isInstalled(folder) {
  const wanted = readPackages(path.join(folder, 'package-lock.json'));
  const present = readPackages(path.join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !present || !lockFits(folder, wanted[''])) return false;
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || (present[name] ? present[name].version === version : optional || devOptional),
  );
}

function readPackages(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : undefined;
}

/** Whether the lock file fits package.json, which may have changed since. */
function lockFits(folder, locked) {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return ['dependencies', 'devDependencies'].every((kind) => canonical(manifest[kind]) === canonical(locked[kind]));
}

const canonical = (dependencies = {}) => JSON.stringify(Object.entries(dependencies).sort());

/**
 * Installs a folder. `npm` runs npm with the given arguments there. `ci` installs exactly what the lock file names, or
 * refuses, so each package there has its optional packages for every platform.
 */
function ensureInstalled(what, folder, npm) {
  if (isInstalled(folder)) return;
  const started = Date.now();
  say(`installing ${what} …`);
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!isInstalled(folder))
    throw new SetupError(
      `${folder} doesn't agree with its package-lock.json. Run "npm install" there and commit the lock file.`,
    );
  say(`installed after ${seconds(started)}`);
}

/** Headers of the Node that will load the native modules. npm's package `node` contains them. */
function nodeHeaders(root) {
  const name = `node-${process.platform}-${process.arch}`;
  return ['node_modules/node/node_modules', 'node_modules']
    .map((folder) => path.join(root, folder, name))
    .find((folder) => fs.existsSync(path.join(folder, 'include', 'node', 'node_api.h')));
}

module.exports = { cleanEnvironment, ensureInstalled, findNpm, isInstalled, nodeHeaders };
