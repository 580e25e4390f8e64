import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Look, type OpenedPage, WebviewPage, type WebviewPageOptions } from './webviewPage.ts';

/** The page of the current test. */
export interface FreshPage {
  readonly page: Page;
  /** Opens another page in its place, with another look. */
  readonly reopen: (look: Partial<Look>) => Promise<void>;
}

/** A page with the methods that its tests use. */
export class PageDriver {
  readonly #fresh: FreshPage;

  constructor(fresh: FreshPage) {
    this.#fresh = fresh;
  }

  get page(): Page {
    return this.#fresh.page;
  }

  reopen(look: Partial<Look>): Promise<void> {
    return this.#fresh.reopen(look);
  }
}

/** The classes of icons that the page's style sheet has no character for. */
const missingIcons = (page: Page): Promise<string[]> =>
  page
    .locator('.codicon')
    .evaluateAll((icons) =>
      icons.filter((icon) => getComputedStyle(icon, '::before').content === 'none').map((icon) => icon.classList.value),
    );

/** A fresh page for each test of the suite. A test fails if anything went wrong in its page, or an icon is missing. */
export function usePage(options: WebviewPageOptions, usual: Look): FreshPage {
  let pages: WebviewPage;
  let opened: OpenedPage;
  const close = async () => {
    const missing = await missingIcons(opened.page);
    await opened.page.close();
    assert.deepEqual([...opened.faults, ...missing], []);
  };
  before(async () => {
    pages = await WebviewPage.start(options);
  });
  after(() => pages.stop());
  beforeEach(async () => {
    opened = await pages.open(usual);
  });
  afterEach(close);
  return {
    get page() {
      return opened.page;
    },
    reopen: async (look) => {
      await close();
      opened = await pages.open({ ...usual, ...look });
    },
  };
}
