// The extension in a real VS Code in the browser: `npm start [-- --port N] [-- --no-open]`.
// `--check` (for CI) ends with 0 as soon as VS Code shows the extension; `--within N` makes it fail after N seconds.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { resourceIdOf } from '../src/service/resource/resourceId.ts';
import { findChromium, launchChromium } from '../tools/vscode/chromium.ts';
import { PortTakenError, prepareSettings, startCodeServer } from '../tools/vscode/codeServer.ts';
import { quietSettings } from '../tools/vscode/quietSettings.ts';
import { VSC } from '../tools/vscode/vsc.ts';
import { workbenchUrl } from '../tools/vscode/workbenchUrl.ts';
import { installFromSource } from './steps/installFromSource.mjs';
import { root, seconds } from './steps/progress.mjs';

const started = performance.now();
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8765' },
    check: { type: 'boolean', default: false },
    within: { type: 'string', default: '360' },
    'no-open': { type: 'boolean', default: false },
  },
});

const home = path.join(root, 'build', 'start');
const folders = {
  extensionsDir: path.join(home, 'extensions'),
  userDataDir: path.join(home, 'user-data'),
  workspace: path.join(home, 'workspace'),
};

/** Sample files that the embedded datastore offers under "Local files". */
function sampleFiles() {
  const samples = path.join(root, 'media', 'sample');
  return fs.existsSync(samples) ? fs.readdirSync(samples).map((file) => path.join(samples, file)) : [];
}

/** The id under which the embedded datastore has the first of them. */
function sampleId() {
  const [file] = sampleFiles();
  return file === undefined ? '' : resourceIdOf(fs.realpathSync(file));
}

/** A second extension, which shows the sample when nothing else is open. */
function installShowSample() {
  const source = path.join(root, 'scripts', 'showSample');
  fs.cpSync(source, path.join(folders.extensionsDir, 'datastore-explorer.show-sample-0.0.1'), {
    recursive: true,
  });
}

function prepareWorkspace() {
  fs.mkdirSync(folders.workspace, { recursive: true });
  const readme = path.join(folders.workspace, 'README.md');
  if (fs.existsSync(readme)) return;
  fs.writeFileSync(
    readme,
    [
      '# Try Datastore Explorer',
      '',
      '1. Click the Datastore icon on the left.',
      '2. Choose a resource under "Local files" and press Run.',
      '3. For a portal of your own: F1, then "Datastore: Add Portal…".',
      '',
    ].join('\n'),
  );
}

/** As seen by a browser where there is one: the extension's own view container, and the records of the sample. */
async function showsExtension(url) {
  if (findChromium() === undefined) return (await fetch(url)).ok;
  const browser = await launchChromium();
  try {
    const vsc = new VSC(await browser.newPage());
    await vsc.open(url);
    await vsc.activity(containerTitle()).waitFor({ timeout: 60_000 });
    await vsc.tab(path.basename(sampleFiles()[0])).waitFor({ timeout: 60_000 });
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  } finally {
    await browser.close();
  }
}

/** package.json holds `%key%`, package.nls.json the words. */
function containerTitle() {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
  const { title } = read('package.json').contributes.viewsContainers.activitybar[0];
  return title.replace(/^%(.*)%$/, (_, key) => read('package.nls.json')[key]);
}

/** The desktop's own browser, if this is a desktop. */
function openBrowser(url) {
  const hasDesktop = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (options['no-open'] || process.env.CI || !hasDesktop) return;
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? [
    'xdg-open',
  ];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

await installFromSource(folders.extensionsDir);
installShowSample();
prepareWorkspace();
// Written once: from then on the settings are the user's.
prepareSettings(folders.userDataDir, { ...quietSettings, 'datastoreExplorer.local.files': sampleFiles() });

// VS Code in the browser keeps secrets per origin: a fixed port lets tokens survive a restart.
const server = await startCodeServer({
  ...folders,
  port: Number(options.port),
  trust: true,
  environment: { DATASTORE_EXPLORER_SAMPLE: sampleId() },
}).catch((error) => {
  if (!(error instanceof PortTakenError)) throw error;
  console.error(
    `Port ${options.port} is taken, perhaps by another "npm start". Choose another: npm start -- --port 8770`,
  );
  process.exit(1);
});
let stopping = false;
async function stop(code) {
  stopping = true;
  await server.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
server.exited.then((code) => stopping || process.exit(code ?? 1));

const url = workbenchUrl(server.url, { folder: folders.workspace });
if (options.check) {
  const shown = await showsExtension(url);
  const took = seconds(started);
  const inTime = Number(took) <= Number(options.within);
  console.log(
    `start: ${shown ? 'VS Code shows the extension' : 'no answer'} after ${took} s (limit ${options.within} s)`,
  );
  await stop(shown && inTime ? 0 : 1);
}
console.log(
  `\n  Datastore Explorer in VS Code (ready after ${seconds(started)} s):\n\n    ${url}\n\n  Ctrl+C stops it.\n`,
);
openBrowser(url);
