import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { OptionsLook } from '../../../src/messages/optionsProtocol.ts';
import { eventually } from '../eventually.ts';
import type { Theme } from '../themes.ts';
import { type OpenedPage, WebviewPage } from '../webviewPage.ts';
import type { FakeOptions } from './fakeOptions.ts';

/** A fresh page of import options for each test of the suite; after each test nothing may have gone wrong in it. */
export function useOptions(): OptionsDriver {
  const driver = new OptionsDriver();
  let pages: WebviewPage;
  before(async () => {
    pages = await WebviewPage.start({
      kind: 'options',
      entry: 'src/webview/options/main.ts',
      title: 'Import Options',
      host: 'test/support/optionsPage/fakeOptions.ts',
      contents: {
        options: { body: '<div id="root" class="options-root"></div>', scripts: ['host', 'options'] },
      },
      isReady: (page) => page.locator('#accept').waitFor(),
    });
  });
  after(() => pages.stop());
  beforeEach(async () => {
    driver.opened = await pages.open({ width: 900, height: 800 });
    driver.reopen = async (theme, width = 900) => {
      await driver.page.close();
      driver.opened = await pages.open({ width, height: 800, ...(theme && { theme }) });
    };
  });
  afterEach(async () => {
    const { page, faults } = driver.opened;
    const violations = await page.evaluate(() => window.fakeOptions.violations);
    await page.close();
    assert.deepEqual({ faults, violations }, { faults: [], violations: [] });
  });
  return driver;
}

/** What a person does with the page, and what can be seen of it. */
export class OptionsDriver {
  opened!: OpenedPage;
  reopen!: (theme?: Theme, width?: number) => Promise<void>;

  get page(): Page {
    return this.opened.page;
  }

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

  /** Waits until this is the last thing that the host was asked. */
  async asked(method: string, ...args: readonly unknown[]): Promise<void> {
    await eventually(async () => (await this.calls()).at(-1), { method, args });
  }
}
