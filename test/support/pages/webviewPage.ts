import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../tools/vscode/chromium.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import type { PageKind } from '../../../src/platform/page.ts';
import { type Theme, themes, themeStyle } from './themes.ts';

const CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** One of our webviews, and the content of its test page. */
export interface WebviewPageOptions {
  readonly kind: PageKind | 'chart';
  /** Path of its first module. */
  readonly entry: string;
  readonly title: string;
  /** Modules of bundles that the page loads later, by their names. */
  readonly later?: Readonly<Record<string, string>>;
  /** The file in test/support that replaces the extension. */
  readonly host: string;
  /** Body and scripts by the page's name. The first is the default. */
  readonly contents: Readonly<Record<string, { readonly body: string; readonly scripts: readonly string[] }>>;
  /** Style rules that the test page needs. */
  readonly style?: string;
  /** Resolves when a page with that name is ready. */
  readonly isReady: (page: Page, content: string) => Promise<unknown>;
}

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme?: Theme;
  readonly content?: string;
  readonly emulate?: Pick<BrowserContextOptions, 'forcedColors' | 'reducedMotion' | 'deviceScaleFactor'>;
}

export interface OpenedPage {
  readonly page: Page;
  /** Everything that went wrong in the page: errors, and what its policy had to stop. */
  readonly faults: string[];
}

/** A webview alone in a browser: our bundle, a strict policy, a theme, and a replacement for the extension. */
export class WebviewPage {
  readonly #options: WebviewPageOptions;
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(options: WebviewPageOptions, browser: Browser, server: Server) {
    this.#options = options;
    this.#browser = browser;
    this.#server = server;
  }

  static async start(options: WebviewPageOptions): Promise<WebviewPage> {
    const files = await bundles(options);
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const theme = themes.find(({ name }) => name === searchParams.get('theme')) ?? themes[0]!;
      const content =
        pathname === '/theme.css'
          ? themeStyle(theme) + (options.style ?? '')
          : (markup(options, pathname.slice(1), theme) ?? files.get(pathname));
      response.statusCode = content === undefined ? 404 : 200;
      response.setHeader('Content-Type', TYPES[path.extname(pathname) || '.html'] ?? 'text/plain');
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new WebviewPage(options, await launchChromium(), server);
  }

  /** Opens a page with a state of its own. */
  async open({ width, height, theme = themes[0]!, content, emulate }: Look): Promise<OpenedPage> {
    const { contents, isReady } = this.#options;
    const name = content ?? Object.keys(contents)[0]!;
    const page = await this.#browser.newPage({ viewport: { width, height }, ...emulate });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error('The policy of the page stopped', violatedDirective, blockedURI),
      ),
    );
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${String(port)}/${name}?theme=${theme.name}`);
    await isReady(page, name);
    return { page, faults };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function markup(
  { kind, title, contents }: WebviewPageOptions,
  content: string,
  { name, bodyClass }: Theme,
): string | undefined {
  const page = contents[content];
  return (
    page &&
    `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="stylesheet" href="/theme.css?theme=${name}"><link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/${kind}.css"></head>
<body class="${bodyClass}">${page.body}
${page.scripts.map((script) => `<script src="/${script}.js"></script>`).join('')}</body></html>`
  );
}

async function bundles({ kind, entry, later, host }: WebviewPageOptions): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: { [kind]: entry, host, ...later },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    alias: { vscode: './test/support/fakes/vscodeStub.ts' },
  });
  const files = outputFiles.map((file) => [file.path, file.contents] as const);
  const icons = await fs.readFile(path.join(projectRoot, 'dist/webview/codicon.css'));
  return new Map<string, Uint8Array>([...files, ['/codicon.css', icons]]);
}
