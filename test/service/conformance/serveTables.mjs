// `node test/service/conformance/serveTables.mjs TABLES.json` serves the tables of a file (a list of `datastore_create`
// payloads with `resource_id`) under their ids and with CKAN's types. It prints the JSON line of `serve`, and ends with
// it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const OWN_NODE = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const [, script, file] = process.argv;
if (file === undefined) {
  console.error('Usage: node test/service/conformance/serveTables.mjs TABLES.json');
  process.exit(2);
}
if (Number.parseInt(process.versions.node, 10) < 24) handOver(spawn(OWN_NODE, [script, file], { stdio: 'inherit' }));
else {
  const { TableFolder } = await import('./tableFolder.mjs');
  const { parseExact } = await import('../../../src/base/exactJson.ts');
  const folder = await TableFolder.create(parseExact(fs.readFileSync(file, 'utf8')));
  const argv = ['src/cli.ts', 'serve', '--directory', folder.directory];
  const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  handOver(child, () => folder.remove());
}

/** Passes signals on to the child, and ends when it ends. */
function handOver(child, end = () => undefined) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    end();
    process.exitCode = code ?? 1;
  });
}
