import assert from 'node:assert/strict';
import * as v from 'valibot';
import { call, type Handlers, serve } from '../../../src/messages/rpc.ts';

const Shop = { buy: call([v.string()]), close: call([]) };
const { signal } = new AbortController();

describe('calls that are served', () => {
  class Seller implements Handlers<typeof Shop> {
    readonly sold: string[] = [];
    buy(what: string): void {
      if (what === 'nothing') throw new Error('Nothing is not for sale');
      this.sold.push(what);
    }
    close(): void {
      this.sold.length = 0;
    }
  }

  it('reach a handler that is an object with a state', async () => {
    const seller = new Seller();
    await serve(Shop, seller).buy(['bread'], signal);
    assert.deepEqual(seller.sold, ['bread']);
  });

  it('wait for a handler that is still on its way', async () => {
    const seller = Promise.withResolvers<Seller>();
    const bought = serve(Shop, seller.promise).buy(['bread'], signal);
    const late = new Seller();
    seller.resolve(late);
    await bought;
    assert.deepEqual(late.sold, ['bread']);
  });

  it('say what failed to the caller that shows it', async () => {
    const failed: unknown[] = [];
    const served = serve(Shop, new Seller(), (name, error) => {
      failed.push([name, (error as Error).message]);
      return Promise.resolve();
    });
    await served.buy(['nothing'], signal);
    assert.deepEqual(failed, [['buy', 'Nothing is not for sale']]);
    await assert.rejects(served.buy([7], signal), v.ValiError);
    assert.equal(failed.length, 1, 'what no page of ours sends is refused without a word');
  });
});
