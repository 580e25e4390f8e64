import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium, openBrowserProfile } from '../../../tools/vscode/chromium.ts';
import { type CodeServer, prepareSettings, startCodeServer } from '../../../tools/vscode/codeServer.ts';
import { Complaints } from './complaints.ts';
import { openSlowLine, type SlowLine } from '../fakes/slowLine.ts';
import { installPseudoPack, PSEUDO_LANGUAGE } from '../pages/pseudoLanguage.ts';
import { extensionId, installedExtensionsDir, shotsDir } from '../../../tools/vscode/projectPaths.ts';
import { testSettings } from '../../../tools/vscode/quietSettings.ts';
import { VSC } from '../../../tools/vscode/vsc.ts';
import { workbenchUrl } from '../../../tools/vscode/workbenchUrl.ts';

export interface WorkbenchOptions {
  /** By default, the folder in which test/ui/run.mjs has installed the packaged extension. */
  readonly extensionsDir?: string;
  /** User settings in addition to the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** By default, a temporary folder. A given one is kept, so that a second start has the state of the first. */
  readonly userDataDir?: string;
  /** Folder to open. By default, an empty temporary one. */
  readonly folder?: string;
  /** Whether the folder is trusted. True by default. */
  readonly trust?: boolean;
  /** By default, any free port. VS Code keeps secrets per origin, so a restart that needs them needs the same port. */
  readonly port?: number;
  /** A folder for what the browser stores, VS Code's secrets and state among it. By default nothing is kept. */
  readonly browserProfile?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Whether messages between the window and the server can be delayed: `delayMessages`. */
  readonly canDelay?: boolean;
  /** Whether the display language is the pseudo language. */
  readonly pseudo?: boolean;
}

/** A running VS Code with the extension installed, and a browser that shows it. */
export interface Workbench {
  readonly vsc: VSC;
  readonly page: Page;
  readonly url: string;
  readonly userDataDir: string;
  readonly folder: string;
  readonly complaints: Complaints;
  /** Delays each message from now on, each way, like over Remote-SSH. */
  readonly delayMessages: (ms: number) => void;
  /** Opens a second window of the same user and folder. */
  openWindow(): Promise<VSC>;
  /** Saves a screenshot as build/shots/<name>.png and returns the file's path. */
  screenshot(name: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-workbench-'));
  const userDataDir = options.userDataDir ?? path.join(temporary, 'user');
  const folder = options.folder ?? path.join(temporary, 'workspace');
  fs.mkdirSync(folder, { recursive: true });
  prepareSettings(userDataDir, { ...testSettings, ...options.settings });
  if (options.pseudo) installPseudoPack(userDataDir);

  const started: { server?: CodeServer; browser?: { close(): Promise<void> }; line?: SlowLine | undefined } = {};
  // The exit handlers end the server. By default the signal would skip them.
  const endAtSignal = (): void => process.exit(143);
  process.once('SIGTERM', endAtSignal);
  const stop = async (): Promise<void> => {
    await started.browser?.close();
    started.line?.close();
    await started.server?.stop();
    process.off('SIGTERM', endAtSignal);
    fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const server = (started.server = await startCodeServer({
      userDataDir,
      extensionsDir: options.extensionsDir ?? installedExtensionsDir,
      trust: options.trust ?? true,
      ...(options.pseudo ? { locale: PSEUDO_LANGUAGE } : {}),
      ...(options.port === undefined ? {} : { port: options.port }),
    }));
    const context = await openContext(options, (browser) => (started.browser = browser));
    const line = options.canDelay === true ? await openSlowLine(server.url) : undefined;
    started.line = line;
    const url = line?.url ?? server.url;
    const page = await newPage(context, url);
    const complaints = new Complaints(userDataDir, [extensionId]);
    complaints.watch(page);
    const screenshot = (name: string): Promise<string> => saveScreenshot(page, name);
    const vsc = new VSC(page);
    await vsc.open(workbenchUrl(url, { folder })).catch(async (error: unknown) => {
      throw new Error(`VS Code did not open, see ${await screenshot('start')}`, { cause: error });
    });
    const openWindow = async (): Promise<VSC> => {
      const other = await newPage(context, url);
      complaints.watch(other);
      const window = new VSC(other);
      await window.open(workbenchUrl(url, { folder }));
      return window;
    };
    const delayMessages = (ms: number): void => line?.delay(ms);
    return { vsc, page, url, userDataDir, folder, complaints, delayMessages, openWindow, screenshot, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openContext(
  { browserProfile, viewport = { width: 1400, height: 900 } }: WorkbenchOptions,
  onStart: (browser: { close(): Promise<void> }) => void,
): Promise<BrowserContext> {
  if (browserProfile !== undefined) {
    const context = await openBrowserProfile(browserProfile, viewport);
    onStart(context);
    return context;
  }
  const browser = await launchChromium();
  onStart(browser);
  return browser.newContext({ viewport });
}

async function newPage(context: BrowserContext, origin: string): Promise<Page> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function saveScreenshot(page: Page, name: string): Promise<string> {
  const file = path.join(shotsDir, `${name.replace(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path: file });
  return file;
}
