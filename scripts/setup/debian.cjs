// Finds missing Debian packages, and installs them if it is allowed to.
'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { SetupError, run, say, seconds } = require('./progress.cjs');

/**
 * The browser without a window, which needs a third less processor time. Older Debian releases have only the one with a
 * window.
 */
const BROWSER = 'chromium-headless-shell';

const packages = {
  /** Compilers and libraries for code-server's native modules. */
  build: ['libkrb5-dev', 'g++', 'make', 'python3', 'pkg-config'],
  /** Chromium, and openssl for the certificates that the HTTP tests refuse. */
  browser: [BROWSER, 'openssl'],
  /** Python for ckanapi, an independent client of the embedded datastore. */
  client: ['python3-venv'],
  /** LibreOffice, which shows what it runs in a CSV file and what an Excel file contains. */
  office: ['libreoffice-calc'],
  /** PostgreSQL, whose tables the service serves in tests. */
  database: ['postgresql'],
  ckan: ['postgresql', 'redis-server', 'default-jdk-headless', 'maven', 'python3-venv', 'libmagic1'],
  /** Maven, from which Trino's packages come. Debian has no Java that is new enough. */
  trino: ['maven'],
};

/** Browsers that also work where Debian's can't be installed (tools/vscode/chromium.ts looks for the same ones). */
const otherBrowsers = ['chromium', 'chromium-browser', 'google-chrome'];

const onPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, command)));

const isInstalled = (name) =>
  (name === BROWSER && process.env.CHROMIUM !== undefined) ||
  /install ok installed/.test(spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' }).stdout);

const isKnown = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
const isBrowserElsewhere = (name) => name === BROWSER && otherBrowsers.some(onPath);

/**
 * Installs missing packages. `groups` are keys of `packages`. Throws SetupError with the command to type if installing
 * isn't allowed.
 */
function ensureDebianPackages(groups) {
  if (!onPath('apt-get') || !onPath('dpkg-query')) return;
  const isRoot = process.getuid?.() === 0;
  const mayElevate = !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  const missing = groups
    .flatMap((group) => packages[group])
    .filter((name) => !isInstalled(name) && (isRoot || mayElevate || !isBrowserElsewhere(name)));
  if (missing.length === 0) return;

  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (!isRoot && !mayElevate)
    throw new SetupError(
      `some Debian packages are missing. Type this, then start again:\n\n  sudo apt-get update && sudo apt-get ${install.join(' ')}\n`,
    );

  const started = Date.now();
  say(`installing Debian packages: ${missing.join(' ')}`);
  const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const [command, ...prefix] = isRoot ? aptGet : ['sudo', '-n', ...aptGet];
  // dpkg prints a thousand useless lines. Its errors go to stderr.
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  run(command, [...prefix, 'update'], quiet);
  run(command, [...prefix, ...install.map((name) => (name !== BROWSER || isKnown(name) ? name : 'chromium'))], quiet);
  say(`Debian packages installed in ${seconds(started)}`);
}

module.exports = { ensureDebianPackages };
