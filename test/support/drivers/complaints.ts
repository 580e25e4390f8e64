import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** The beginning of an entry in a VS Code log: `2026-08-01 10:11:12.345 [error] `. */
const entryStart = /^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\w+\])/m;

/**
 * Stack frames of VS Code itself, which hide ours. Those of the document around a webview name our extension in their
 * address: it throws by itself when its frame is replaced while it loads.
 */
const foreignFrames = /\n\s+at .*(\/lib\/vscode\/out\/|\/workbench\.js|\/webview\/browser\/pre\/index\.html).*/g;

/** The webviews' own service worker answers these requests inside the browser, so nothing leaves the machine. */
const webviewResources = '.vscode-resource.vscode-cdn.net';

/**
 * Collects faults that a user wouldn't see and a test must not overlook: errors that name our extension, in the
 * extension host's log, on the page's console or uncaught, and requests that leave this machine.
 */
export class Complaints {
  readonly #logsDir: string;
  readonly #ours: readonly string[];
  readonly #heard: string[] = [];
  readonly #taken = new Set<string>();

  /** `ours` are texts that identify our errors: the extension's id and its folder. */
  constructor(userDataDir: string, ours: readonly string[]) {
    this.#logsDir = path.join(userDataDir, 'logs');
    this.#ours = ours;
  }

  watch(page: Page): void {
    page.on('console', (message) => {
      const text = `${message.text()} (${message.location().url})`;
      const isError = message.type() === 'error' || text.includes('rejected promise not handled');
      if (isError && this.#isOurs(text)) this.#heard.push(`console: ${text}`);
    });
    page.on('pageerror', (error) => {
      const text = (error.stack ?? error.message).replace(foreignFrames, '');
      if (this.#isOurs(text)) this.#heard.push(`page: ${text}`);
    });
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const isForeign = /^(http|ws)s?:$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname);
      if (isForeign && !hostname.endsWith(webviewResources)) this.#heard.push(`foreign host: ${hostname}`);
    });
  }

  /**
   * The complaints since the last call. To be called before anything is closed, because closing logs errors of its own.
   */
  take(): readonly string[] {
    const heard = [...this.#heard, ...this.#logged()];
    const all = new Set(heard.map((complaint) => complaint.replace(foreignFrames, '')));
    const fresh = [...all].filter((complaint) => !this.#taken.has(complaint));
    for (const complaint of fresh) this.#taken.add(complaint);
    return fresh;
  }

  #isOurs(text: string): boolean {
    return this.#ours.some((name) => text.includes(name));
  }

  #logged(): string[] {
    return logFiles(this.#logsDir)
      .filter((file) => file.endsWith('exthost.log'))
      .flatMap((file) => fs.readFileSync(file, 'utf8').split(entryStart))
      .filter((entry) => /^\S+ \S+ \[(error|critical)\]/.test(entry) && this.#isOurs(entry))
      .map((entry) => `log: ${entry.trim()}`);
  }
}

function logFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
