import { setTimeout } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

/** Classes by theme, which mark it on the workbench and on the body of every webview. */
export const themeClasses = {
  'Light Modern': 'vs',
  'Dark Modern': 'vs-dark',
  'Dark High Contrast': 'hc-black',
  'Light High Contrast': 'hc-light',
} as const;
export type ThemeName = keyof typeof themeClasses;

/** A VS Code window as a user sees it. Its methods wait for conditions; `readDialog` alone waits for a time, too. */
export class VSC {
  readonly page: Page;
  readonly quickInput: QuickInput;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'commit' });
    await this.#ready();
  }

  /** Reloads by VS Code's command. VS Code saves its state first, which a reload by the browser would cut short. */
  async reload(): Promise<void> {
    const left = this.page.waitForEvent('framenavigated', (frame) => frame === this.page.mainFrame());
    await this.command('Developer: Reload Window');
    await left;
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await this.page.locator('.part.statusbar').waitFor();
  }

  /** Runs a command by its full title in the palette, for example `Datastore: Add Portal…`. */
  command(title: string): Promise<void> {
    return this.quickInput.command(title);
  }

  /** The icon of a view container in the activity bar. */
  activity(title: string): Locator {
    return this.page.locator('.activitybar .action-item').filter({ has: this.page.getByLabel(title) });
  }

  /** Shows the sidebar of a view container, whether or not it is active. */
  async showSidebar(title: string): Promise<void> {
    const item = this.activity(title);
    await until(async () => {
      if (await item.evaluate((element) => element.classList.contains('checked'))) return true;
      await item.click();
      return false;
    }, `the sidebar shows ${title}`);
  }

  /** A row of a tree in the sidebar. */
  row(label: string | RegExp): Locator {
    return this.page.locator('.pane-body .monaco-list-row', { hasText: label });
  }

  async expand(label: string | RegExp): Promise<void> {
    const row = this.row(label).first();
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
  }

  /** Right-clicks the target and chooses the item with exactly this text. */
  async contextMenu(target: Locator, item: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu-container, .context-view .monaco-menu');
    const entry = menu
      .locator('.action-item')
      .filter({ has: this.page.getByText(item, { exact: true }) })
      .first();
    const isShown = (): Promise<boolean> =>
      entry.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    // A tooltip that appears just then replaces the menu, and a menu that opened before the extension was registered
    // lacks its items. An open menu takes all clicks, so it is closed before the next attempt. A tree that changes
    // between the look for the row and the click has another row there, which VS Code gives the focus.
    const otherRow = (): Promise<boolean> =>
      target.evaluate((element) => element.closest('.monaco-list-row')?.classList.contains('focused') === false);
    const open = async (): Promise<boolean> => {
      await target.click({ button: 'right' });
      if ((await isShown()) && !(await otherRow())) return true;
      if (await menu.first().isVisible()) await this.page.keyboard.press('Escape');
      await this.page.mouse.move(0, 0);
      return false;
    };
    // A menu ignores the mouse for its first 100 ms, so that the opening click chooses nothing. VS Code closes a menu
    // without a choice when the focus moves, for example into a page that has just been drawn.
    const choose = async (): Promise<boolean> => {
      const box = await entry.boundingBox({ timeout: 1000 }).catch(() => null);
      if (box === null) return false;
      const { mouse } = this.page;
      await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      if (!(await entry.isVisible())) return false;
      await mouse.down();
      await mouse.up();
      const isClosed = entry.waitFor({ state: 'hidden', timeout: 500 }).then(
        () => true,
        () => false,
      );
      return (await isClosed) || choose();
    };
    await until(async () => (await open()) && (await choose()), `the menu takes "${item}"`);
  }

  /** The icon button of a tree row that appears on hover. */
  inlineAction(row: Locator, label: string): Locator {
    return row.locator(`.actions .action-label[aria-label^="${label}"]`);
  }

  /**
   * Points at the target until its tooltip appears: redrawing and a moving focus remove a tooltip before it is shown.
   */
  async tooltip(target: Locator, text: string | RegExp): Promise<Locator> {
    const tooltip = this.page.locator('.monaco-hover:visible', { hasText: text }).first();
    await until(
      async () => {
        await this.page.mouse.move(0, 0);
        await target.hover();
        return tooltip.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      },
      `a tooltip with ${String(text)}`,
    );
    return tooltip;
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /**
   * Presses a button of a message: in its toast or, when VS Code has put the message away meanwhile, in the list of
   * messages, which it opens.
   */
  async pressInToast(text: string | RegExp, button: string, timeoutMs = 20_000): Promise<void> {
    const message = this.page.locator('.notification-list-item:visible', { hasText: text }).last();
    const press = () =>
      message
        .getByRole('button', { name: button })
        .click({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    const isPressed = async () => {
      if (await press()) return true;
      if ((await message.count()) === 0) await this.command('Notifications: Show Notifications');
      return press();
    };
    await until(isPressed, `${button} of the message ${String(text)}`, timeoutMs);
    // While the list is open, VS Code shows no toasts.
    const hide = this.page.locator('.notifications-center.visible .codicon-notifications-hide');
    if ((await hide.count()) > 0) await hide.click();
  }

  /** Waits for a toast and closes it, so that the next step doesn't find an old one. */
  async dismissToast(text: string | RegExp): Promise<void> {
    const toast = this.toast(text).first();
    await toast.waitFor();
    // The toast may disappear while the pointer is moving, or stop moving only then.
    await until(
      async () => {
        await toast
          .hover({ timeout: 2000 })
          .then(() => toast.locator('.codicon-notifications-clear').click({ timeout: 2000 }))
          .catch(() => undefined);
        return (await toast.count()) === 0;
      },
      `the toast ${String(text)} is gone`,
    );
  }

  /** A modal message. Its buttons are found by `.getByRole('button', { name })`. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text });
  }

  /**
   * Waits until a modal message takes keys, and for as long as people read it at least: VS Code notices only after
   * 250 ms which page has lost the focus to it.
   */
  async readDialog(text: string | RegExp): Promise<void> {
    await this.dialog(text).locator(':focus').waitFor();
    await setTimeout(300);
  }

  tab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title });
  }

  /** The documents of all webviews, some of which may disappear at any time. */
  webviews(): readonly Frame[] {
    return this.page.frames().filter((frame) => /fake\.html|\/webview\//.test(frame.url()));
  }

  /** The inner document of the webview that contains an element for the selector `probe`. */
  async webview(probe: string): Promise<Frame> {
    const holdsProbe = async (frame: Frame): Promise<Frame | undefined> =>
      (await frame.locator(probe).count()) > 0 ? frame : undefined;
    return until(
      async () => {
        // A frame may disappear during the query.
        const hits = await Promise.all(this.webviews().map((frame) => holdsProbe(frame).catch(() => undefined)));
        return hits.find((hit) => hit !== undefined);
      },
      `a webview with ${probe}`,
      30_000,
    );
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /**
   * The whole text of the active editor. It is read through the clipboard, because the DOM has only the visible lines.
   */
  async editorText(): Promise<string> {
    const editor = this.page.locator('.editor-group-container.active .monaco-editor[data-uri]').first();
    await editor.locator('.view-lines').click();
    const nothing = `nothing ${String(Math.random())}`;
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
    return until(async () => {
      await this.page.keyboard.press('Control+a');
      await this.page.keyboard.press('Control+c');
      const text = await this.clipboard();
      return text === nothing ? undefined : text;
    }, 'the clipboard holds the editor text');
  }

  /** The window's theme class, one of four. */
  async themeClass(): Promise<string | undefined> {
    const classes = (await this.page.locator('.monaco-workbench').getAttribute('class')) ?? '';
    return Object.values(themeClasses).find((name) => classes.split(' ').includes(name));
  }

  async setTheme(theme: ThemeName): Promise<void> {
    await this.command('Preferences: Color Theme');
    await this.quickInput.fill(theme);
    await this.quickInput.pick(theme);
    await until(async () => (await this.themeClass()) === themeClasses[theme], `the theme is ${theme}`);
  }
}
