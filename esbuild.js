// One helper, one table of bundles. `node esbuild.js` builds dist/, `--watch` keeps building, `--tests` adds the Mocha suite.
const esbuild = require('esbuild');
const fs = require('node:fs');
const path = require('node:path');
const { iconStyle } = require('./scripts/steps/iconStyle.mjs');
const { addNativeFiles } = require('./scripts/steps/nativeFiles.mjs');
const { thisPlatform } = require('./scripts/steps/platforms.mjs');

const watch = process.argv.includes('--watch');
const release = process.argv.includes('--release');

/** DuckDB's package finds its binary by package name; in the bundle it lies beside us (src/service/process/nativeBinding.cjs). */
const nativeBinding = {
  name: 'native-binding',
  setup(build) {
    build.onResolve({ filter: /^@duckdb\/node-bindings$/ }, () => ({
      path: path.join(__dirname, 'src/service/process/nativeBinding.cjs'),
    }));
  },
};

/** The package that detects encodings takes 1.2 MB, so it's a file of its own that the import process loads when needed. */
const encodingDetector = {
  name: 'encoding-detector',
  setup(build) {
    build.onResolve({ filter: /^jschardet$/ }, () => ({ path: './jschardet.js', external: true }));
  },
};

/** The SDK of the command `mcp` takes 0.4 MB, so it's a file of its own that no other command loads. */
const mcpServer = {
  name: 'mcp-server',
  setup(build) {
    build.onResolve({ filter: /\/agents\/mcp\/mcpServer\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './mcp.js', external: true },
    );
  },
};

/** The tools for VS Code's models are a file of their own, which their first call loads. */
const assistantTools = {
  name: 'assistant-tools',
  setup(build) {
    build.onResolve({ filter: /\/assistantTools\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './assistant.js', external: true },
    );
  },
};

/** Lets the "Watch" task of .vscode/tasks.json know when a build begins and ends. */
const problemMatcher = {
  name: 'problem-matcher',
  setup(build) {
    build.onStart(() => console.log('[watch] build started'));
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors)
        console.error(`> ${location?.file}:${location?.line}:${location?.column}: error: ${text}`);
      console.log('[watch] build finished');
    });
  },
};

// What a package has as ES modules is taken first: jsonc-parser's other form loads its parts where no bundler finds them.
const node = {
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  mainFields: ['module', 'main'],
  plugins: [nativeBinding, encodingDetector, mcpServer, assistantTools],
};
// A hint of V8's: compiled while it is loaded, off the main thread, not function by function when it is first needed.
const browser = {
  platform: 'browser',
  format: 'iife',
  target: 'es2024',
  banner: { js: '//# allFunctionsCalledOnLoad' },
};

const bundles = {
  'dist/extension.js': { ...node, entry: 'src/extension.ts', external: ['vscode'] },
  'dist/assistant.js': { ...node, entry: 'src/assistant/assistantTools.ts', external: ['vscode'] },
  'dist/service.js': { ...node, entry: 'src/service/process/main.ts' },
  'dist/jschardet.js': {
    ...node,
    entry: path.join(path.dirname(require.resolve('jschardet')), 'index.js'),
    minify: true,
  },
  'dist/database.js': { ...node, entry: 'src/service/process/databaseMain.ts' },
  'dist/cli.js': { ...node, entry: 'src/cli.ts', banner: { js: '#!/usr/bin/env node' } },
  'dist/mcp.js': { ...node, entry: 'src/agents/mcp/mcpServer.ts', minify: true },
  'dist/webview/form.js': { ...browser, entry: 'src/webview/form/main.ts' },
  'dist/webview/details.js': { ...browser, entry: 'src/webview/details/main.ts' },
  'dist/webview/options.js': { ...browser, entry: 'src/webview/options/main.ts' },
  'dist/webview/grid.js': { ...browser, entry: 'src/webview/panel/main.ts' },
  // The panel loads it when people first see a chart (chartContract.ts: ChartModule).
  'dist/webview/chart.js': { ...browser, entry: 'src/webview/chart/main.ts', globalName: 'DatastoreChart' },
};
if (process.argv.includes('--tests'))
  bundles['build/integration/index.js'] = {
    ...node,
    entry: 'test/integration/index.ts',
    external: ['vscode', 'mocha', '@duckdb/*'],
  };

function options(outfile, { entry, plugins = [], ...rest }) {
  return {
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: release || outfile.includes('webview'),
    sourcemap: release ? false : 'linked',
    logLevel: watch ? 'silent' : 'warning',
    legalComments: 'none',
    metafile: true,
    ...rest,
    plugins: watch ? [...plugins, problemMatcher] : plugins,
  };
}

/** Files that no bundler makes: icons for the webviews, DuckDB's binary for this platform. */
async function addAssets() {
  fs.mkdirSync('dist/webview', { recursive: true });
  fs.writeFileSync('dist/webview/codicon.css', await iconStyle());
  addNativeFiles(thisPlatform, 'dist');
}

async function main() {
  if (!watch) fs.rmSync('dist', { recursive: true, force: true });
  await addAssets();
  const contexts = await Promise.all(
    Object.entries(bundles).map(([outfile, bundle]) => esbuild.context(options(outfile, bundle))),
  );
  if (watch) return void (await Promise.all(contexts.map((context) => context.watch())));
  const results = await Promise.all(contexts.map((context) => context.rebuild()));
  fs.mkdirSync('build', { recursive: true });
  for (const [index, outfile] of Object.keys(bundles).entries())
    fs.writeFileSync(
      path.join('build', `${path.basename(outfile)}.meta.json`),
      JSON.stringify(results[index].metafile),
    );
  fs.chmodSync('dist/cli.js', 0o755);
  await Promise.all(contexts.map((context) => context.dispose()));
}

module.exports = { bundles, options };

if (require.main === module)
  main().catch((error) => {
    if (!error.errors) console.error(error);
    process.exit(1);
  });
