import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { plainSettings, releaseAll } from '../../faults/client.ts';
import { startProxy } from '../../faults/proxyServer.ts';
import { message, RawServer } from '../../faults/rawServer.ts';
import { askInChild } from './askInChild.ts';

/** The slots serve the fetch of every extension in the host. */
describe("undici's process-wide slots", function () {
  this.timeout(20_000);
  let server: RawServer;
  let directory: string;
  beforeEach(async () => {
    server = await RawServer.start((_request, socket) => socket.write(message(200, {}, '{}')));
    directory = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  });
  afterEach(releaseAll);
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  const untouched = { ended: 200, message: '', globalSlots: [false, false] };

  it('stay empty when our sources run', async () => {
    assert.deepEqual(await askInChild(server.url(), plainSettings), untouched);
  });

  it('stay empty when our sources run behind a proxy', async () => {
    const proxy = await startProxy();
    const settings = { ...plainSettings, proxy: proxy.url().origin };
    assert.deepEqual(await askInChild(server.url('/', 'portal.test'), settings), untouched);
    assert.equal(proxy.requests.length, 1);
  });

  it('stay empty when a bundle runs, which holds no second undici', async () => {
    const outfile = path.join(directory, 'askOnce.cjs');
    const entry = fileURLToPath(new URL('../../faults/askOnce.ts', import.meta.url));
    const { metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
      metafile: true,
      logLevel: 'error',
    });
    assert.deepEqual(await askInChild(server.url(), plainSettings, {}, outfile), untouched);
    const inputs = Object.keys(metafile.inputs);
    assert.deepEqual(
      inputs.filter((file) => /undici\/(index|lib\/global)\.js$/.test(file)),
      [],
    );
  });

  it('are filled by the package itself: the check would see it', async () => {
    const slots = "['1', '2'].map((n) => Symbol.for('undici.globalDispatcher.' + n) in globalThis)";
    const script = `require('undici'); console.log(JSON.stringify(${slots}))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    assert.deepEqual(JSON.parse(stdout), [true, true]);
  });
});
