import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { projectRoot } from '../projectPaths.ts';
import { type Theme, themes, themeStyle } from '../themes.ts';

const CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** The host's string tables without VS Code: `l10n.t` as it is where there is no translation. */
const englishWords: Plugin = {
  name: 'english-words',
  setup(bundle) {
    bundle.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'english' }));
    bundle.onLoad({ filter: /.*/, namespace: 'english' }, () => ({
      contents: 'export const l10n = { t: (text) => text }',
    }));
  },
};

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
}

/** The query form alone in a browser: our bundle, a strict policy, a theme, and fakeHost.ts as the extension. */
export class FormPage {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async start(): Promise<FormPage> {
    const files = await bundles();
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const theme = themes.find(({ name }) => name === searchParams.get('theme')) ?? themes[0]!;
      const content =
        pathname === '/'
          ? markup(theme)
          : pathname === '/theme.css'
            ? themeStyle(theme)
            : files.get(pathname);
      response.statusCode = content === undefined ? 404 : 200;
      response.setHeader('Content-Type', TYPES[path.extname(pathname) || '.html'] ?? 'text/plain');
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FormPage(await launchChromium(), server);
  }

  /** A page with a state of its own; what goes wrong in it is in `faults`. */
  async open({ width = 300, height = 900, theme = themes[0]! }: Look = {}): Promise<{
    page: Page;
    faults: string[];
  }> {
    const page = await this.#browser.newPage({ viewport: { width, height } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${String(port)}/?theme=${theme.name}`);
    await page.getByRole('form').waitFor();
    return { page, faults };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function markup({ name, bodyClass }: Theme): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Query</title>
<link rel="stylesheet" href="/theme.css?theme=${name}"><link rel="stylesheet" href="/codicon.css">
<link rel="stylesheet" href="/form.css"></head>
<body class="${bodyClass}"><div id="root" class="form-root"></div>
<script src="/host.js"></script><script src="/form.js"></script></body></html>`;
}

async function bundles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: { form: 'src/webview/form/main.ts', host: 'test/support/formPage/fakeHost.ts' },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    plugins: [englishWords],
  });
  const codicons = path.join(projectRoot, 'node_modules/@vscode/codicons/dist');
  const files = new Map<string, Uint8Array>(outputFiles.map((file) => [file.path, file.contents]));
  for (const file of ['codicon.css', 'codicon.ttf'])
    files.set(`/${file}`, await fs.readFile(path.join(codicons, file)));
  return files;
}
