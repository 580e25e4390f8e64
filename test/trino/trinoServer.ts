/** Trino's own program: its packages from Maven, unpacked once into .cache/, and a Java that can run it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../ckan/portal/command.ts';

const VERSION = '476';
const OLDEST_JAVA = 24;
const JAVAS = '/usr/lib/jvm';
const PLUGINS = ['tpch', 'memory'];

const cache = path.join(import.meta.dirname, '..', '..', '.cache');

/** @returns its folder @throws Error when the packages can't be had */
export async function trinoServer(): Promise<string> {
  const folder = path.join(cache, `trino-${VERSION}`);
  if (existsSync(folder)) return folder;
  const part = path.join(cache, `trino-${String(process.pid)}`);
  await mkdir(part, { recursive: true });
  const server = await unpacked('trino-server-core', 'tar.gz', part);
  for (const name of PLUGINS)
    await rename(await unpacked(`trino-${name}`, 'zip', part), path.join(server, 'plugin', name));
  await rename(server, folder);
  await rm(part, { recursive: true });
  return folder;
}

/** @returns the folder that was in the package */
async function unpacked(name: string, ending: 'tar.gz' | 'zip', part: string): Promise<string> {
  const artifact = `io.trino:${name}:${VERSION}:${ending}`;
  await maven('get', `-Dartifact=${artifact}`, '-Dtransitive=false');
  await maven('copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${part}`);
  const file = path.join(part, `${name}-${VERSION}.${ending}`);
  if (ending === 'zip')
    await run({ command: 'bash', args: ['-c', 'cd "$0" && "$1" xf "$2"', part, javaProgram('jar'), file] });
  else await run({ command: 'tar', args: ['-xzf', file, '-C', part] });
  await rm(file);
  return path.join(part, `${name}-${VERSION}`);
}

async function maven(goal: string, ...args: readonly string[]): Promise<void> {
  const goals = [`org.apache.maven.plugins:maven-dependency-plugin:3.8.1:${goal}`, ...args];
  await run({ command: 'mvn', args: ['-q', '-B', ...goals] });
}

/** JAVA_HOME, or the first of the system's that is new enough. @throws Error where there is none */
export function javaHome(): string {
  const given = process.env['JAVA_HOME'];
  const installed = existsSync(JAVAS) ? readdirSync(JAVAS).map((name) => path.join(JAVAS, name)) : [];
  const home = [...(given === undefined ? [] : [given]), ...installed].find(
    (folder) => versionOf(folder) >= OLDEST_JAVA,
  );
  if (home === undefined)
    throw new Error(`Trino ${VERSION} needs a JDK of version ${OLDEST_JAVA} or newer. Set JAVA_HOME.`);
  return home;
}

function javaProgram(name: string): string {
  return path.join(javaHome(), 'bin', name);
}

/** 0 where there is no JDK. */
function versionOf(folder: string): number {
  const file = path.join(folder, 'release');
  if (!existsSync(file)) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
}
