// `node test/service/conformance/serveTables.mjs TABLES.json`: serves the tables of the file (a list of `datastore_create` payloads,
// each with its `resource_id`) under their ids and with CKAN's types, prints the line of JSON of `serve`, and ends with it.
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
if (Number.parseInt(process.versions.node, 10) < 24)
  handOver(spawn(OWN_NODE, [script, file], { stdio: 'inherit' }));
else {
  const { TableFolder } = await import('./tableFolder.mjs');
  const { parseExact } = await import('../../../src/base/exactJson.ts');
  const folder = await TableFolder.create(parseExact(fs.readFileSync(file, 'utf8')));
  const argv = ['src/cli.ts', 'serve', '--directory', folder.directory];
  const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  handOver(child, () => folder.remove());
}

/** The program ends as the child does, and the child as the program is told to. */
function handOver(child, end = () => undefined) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    end();
    process.exitCode = code ?? 1;
  });
}
