/** `datastore-explorer serve`: own files behind CKAN's API, without VS Code. */
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runJob } from './jobProcess.ts';
import type { LocalResource } from './protocol.ts';
import { startServer } from './http/server.ts';

export interface ServeIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

const USAGE = 'Usage: datastore-explorer serve [--port N] FILE…';
const MEMORY_LIMIT_MB = 1024;
const WRONG = 2;

/**
 * Prints one line of JSON, `{"base_url","token","resources":[{"id","name","file"}]}`, and serves until the signal is
 * aborted. @returns the exit code: 0, or 2 for wrong arguments and a file that can't be read.
 */
export async function serve(argv: readonly string[], { stdout, stderr, signal }: ServeIo): Promise<number> {
  const log = (line: string): void => void stderr.write(`${line}\n`);
  const options = readOptions(argv);
  if (typeof options === 'string') {
    log(`${options} ${USAGE}`);
    return WRONG;
  }
  const directory = await mkdtemp(join(tmpdir(), 'datastore-explorer-'));
  const importing = { servicePath: servicePath(), directory, memoryLimitMb: MEMORY_LIMIT_MB, log };
  try {
    const resources: LocalResource[] = [];
    for (const file of options.files) {
      const request = { kind: 'import', file, directory, choices: {} } as const;
      resources.push((await runJob(request, importing, () => undefined, signal)).resource);
    }
    const server = await startServer({ directory, memoryLimitMb: MEMORY_LIMIT_MB, port: options.port, log });
    const shown = resources.map(({ id, name, file }) => ({ id, name, file }));
    const line = { base_url: server.baseUrl, token: server.token, resources: shown };
    stdout.write(`${JSON.stringify(line)}\n`);
    await aborted(signal);
    await server.close();
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    log(error instanceof Error ? error.message : String(error));
    return WRONG;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function readOptions(argv: readonly string[]): { port: number; files: readonly string[] } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string', default: '0' } },
      allowPositionals: true,
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) return `“${values.port}” is not a port.`;
    return positionals.length === 0 ? 'Which file?' : { port, files: positionals };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Beside the program that runs: as bundle, or as source. */
function servicePath(): string {
  const folder = dirname(realpathSync(process.argv[1] ?? '.'));
  const bundle = join(folder, 'service.js');
  return existsSync(bundle) ? bundle : join(folder, 'service', 'main.ts');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
