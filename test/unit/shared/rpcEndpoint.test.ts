import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { RemoteError, type Served } from '../../../src/shared/rpc.ts';
import { createEndpoint, type Endpoint } from '../../../src/shared/rpcEndpoint.ts';

interface Kitchen {
  cook(dish: string, portions: number): string;
  burn(): void;
  /** Answers when told to. */
  simmer(): string;
}
type Nobody = Record<string, never>;

describe('Endpoint', () => {
  let client: Endpoint<Kitchen>;
  let server: Endpoint<Nobody>;
  let sent: unknown[];
  let simmering: { signal: AbortSignal; answer: (value: string) => void }[];

  const kitchen: Served<Kitchen> = {
    cook: {
      check: ([dish, portions]) => {
        if (typeof dish !== 'string' || typeof portions !== 'number') throw new TypeError('No such dish');
        return [dish, portions];
      },
      run: (dish, portions) => `${portions} × ${dish}`,
    },
    burn: {
      check: () => [],
      run: () => {
        throw new Error('The kitchen is on fire');
      },
    },
    simmer: {
      check: () => [],
      run: (signal) => new Promise((answer) => simmering.push({ signal, answer })),
    },
  };

  beforeEach(() => {
    sent = [];
    simmering = [];
    // Messages cross as JSON, later, as between processes.
    const carry = (receive: (message: unknown) => void) => (message: unknown) => {
      sent.push(message);
      const text = JSON.stringify(message);
      queueMicrotask(() => receive(JSON.parse(text)));
    };
    client = createEndpoint<Kitchen, Nobody>(
      carry((message) => server.receive(message)),
      {},
    );
    server = createEndpoint<Nobody, Kitchen>(
      carry((message) => client.receive(message)),
      kitchen,
    );
  });

  it('gives what the far side gave', async () => {
    assert.equal(await client.remote.cook('soup', 2), '2 × soup');
  });

  it('keeps answers apart, whatever their order', async () => {
    const first = client.remote.simmer();
    const second = client.remote.simmer();
    await setImmediate();
    simmering[1]!.answer('second');
    simmering[0]!.answer('first');
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });

  it('rejects with what the far side said when it threw', async () => {
    await assert.rejects(client.remote.burn(), (error: unknown) => {
      assert(error instanceof RemoteError);
      assert.equal(error.message, 'The kitchen is on fire');
      return true;
    });
  });

  it('runs nothing with arguments that fail the check', async () => {
    await assert.rejects(client.remote.cook('soup', 'two' as never), { message: 'No such dish' });
  });

  for (const method of ['clean', 'toString', '__proto__', 'constructor'])
    it(`rejects a call of ${method}, which nobody serves`, async () => {
      const remote = client.remote as unknown as Record<string, () => Promise<unknown>>;
      await assert.rejects(remote[method]!(), { message: `No such call: ${method}` });
    });

  describe('when a call is cancelled', () => {
    it('rejects at once with the reason, and tells the far side', async () => {
      const abort = new AbortController();
      const call = client.remote.simmer(abort.signal);
      await setImmediate();
      const reason = new Error('Enough');
      abort.abort(reason);
      await assert.rejects(call, reason);
      await setImmediate();
      assert.equal(simmering[0]!.signal.aborted, true);
    });

    it('cancels that call and no other', async () => {
      const abort = new AbortController();
      const cancelled = client.remote.simmer(abort.signal);
      const kept = client.remote.simmer();
      await setImmediate();
      abort.abort();
      await assert.rejects(cancelled);
      await setImmediate();
      assert.deepEqual(
        simmering.map(({ signal }) => signal.aborted),
        [true, false],
      );
      simmering[1]!.answer('done');
      assert.equal(await kept, 'done');
    });

    it('sends nothing when it was cancelled before', async () => {
      await assert.rejects(client.remote.simmer(AbortSignal.abort()), { name: 'AbortError' });
      assert.deepEqual(sent, []);
    });

    it('does not answer a cancelled call', async () => {
      const abort = new AbortController();
      const call = client.remote.simmer(abort.signal);
      await setImmediate();
      abort.abort();
      await assert.rejects(call);
      await setImmediate();
      simmering[0]!.answer('late');
      await setImmediate();
      assert.deepEqual(
        sent.map((message) => (message as { rpc: string }).rpc),
        ['call', 'cancel'],
      );
    });

    it('says nothing when it is cancelled after its answer', async () => {
      const abort = new AbortController();
      const call = client.remote.simmer(abort.signal);
      await setImmediate();
      simmering[0]!.answer('done');
      await call;
      abort.abort();
      await setImmediate();
      assert.equal(sent.length, 2);
    });
  });

  describe('garbage', () => {
    const garbage: readonly unknown[] = [
      undefined,
      null,
      7,
      'call',
      [],
      {},
      { rpc: 'reply', id: 99, ok: true, value: 'nobody asked' },
      { rpc: 'reply', id: '1', ok: true },
      { rpc: 'cancel', id: 42 },
      { rpc: 'other', id: 1 },
      { type: 'vscode-internal' },
    ];
    for (const message of garbage)
      it(`ignores ${JSON.stringify(message)}`, async () => {
        client.receive(message);
        server.receive(message);
        await setImmediate();
        assert.deepEqual(sent, []);
        assert.equal(await client.remote.cook('soup', 1), '1 × soup');
      });

    for (const message of [
      { rpc: 'call', id: 5 },
      { rpc: 'call', id: 5, method: { toString: 1 }, args: [] },
      { rpc: 'call', id: 5, method: 'cook', args: 'soup' },
    ])
      it(`refuses ${JSON.stringify(message)}`, async () => {
        server.receive(message);
        await setImmediate();
        assert.equal(sent.length, 1);
        assert.partialDeepStrictEqual(sent[0], { rpc: 'reply', id: 5, ok: false });
      });
  });

  describe('when it is disposed', () => {
    it('rejects what waits, and what is asked later', async () => {
      const call = client.remote.simmer();
      await setImmediate();
      client.dispose();
      await assert.rejects(call, RemoteError);
      await assert.rejects(client.remote.cook('soup', 1), RemoteError);
    });

    it('aborts what it runs, and answers no more', async () => {
      void client.remote.simmer();
      await setImmediate();
      server.dispose();
      assert.equal(simmering[0]!.signal.aborted, true);
      simmering[0]!.answer('late');
      server.receive({ rpc: 'call', id: 9, method: 'cook', args: ['soup', 1] });
      await setImmediate();
      assert.equal(sent.length, 1);
    });
  });

  it('can be awaited like any value', async () => {
    assert.equal(await Promise.resolve(client.remote), client.remote);
    assert.deepEqual(sent, []);
  });
});
