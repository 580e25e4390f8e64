/** Our real pages, with their real policy or without one, in a headless browser that notices when a text runs. */
import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { PageKind } from '../../src/platform/page.ts';
import { launchChromium } from '../../tools/vscode/chromium.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { writtenPage } from './writtenPage.ts';

declare global {
  interface Window {
    /** What a text calls that runs; their numbers. */
    canary: (number: unknown) => void;
    ran: Set<string>;
    /** Markup that stands in the page and isn't ours. */
    strangers: () => readonly string[];
  }
}

/** The extension's stand-ins, by page. */
const HOSTS: Readonly<Record<PageKind, string>> = {
  form: 'test/support/pages/form/fakeHost.ts',
  grid: 'test/support/pages/grid/fakeHost.ts',
  options: 'test/support/pages/options/fakeOptions.ts',
  details: 'test/support/pages/details/fakeDetails.ts',
};

/** What a page loads when it needs it. */
const LATER: Readonly<Record<string, string>> = { '/chart.js': 'text/javascript' };

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

/** Runs in the page before all else. */
function watch(): void {
  window.ran = new Set();
  window.canary = (number) => window.ran.add(String(number));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.ran.add(`the policy stopped ${violatedDirective} ${blockedURI}`),
  );
  const loads = 'iframe,object,embed,img,image,video,audio,base,form,frame,math,marquee,foreignObject,animate,use';
  window.strangers = () =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches(loads) ||
          [...element.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') ||
              (/^(?:href|src|srcdoc|action|formaction|xlink:href|data)$/.test(name) && !/^https?:\/\//.test(value)),
          ),
      )
      .map((element) => element.outerHTML.slice(0, 200));
}

export interface OpenedPage {
  readonly page: Page;
  /** What ran, or was asked for, or stands in the page, and shouldn't. */
  readonly faults: () => Promise<readonly string[]>;
}

export class HostilePages {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #hosts = new Map<PageKind, string>();
  #html = '';

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
    server.on('request', (request, response) => {
      const type = LATER[request.url ?? ''];
      response.setHeader('Content-Type', type ?? 'text/html; charset=utf-8');
      if (request.url === '/') response.end(this.#html);
      else if (request.url !== undefined && type !== undefined)
        void fs.readFile(path.join(projectRoot, 'dist/webview', request.url)).then((file) => response.end(file));
      else response.writeHead(404).end();
    });
  }

  static async start(): Promise<HostilePages> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HostilePages(await launchChromium(), server);
  }

  get #origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** `title` and `beginning` are what stands in the page itself. */
  async open(kind: PageKind, hasPolicy: boolean, title: string, beginning?: unknown): Promise<OpenedPage> {
    const { html } = writtenPage(kind, { title, beginning });
    return this.openHtml(hasPolicy ? html : html.replace(POLICY, ''), await this.#host(kind));
  }

  async openHtml(html: string, host = ''): Promise<OpenedPage> {
    this.#html = html;
    const page = await this.#browser.newPage({ viewport: { width: 1600, height: 1200 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => faults.push('a dialog')));
    page.on('popup', () => faults.push('a popup'));
    page.on('request', (request) => {
      const isOurs = ['/', '/favicon.ico', ...Object.keys(LATER)].some((at) => request.url() === this.#origin + at);
      if (!isOurs) faults.push(`a request: ${request.url()}`);
    });
    await page.addInitScript(watch);
    await page.addInitScript({ content: host });
    await page.goto(`${this.#origin}/`);
    return {
      page,
      faults: async () => [
        ...faults,
        ...(await page.evaluate(() => [...[...window.ran].map((what) => `ran: ${what}`), ...window.strangers()])),
      ],
    };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #host(kind: PageKind): Promise<string> {
    const known = this.#hosts.get(kind);
    if (known !== undefined) return known;
    const { outputFiles } = await build({
      absWorkingDir: projectRoot,
      entryPoints: [HOSTS[kind]],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2024',
      alias: { vscode: './test/support/fakes/vscodeStub.ts' },
    });
    const text = outputFiles.map((file) => file.text).join('\n');
    this.#hosts.set(kind, text);
    return text;
  }
}
