/** The password of a database reaches only that database, whatever the database answers (docs/security.md 24). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import { AddPortal } from '../../src/sources/addPortal.ts';
import { DatabaseServer } from '../../src/service/process/databaseServer.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { hostWith } from '../support/host/twoPortals.ts';
import { people, window } from '../support/host/vscode.ts';

const PASSWORD = 'canary/4f1d+9c27"b8=';
const SHAPES = [PASSWORD, encodeURIComponent(PASSWORD), '4f1d+9c27', '4f1d%2B9c27'];

/** A PostgreSQL that asks for a password in the clear, and then repeats it in an error with this code. */
class TellTale {
  readonly heard: string[] = [];
  /** What /proc says of the processes of ours while they wait for an answer. */
  readonly processes: string[] = [];
  readonly #server: Server;

  constructor(code: string) {
    this.#server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.once('data', (sent) => {
          const password = sent.subarray(5, -1).toString();
          this.heard.push(password);
          this.processes.push(...ownProcesses());
          fail(socket, code, `no ${password}`);
        });
        // The message "R" with the code 3 is PostgreSQL's AuthenticationCleartextPassword.
        socket.write(message('R', Buffer.from([0, 0, 0, 3])));
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function fail(socket: Socket, code: string, text: string): void {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${text}\0D${text}\0H${text}\0\0`;
  socket.end(message('E', Buffer.from(fields)));
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Arguments and environments of this process and its children. */
function ownProcesses(): readonly string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1];
      if (Number(id) !== process.pid && Number(parent) !== process.pid) return [];
      return ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${id}/${file}`, 'latin1'));
    } catch {
      return [];
    }
  });
}

describe('the password of a database', function () {
  this.timeout(60_000);
  const { createOutputChannel } = window;
  afterEach(() => (window.createOutputChannel = createOutputChannel));

  for (const code of ['28P01', '28000', '3D000', '53300', '57P03', '08P01', '42501', '22023', 'XX000'])
    it(`goes to the database alone, which repeats it with ${code}`, async () => {
      const lines: string[] = [];
      const append = (line: string): undefined => void lines.push(line);
      window.createOutputChannel = () => ({
        ...createOutputChannel(),
        ...{ debug: append, info: append, warn: append, error: append },
      });
      const database = new TellTale(code);
      const port = await database.listen();
      const servicePath = path.join(projectRoot, 'src/service/process/databaseMain.ts');
      const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) }, {}, (options) => {
        return new DatabaseServer({ servicePath, log: append }, options);
      });
      people.forget();
      people.type = (_, { value }) => value;
      people.pick = () => ({ row: '$(unlock) Not encrypted' });
      const setToken = () => Promise.resolve(false);
      const addPortal = new AddPortal({ ...{ ...host, setToken }, knownPortals: () => Promise.resolve([]) });
      const address = `postgresql://ann:${encodeURIComponent(PASSWORD)}@127.0.0.1:${String(port)}/shop`;
      const error: unknown = await addPortal.run(address).catch((reason: unknown) => reason);
      await database.close();

      assert.deepEqual(new Set(database.heard), new Set([PASSWORD]));
      assert.ok(database.processes.some((text) => text.includes('databaseMain')));
      const places = {
        log: lines.join('\n'),
        messages: JSON.stringify([people.asked, people.progress, people.refused]),
        processes: database.processes.join('\n'),
        portals: JSON.stringify(host.store.portals),
        storage: JSON.stringify(host.state.keys().map((key) => host.state.get(key))),
        error: inspect(error, { depth: 9 }),
      };
      assert.match(places.messages, /127\.0\.0\.1:\d+/, 'something is said');
      for (const [place, text] of Object.entries(places))
        for (const shape of SHAPES) assert.ok(!text.includes(shape), `${place}: ${text}`);
      assert.deepEqual([...host.secrets], [], 'nothing is kept of what was refused');
    });
});
