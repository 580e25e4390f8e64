/** The command line and the service as bundles of the source, because processes start in half the time from them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';

const folder = path.join(buildDir, 'builtProgram', 'dist');
const programs = { cli: 'src/cli.ts', service: 'src/service/process/main.ts' };
const options = ['--bundle', '--platform=node', '--format=cjs', '--main-fields=module,main', '--log-level=error'];
const outside = ['--external:@duckdb/*', '--external:jschardet'];

mkdirSync(folder, { recursive: true });
// The command line reads its version and a schema there.
mkdirSync(path.join(folder, '../media'), { recursive: true });
for (const file of ['package.json', 'media/queries.schema.json'])
  copyFileSync(path.join(projectRoot, file), path.join(folder, '..', file));
for (const [name, source] of Object.entries(programs)) {
  // Other suites build the same at the same time, and their processes read it.
  const part = path.join(folder, `${name}-${String(process.pid)}.part`);
  const argv = [path.join(projectRoot, source), ...options, ...outside, `--outfile=${part}`];
  // The API of esbuild leaves a process behind for a while, and tests count the processes that they start.
  execFileSync(path.join(projectRoot, 'node_modules/.bin/esbuild'), argv, { stdio: 'inherit' });
  renameSync(part, path.join(folder, `${name}.js`));
}

export const cliPath = path.join(folder, 'cli.js');
export const servicePath = path.join(folder, 'service.js');
