import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from './projectPaths.ts';
import { until } from './until.ts';

export interface CodeServerOptions {
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** A free port is chosen if this is absent. */
  readonly port?: number;
  /** False opens folders in Restricted Mode. */
  readonly trust: boolean;
  /**
   * Makes the workbench obey the test path in its URL. This also hides toasts and refuses modal dialogs, so it is only
   * for Mocha in the extension host.
   */
  readonly smokeTestDriver?: boolean;
  /** The display language, which needs a language pack in `userDataDir`. */
  readonly locale?: string;
}

export interface CodeServer {
  /** The server's address, `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly exited: Promise<number | null>;
  /** Ends the server and everything it started, including extension hosts. */
  stop(): Promise<void>;
}

export class PortTakenError extends Error {}

/** Starts VS Code's server on the loopback interface. Throws PortTakenError, or Error with the server's output. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const child = spawn(process.execPath, [codeServerEntry, ...serverArguments(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // With a process group of its own, stop() also reaches grandchildren.
    detached: true,
    env: { ...inheritedEnvironment(), EXTENSIONS_GALLERY: '{}' },
  });
  const killAtExit = (): void => void signalGroup(child, 'SIGKILL');
  process.once('exit', killAtExit);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    await endGroup(child);
    process.off('exit', killAtExit);
  };
  try {
    return { url: await listeningUrl(child), exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** code-server's main file, in the folder that scripts/bootstrap.cjs has filled. */
export const codeServerEntry = path.join(projectRoot, 'tools/vscode/node_modules/code-server/out/node/entry.js');

function serverArguments({
  userDataDir,
  extensionsDir,
  port,
  trust,
  locale,
  smokeTestDriver,
}: CodeServerOptions): string[] {
  return [
    ...['--auth', 'none'],
    ...['--bind-addr', `127.0.0.1:${String(port ?? 0)}`],
    ...['--config', path.join(userDataDir, 'code-server.yaml')],
    ...['--user-data-dir', userDataDir],
    ...['--extensions-dir', extensionsDir],
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--ignore-last-opened',
    ...(trust ? ['--disable-workspace-trust'] : []),
    ...(locale === undefined ? [] : ['--locale', locale]),
    ...(smokeTestDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
}

/**
 * Our environment without variables that would make code-server listen elsewhere, or talk to the VS Code in whose
 * terminal we run.
 */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PORT|PASSWORD|HASHED_PASSWORD|CODE_SERVER_.*|VSCODE_.*)$/.test(name),
    ),
  );
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const url = await until(
    () => /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1] ?? (child.exitCode !== null && 'ended'),
    'code-server listens',
    60_000,
  );
  if (url !== 'ended') return url;
  if (output.includes('EADDRINUSE')) throw new PortTakenError(output);
  throw new Error(`code-server ended with ${String(child.exitCode)}:\n${output}`);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    return false; // No process of the group is left.
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  await until(() => !signalGroup(child, 0), 'VS Code ends', 5000).catch(() => signalGroup(child, 'SIGKILL'));
}

/** Writes the initial user settings of a VS Code, unless it has some already. */
export function prepareSettings(userDataDir: string, settings: Readonly<Record<string, unknown>>): void {
  const file = path.join(userDataDir, 'User', 'settings.json');
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings, null, 2));
}
