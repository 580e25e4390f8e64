import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { projectRoot } from '../projectPaths.ts';
import { type Theme, themes, themeStyle } from '../themes.ts';
import { gridColours } from './gridColours.ts';

const CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
  /** `panel`: the whole records panel; `bare`: an empty element, for `createRecordsGrid`. */
  readonly content?: 'panel' | 'bare';
  readonly emulate?: Pick<BrowserContextOptions, 'forcedColors' | 'reducedMotion' | 'deviceScaleFactor'>;
}

/** The records grid alone in a browser: our bundle, a strict policy, a theme, and fakeHost.ts as the extension. */
export class GridPage {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async start(): Promise<GridPage> {
    const files = await bundles();
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const theme = themes.find(({ name }) => name === searchParams.get('theme')) ?? themes[0]!;
      const made: Readonly<Record<string, () => string>> = {
        '/panel': () => markup(theme, '<div id="root" class="grid-root"></div>', ['/host.js', '/grid.js']),
        '/bare': () => markup(theme, '<div id="bare"></div>', ['/host.js']),
        '/theme.css': () => style(theme),
      };
      const content = made[pathname]?.() ?? files.get(pathname);
      response.statusCode = content === undefined ? 404 : 200;
      response.setHeader('Content-Type', TYPES[path.extname(pathname) || '.html'] ?? 'text/plain');
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new GridPage(await launchChromium(), server);
  }

  /** A page with a state of its own; what goes wrong in it is in `faults`. */
  async open({
    width = 1200,
    height = 760,
    theme = themes[0]!,
    content = 'panel',
    emulate,
  }: Look = {}): Promise<{
    page: Page;
    faults: string[];
  }> {
    const page = await this.#browser.newPage({ viewport: { width, height }, ...emulate });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${String(port)}/${content}?theme=${theme.name}`);
    if (content === 'panel') await page.locator('.bar').waitFor();
    return { page, faults };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function style(theme: Theme): string {
  const colours = { ...theme.colours, ...gridColours[theme.name] };
  return `${themeStyle({ ...theme, colours })}\n#bare { position: fixed; inset: 0; }`;
}

function markup({ name, bodyClass }: Theme, body: string, scripts: readonly string[]): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Records</title>
<link rel="stylesheet" href="/theme.css?theme=${name}"><link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/grid.css"></head>
<body class="${bodyClass}">${body}
${scripts.map((src) => `<script src="${src}"></script>`).join('')}</body></html>`;
}

async function bundles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: { grid: 'src/webview/grid/main.ts', host: 'test/support/gridPage/fakeHost.ts' },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    alias: { vscode: './test/support/gridPage/vscodeStub.ts' },
  });
  const codicons = path.join(projectRoot, 'node_modules/@vscode/codicons/dist');
  const files = new Map<string, Uint8Array>(outputFiles.map((file) => [file.path, file.contents]));
  for (const file of ['codicon.css', 'codicon.ttf'])
    files.set(`/${file}`, await fs.readFile(path.join(codicons, file)));
  return files;
}
