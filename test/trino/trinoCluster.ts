/** A Trino cluster of our own, a coordinator and two workers, whose tables are in their memory. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TrinoConnection, type TrinoRow } from '../../src/service/engine/trino/trinoConnection.ts';
import { Daemon, freePort } from '../ckan/portal/daemon.ts';
import { javaHome, trinoServer } from './trinoServer.ts';

const WORKERS = ['worker1', 'worker2'];
const JVM = [
  '-server',
  '-Djdk.attach.allowAttachSelf=true',
  '--enable-native-access=ALL-UNNAMED',
  '--add-modules=jdk.incubator.vector',
];
const never = new AbortController().signal;

/** How much a cluster holds. */
export interface ClusterSize {
  /** The heap of each node in Java's notation: `1G`. */
  readonly heap: string;
  /** The size of tables in memory on each worker. */
  readonly dataPerNode: string;
}

const SMALL: ClusterSize = { heap: '1G', dataPerNode: '128MB' };

export class TrinoCluster {
  readonly origin: string;
  readonly #size: ClusterSize;
  readonly #isAlone: boolean;
  readonly #folder: string;
  /**
   * The port of each node for the life of the cluster, because the coordinator keeps asking a worker at its first port.
   */
  readonly #ports: Map<string, number>;
  readonly #nodes = new Map<string, Daemon>();
  readonly #connection: TrinoConnection;

  private constructor(folder: string, port: number, size: ClusterSize, isAlone: boolean) {
    this.#size = size;
    this.#isAlone = isAlone;
    this.#folder = folder;
    this.#ports = new Map([['coordinator', port]]);
    this.origin = `http://127.0.0.1:${port}`;
    const address = { origin: this.origin, user: 'test', password: undefined };
    this.#connection = new TrinoConnection(address, { scannedBytes: undefined }, 'the cluster');
  }

  /** Without workers, the coordinator does their work. */
  static async start(size = SMALL, workers: readonly string[] = WORKERS): Promise<TrinoCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'trino-engine-'));
    const cluster = new TrinoCluster(folder, await freePort(), size, workers.length === 0);
    try {
      await cluster.startNode('coordinator');
      for (const worker of workers) await cluster.startNode(worker);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** All rows of a statement. */
  sql(statement: string): Promise<readonly TrinoRow[]> {
    return this.#connection.all(statement, 0, never);
  }

  /** Ready when it answers, or when the coordinator knows it. */
  async startNode(name: string): Promise<void> {
    const server = await trinoServer();
    const isCoordinator = name === 'coordinator';
    const port = this.#ports.get(name) ?? (await freePort());
    this.#ports.set(name, port);
    const etc = path.join(this.#folder, name, 'etc');
    await mkdir(path.join(etc, 'catalog'), { recursive: true });
    const { heap, dataPerNode } = this.#size;
    const files = {
      'jvm.config': [...JVM, `-Xmx${heap}`],
      'node.properties': [
        'node.environment=test',
        `node.id=${name}`,
        'node.internal-address=127.0.0.1',
        `node.data-dir=${path.join(this.#folder, name)}`,
      ],
      'config.properties': [
        `coordinator=${String(isCoordinator)}`,
        `http-server.http.port=${port}`,
        `discovery.uri=${this.origin}`,
        `plugin.dir=${path.join(server, 'plugin')}`,
        `catalog.config-dir=${path.join(etc, 'catalog')}`,
        // A worker that is away is given up soon.
        'query.remote-task.max-error-duration=5s',
        'exchange.max-error-duration=5s',
        ...(isCoordinator ? [`node-scheduler.include-coordinator=${String(this.#isAlone)}`] : []),
      ],
      'catalog/tpch.properties': ['connector.name=tpch'],
      'catalog/memory.properties': ['connector.name=memory', `memory.max-data-per-node=${dataPerNode}`],
    };
    for (const [file, lines] of Object.entries(files)) await writeFile(path.join(etc, file), `${lines.join('\n')}\n`);
    const daemon = new Daemon(this.#folder, name);
    this.#nodes.set(name, daemon);
    const home = javaHome();
    await daemon.start(
      {
        command: path.join(server, 'bin', 'launcher'),
        args: ['run', `--etc-dir=${etc}`, `--pid-file=${path.join(this.#folder, `${name}.pid`)}`],
        env: { JAVA_HOME: home, PATH: `${path.join(home, 'bin')}:${process.env['PATH'] ?? ''}` },
      },
      port,
      async () => (await isStarted(port)) && (isCoordinator || (await this.#knows(name))),
    );
  }

  async stopNode(name: string): Promise<void> {
    await this.#nodes.get(name)?.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    for (const name of this.#nodes.keys()) await this.stopNode(name);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #knows(name: string): Promise<boolean> {
    const rows = await this.sql(`select 1 from system.runtime.nodes where state = 'active' and node_id = '${name}'`);
    return rows.length === 1;
  }
}

async function isStarted(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${String(port)}/v1/info`);
  return !((await response.json()) as { starting: boolean }).starting;
}
