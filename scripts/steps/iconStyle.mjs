// The icons of our pages: one style sheet with those of VS Code's own icons (codicons) that pages show, and their font
// in it. A font in a file of its own costs 15 ms of the page's main thread in VS Code to begin loading (trace event
// BeginRemoteFontLoad), and the icons appear after everything else.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { transform } from 'esbuild';
import subsetFont from 'subset-font';
import { root } from './progress.mjs';

const require = createRequire(import.meta.url);
const codicons = path.join(path.dirname(require.resolve('@vscode/codicons/package.json')), 'dist');
const ICON_RULE = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;
const FONT_ADDRESS = /url\("[^"]*"\) format\("truetype"\)/;

/** What makes pages, and what sends them names of icons. */
const FOLDERS = ['messages', 'records', 'webview'];

/** Returns the style sheet. A page shows an icon if a string in a module of the folders is its name. */
export async function iconStyle() {
  const code = sources('.ts');
  const style = fs.readFileSync(path.join(codicons, 'codicon.css'), 'utf8');
  const names = new Set(Array.from(code.matchAll(/'([\w-]+)'|codicon-([\w-]+)/g), ([, text, name]) => text ?? name));
  const isNamed = (name) => names.has(name);
  const shown = [...style.matchAll(ICON_RULE)].filter(([, name]) => isNamed(name)).map(([, , character]) => character);
  // Our own styles draw some by their characters.
  const drawn = Array.from(sources('.css').matchAll(/\\([0-9a-f]{4})/g), ([, character]) => character);
  const text = String.fromCodePoint(...[...shown, ...drawn].map((character) => Number.parseInt(character, 16)));
  const file = fs.readFileSync(path.join(codicons, 'codicon.ttf'));
  const font = await subsetFont(file, text, { targetFormat: 'woff2' });
  const subset = style
    .replace(FONT_ADDRESS, () => `url("data:font/woff2;base64,${font.toString('base64')}") format("woff2")`)
    .replace(ICON_RULE, (rule, name) => (isNamed(name) ? rule : ''));
  return (await transform(subset, { loader: 'css', minify: true })).code;
}

function sources(extension) {
  return FOLDERS.map((name) => path.join(root, 'src', name))
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file)))
    .filter((file) => file.endsWith(extension))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
}
