// The icons of our pages: one style sheet with those of VS Code's own icons (codicons) that pages show, and their font
// in it. A font in a file of its own costs 15 ms of the page's main thread in VS Code to begin loading (trace event
// BeginRemoteFontLoad), and the icons appear after everything else.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transform } from 'esbuild';
import subsetFont from 'subset-font';
import { filesUnder } from './build.mjs';
import { root } from './progress.mjs';

const require = createRequire(import.meta.url);
const codicons = path.join(path.dirname(require.resolve('@vscode/codicons/package.json')), 'dist');
const ICON_RULE = /^\.codicon-([\w-]+):before \{.*\}\n/gm;
const FONT_ADDRESS = /url\("[^"]*"\) format\("truetype"\)/;

/** Folders of what makes pages, and of what sends them names of icons. */
const FOLDERS = ['src/messages', 'src/records', 'src/webview'];

/** Returns the style sheet. A page shows an icon if a string in a module of the folders is its name. */
export async function iconStyle() {
  const names = new Set(
    Array.from(sources('.ts').matchAll(/'([\w-]+)'|codicon-([\w-]+)/g), ([, text, name]) => text ?? name),
  );
  const style = fs
    .readFileSync(path.join(codicons, 'codicon.css'), 'utf8')
    .replace(ICON_RULE, (rule, name) => (names.has(name) ? rule : ''));
  // Our own styles draw some icons by their characters.
  const characters = Array.from((style + sources('.css')).matchAll(/\\([0-9a-f]{4})/g), ([, code]) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const file = fs.readFileSync(path.join(codicons, 'codicon.ttf'));
  const font = (await subsetFont(file, characters.join(''), { targetFormat: 'woff2' })).toString('base64');
  const withFont = style.replace(FONT_ADDRESS, `url("data:font/woff2;base64,${font}") format("woff2")`);
  return (await transform(withFont, { loader: 'css', minify: true })).code;
}

function sources(extension) {
  return FOLDERS.flatMap(filesUnder)
    .filter((file) => file.endsWith(extension))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
}
