import assert from 'node:assert/strict';
import { HostTransport } from '../../../src/platform/hostTransport.ts';
import { message, RawServer } from '../../faults/rawServer.ts';
import { EventEmitter, workspace } from '../../support/host/vscode.ts';

describe('the way to a server', () => {
  const configured = new EventEmitter<{ affectsConfiguration: (section: string) => boolean }>();
  let server: RawServer;
  let isBroken: boolean;
  before(async () => {
    server = await RawServer.start((_request, socket) => socket.write(message(200, {}, 'hello')));
    Object.assign(workspace, {
      onDidChangeConfiguration: configured.event,
      getConfiguration: () => {
        if (isBroken) throw new Error('no settings yet');
        return { get: () => undefined };
      },
    });
  });
  after(async () => {
    Reflect.deleteProperty(workspace, 'onDidChangeConfiguration');
    Reflect.deleteProperty(workspace, 'getConfiguration');
    await server.close();
  });

  const transport = () => new HostTransport({ value: 'own' } as never);
  const ask = (way: HostTransport) =>
    way.send({ method: 'GET', url: server.url(), headers: {} }, new AbortController().signal);

  it('that could not be prepared is prepared again for the next request', async () => {
    const way = transport();
    isBroken = true;
    await assert.rejects(ask(way), /no settings yet/);
    isBroken = false;
    assert.equal((await ask(way)).status, 200);
    await way.dispose();
  });

  it('that could not be prepared has an end without a failure', async () => {
    const way = transport();
    isBroken = true;
    const asked = assert.rejects(ask(way), /no settings yet/);
    configured.fire({ affectsConfiguration: () => true });
    await asked;
    await way.dispose();
  });
});
