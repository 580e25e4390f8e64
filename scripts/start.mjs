// The extension in a real VS Code in the browser: `npm start [-- --port N] [-- --no-open]`.
// `--check` (for CI) ends with 0 as soon as VS Code shows the extension; `--within N` makes it fail after N seconds.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
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

/** The files of the installed sample, which Explore the Sample also opens. */
function sampleFiles() {
  const { publisher, name, version } = readJson('package.json');
  const samples = path.join(folders.extensionsDir, `${publisher}.${name}-${version}`, 'media', 'sample');
  return fs.readdirSync(samples).map((file) => path.join(samples, file));
}

/** Installs a second extension, which shows the Datastore view and the walkthrough if nothing else is open. */
function installFirstLook() {
  const source = path.join(root, 'scripts', 'firstLook');
  fs.cpSync(source, path.join(folders.extensionsDir, 'datastore-explorer.first-look-0.0.1'), { recursive: true });
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
      '2. Click a resource under "Local files".',
      '3. For more: F1, then "Datastore: Get Started".',
      '',
    ].join('\n'),
  );
}

/** Fails if the list of a command closes by itself, which happens if something moves the focus while VS Code starts. */
async function keepsFirstList(vsc) {
  const title = vsc.quickInput.title().getByText('Add Portal', { exact: true });
  await vsc.command('Datastore: Add Portal…');
  await title.waitFor();
  await vsc.page.waitForTimeout(1500);
  if (!(await title.isVisible())) throw new Error('The list of the first command was closed again.');
  await vsc.quickInput.cancel();
}

/**
 * Whether the extension can be seen, in a browser if there is one: the walkthrough beside the extension's view, and the
 * sample's records.
 */
async function showsExtension(url) {
  if (findChromium() === undefined) return (await fetch(url)).ok;
  const browser = await launchChromium();
  try {
    const vsc = new VSC(await browser.newPage());
    await vsc.open(url);
    await vsc.activity(containerTitle()).waitFor({ timeout: 60_000 });
    await vsc.page.getByText(words()['walkthrough.title']).first().waitFor({ timeout: 60_000 });
    await keepsFirstList(vsc);
    const [sample] = sampleFiles().map((file) => path.basename(file));
    await vsc.row(sample).hover();
    await vsc.inlineAction(vsc.row(sample), words()['command.searchResource.title']).click();
    await vsc.tab(sample).waitFor({ timeout: 60_000 });
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  } finally {
    await browser.close();
  }
}

/** The title with its `%key%` in package.json replaced from package.nls.json. */
function containerTitle() {
  const { title } = readJson('package.json').contributes.viewsContainers.activitybar[0];
  return title.replace(/^%(.*)%$/, (_, key) => words()[key]);
}

function words() {
  return readJson('package.nls.json');
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}

/** Opens the desktop's own browser, if this is a desktop. */
function openBrowser(url) {
  const hasDesktop = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (options['no-open'] || process.env.CI || !hasDesktop) return;
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

await installFromSource(folders.extensionsDir);
installFirstLook();
prepareWorkspace();
// Settings are written only once, because they are the user's from then on.
prepareSettings(folders.userDataDir, { ...quietSettings, 'datastoreExplorer.local.files': sampleFiles() });

// VS Code in the browser keeps secrets per origin, so a fixed port preserves tokens across restarts.
const server = await startCodeServer({ ...folders, port: Number(options.port), trust: true }).catch((error) => {
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
