import type { Locator } from 'playwright-core';
import type { DetailsLook } from '../../../../src/messages/detailsProtocol.ts';
import { eventually } from '../../drivers/eventually.ts';
import { PageDriver, usePage } from '../usePage.ts';
import type { FakeDetails } from './fakeDetails.ts';

/** A fresh page of details for each test of the suite. A test fails if anything went wrong in its page. */
export function useDetails(): DetailsDriver {
  const fresh = usePage(
    {
      kind: 'details',
      entry: 'src/webview/details/main.ts',
      title: 'Details',
      host: 'test/support/pages/details/fakeDetails.ts',
      contents: { details: { body: '<div id="root" class="details-root"></div>', scripts: ['host', 'details'] } },
      isReady: (page) => page.locator('#title').waitFor(),
    },
    { width: 900, height: 1000 },
  );
  return new DetailsDriver(fresh);
}

/** Actions of a person on the page, and what can be seen of it. */
export class DetailsDriver extends PageDriver {
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  show(changes: Partial<DetailsLook>): Promise<void> {
    return this.page.evaluate((given) => window.fakeDetails.show(given), changes);
  }

  calls(): Promise<FakeDetails['calls']> {
    return this.page.evaluate(() => window.fakeDetails.calls);
  }

  /** Waits until this is the last call of the host. */
  async asked(method: string, ...args: readonly unknown[]): Promise<void> {
    await eventually(async () => (await this.calls()).at(-1), { method, args });
  }
}
