import type { Locator } from 'playwright-core';
import type { OptionsLook } from '../../../../src/messages/optionsProtocol.ts';
import { eventually } from '../../drivers/eventually.ts';
import { PageDriver, usePage } from '../usePage.ts';
import type { FakeOptions } from './fakeOptions.ts';

/** A fresh page of import options for each test of the suite. A test fails if anything went wrong in its page. */
export function useOptions(): OptionsDriver {
  const fresh = usePage(
    {
      kind: 'options',
      entry: 'src/webview/options/main.ts',
      title: 'Import Options',
      host: 'test/support/pages/options/fakeOptions.ts',
      contents: { options: { body: '<div id="root" class="options-root"></div>', scripts: ['host', 'options'] } },
      isReady: (page) => page.locator('#accept').waitFor(),
    },
    { width: 900, height: 800 },
  );
  return new OptionsDriver(fresh);
}

/** Actions of a person on the page, and what can be seen of it. */
export class OptionsDriver extends PageDriver {
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The options of a column. */
  column(name: string): Locator {
    return this.page.getByRole('group', { name, exact: true });
  }

  columnNames(): Promise<string[]> {
    return this.page.locator('.column-name bdi').allTextContents();
  }

  show(changes: Partial<OptionsLook>): Promise<void> {
    return this.page.evaluate((given) => window.fakeOptions.show(given), changes);
  }

  calls(): Promise<FakeOptions['calls']> {
    return this.page.evaluate(() => window.fakeOptions.calls.slice(1));
  }

  /** Waits until this is the last call of the host. */
  async asked(method: string, ...args: readonly unknown[]): Promise<void> {
    await eventually(async () => (await this.calls()).at(-1), { method, args });
  }
}
