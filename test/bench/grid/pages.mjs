/** Bundles each grid with its adapter, and serves them: ours under the panel's own policy, rivals with the nonce they need. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const folder = path.join(root, 'build/bench');

export const grids = ['ours', 'slickGrid', 'agGrid', 'regularTable'];

/** Makes build/bench/grid.js and grid.css, and a script for each grid. */
export async function buildPages() {
  const shared = {
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2024',
    logLevel: 'warning',
    // esbuild.js builds the panel with this banner; the other grids get it too.
    banner: { js: '//# allFunctionsCalledOnLoad' },
  };
  await build({ ...shared, entryPoints: { grid: path.join(here, 'ours.js') }, outdir: folder });
  await build({ ...shared, entryPoints: [path.join(here, 'page.js')], outdir: folder });
  const adapters = grids.map((name) => path.join(here, 'adapters', `${name}.js`));
  await build({ ...shared, entryPoints: adapters, outdir: folder });
}

/** `url(grid)` is the page of one of them. */
export async function servePages() {
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1);
    if (grids.includes(name)) return answerPage(name, response);
    const file = path.join(folder, path.basename(name));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { url: (grid) => `${origin}/${grid}`, close: () => server.close() };
}

function answerPage(name, response) {
  const isOurs = name === 'ours';
  const nonce = isOurs ? '' : randomBytes(16).toString('base64');
  const style = isOurs ? "'self'" : `'self' 'nonce-${nonce}'`;
  const styles = [isOurs ? 'grid.css' : `${name}.css`].filter((file) => fs.existsSync(path.join(folder, file)));
  const scripts = [...(isOurs ? ['grid.js'] : []), `${name}.js`, 'page.js'];
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${isOurs ? '' : ` 'nonce-${nonce}'`}`,
      `style-src ${style}`,
      ...(isOurs ? [] : ['img-src data:', 'font-src data:']),
    ].join('; '),
  });
  response.end(
    [
      `<!doctype html><meta charset="utf-8"><title>${name}</title>`,
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
      `<link rel="stylesheet" href="/page.css">`,
      isOurs ? '' : `<script nonce="${nonce}">globalThis.styleNonce = ${JSON.stringify(nonce)}</script>`,
      '<body><div id="grid"></div>',
      ...scripts.map((file) => `<script src="/${file}"></script>`),
    ].join('\n'),
  );
}
