import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import * as v from 'valibot';
import { call, RemoteError, serve } from '../../../src/messages/rpc.ts';
import {
  createHostEndpoint,
  type Endpoint,
  type HostEndpoint,
  openPageEndpoint,
} from '../../../src/messages/rpcEndpoint.ts';

type Kitchen = typeof Kitchen;
const Kitchen = {
  cook: call([v.string(), v.number('No such dish')], v.string()),
  burn: call([]),
  /** Answers only after `simmering[n].answer` is called. */
  simmer: call([], v.string()),
};
/** Calls of the page that the host doesn't serve. */
const UNSERVED = ['clean', 'toString', '__proto__', 'constructor'];
const Wanted = { ...Kitchen, ...Object.fromEntries(UNSERVED.map((name) => [name, call([])])) };

describe('Endpoint', () => {
  let client: Endpoint<Kitchen>;
  let server: HostEndpoint<Kitchen>;
  let sent: unknown[];
  let openPage: () => Endpoint<Kitchen>;
  let simmering: { signal: AbortSignal; answer: (value: string) => void }[];

  const kitchen = serve(Kitchen, {
    cook: (dish, portions) => `${portions} × ${dish}`,
    burn: () => {
      throw new Error('The kitchen is on fire');
    },
    simmer: (signal) => new Promise((answer) => simmering.push({ signal, answer })),
  });

  beforeEach(() => {
    sent = [];
    simmering = [];
    // Messages are copied as JSON and arrive later, like between processes.
    const carry = (receive: (message: unknown) => void) => (message: unknown) => {
      sent.push(message);
      const text = JSON.stringify(message);
      queueMicrotask(() => receive(JSON.parse(text)));
    };
    server = createHostEndpoint(
      carry((message) => client.receive(message)),
      Kitchen,
      kitchen,
    );
    openPage = () => {
      client = openPageEndpoint(
        carry((message) => server.receive(message)),
        Wanted,
        kitchen,
      );
      return client;
    };
    openPage();
    sent = [];
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

  it('rejects an answer that fails the check', async () => {
    const answer = client.remote.simmer();
    await setImmediate();
    simmering[0]!.answer(7 as never);
    await assert.rejects(answer, v.ValiError);
  });

  it('runs nothing with arguments that fail the check', async () => {
    await assert.rejects(client.remote.cook('soup', 'two' as never), { message: 'No such dish' });
  });

  for (const method of UNSERVED)
    it(`rejects a call of ${method}, which has no handler`, async () => {
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

    it('sends nothing when it was canceled before', async () => {
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
      { rpc: 'open' },
      { rpc: 'open', session: 7 },
      { rpc: 'reply', session: 'another', id: 1, ok: true, value: 'of another page' },
      { rpc: 'call', session: 'another', id: 1, method: 'cook', args: ['soup', 1] },
      { rpc: 'call', id: 1, method: 'cook', args: ['soup', 1] },
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
        server.receive({ rpc: 'open', session: 's' });
        server.receive({ ...message, session: 's' });
        await setImmediate();
        assert.equal(sent.length, 1);
        assert.partialDeepStrictEqual(sent[0], { rpc: 'reply', session: 's', id: 5, ok: false });
      });

    it('ignores a reply without a call', async () => {
      const call = client.remote.simmer();
      await setImmediate();
      const { session } = sent[0] as { session: string };
      for (const id of [0, 99, '1']) client.receive({ rpc: 'reply', session, id, ok: true, value: 'wrong' });
      simmering[0]!.answer('right');
      assert.equal(await call, 'right');
    });
  });

  describe('when a page is gone', () => {
    it('the page that comes after it does not get its answers', async () => {
      const old = client;
      void old.remote.simmer().catch(() => undefined);
      await setImmediate();
      const call = openPage().remote.simmer();
      await setImmediate();
      simmering[0]!.answer('of the old page');
      simmering[1]!.answer('of the new page');
      assert.equal(await call, 'of the new page');
    });

    it('a late reply that was sent to it is not taken by the next', async () => {
      const taken: unknown[] = [];
      const old = client;
      void old.remote.simmer().catch(() => undefined);
      await setImmediate();
      const { session, id } = sent[0] as { session: string; id: number };
      const call = openPage().remote.simmer();
      void call.then((value) => taken.push(value));
      client.receive({ rpc: 'reply', session, id, ok: true, value: 'of the old page' });
      await setImmediate();
      assert.deepEqual(taken, []);
    });

    it('its calls are aborted, and cancelling the next one’s call still works', async () => {
      void client.remote.simmer().catch(() => undefined);
      await setImmediate();
      const abort = new AbortController();
      const call = openPage().remote.simmer(abort.signal);
      await setImmediate();
      assert.equal(simmering[0]!.signal.aborted, true);
      simmering[0]!.answer('late');
      await setImmediate();
      abort.abort();
      await assert.rejects(call);
      await setImmediate();
      assert.equal(simmering[1]!.signal.aborted, true);
    });

    for (const [how, leave] of [
      ['another one opens', () => void openPage()],
      ['its webview is hidden', () => server.close()],
      ['its webview is disposed', () => server.dispose()],
    ] as const)
      it(`what waits for it is rejected when ${how}`, async () => {
        const call = server.remote.simmer();
        await setImmediate();
        leave();
        await assert.rejects(call, RemoteError);
      });

    it('calls are refused at once until the next one opens', async () => {
      server.close();
      await assert.rejects(server.remote.cook('soup', 1), RemoteError);
      assert.deepEqual(sent, []);
      openPage();
      await setImmediate();
      assert.equal(await server.remote.cook('soup', 1), '1 × soup');
    });

    it('what it still says is ignored', async () => {
      const old = client;
      openPage();
      await setImmediate();
      void old.remote.simmer().catch(() => undefined);
      await setImmediate();
      assert.equal(simmering.length, 0);
    });
  });

  it('no answer reaches another page than the one that asked, and no call waits for ever', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom('ask', 'open', 'hide', 'turn'),
            fc.nat(20).map((answered) => ({ answered })),
          ),
          { maxLength: 40 },
        ),
        async (steps) => {
          simmering = [];
          let page = openPage();
          let pageNumber = 0;
          const askers: number[] = [];
          const wrong: unknown[] = [];
          const waiting = new Set<number>();
          for (const step of steps) {
            if (step === 'open') {
              page = openPage();
              pageNumber += 1;
            } else if (step === 'hide') server.close();
            else if (step === 'turn') await setImmediate();
            else if (step === 'ask') {
              const asker = pageNumber;
              const asked = page;
              void asked.remote
                .simmer()
                .then((value) => value !== `for ${String(asker)}` && wrong.push([asker, value]))
                .catch(() => undefined);
              const call = askers.length;
              askers.push(asker);
              waiting.add(call);
              void server.remote
                .cook('soup', 1)
                .catch(() => undefined)
                .finally(() => waiting.delete(call));
            } else simmering[step.answered]?.answer(`for ${String(pageNumber)}`);
          }
          openPage();
          await setImmediate();
          await setImmediate();
          assert.deepEqual(wrong, []);
          assert.equal(waiting.size, 0);
        },
      ),
    ));

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
      openPage();
      void client.remote.cook('soup', 1);
      await setImmediate();
      assert.deepEqual(
        sent.map((message) => (message as { rpc: string }).rpc),
        ['call', 'open', 'call'],
      );
    });
  });

  it('can be awaited like any value', async () => {
    assert.equal(await Promise.resolve(client.remote), client.remote);
    assert.deepEqual(sent, []);
  });
});
