import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** VS Code's one widget for the palette, quick picks, input boxes and (in the browser) file dialogs. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  widget(): Locator {
    return this.#page.locator('.quick-input-widget:visible');
  }

  box(): Locator {
    return this.widget().locator('.quick-input-box input');
  }

  /** The title above the box, or the prompt below it. */
  title(): Locator {
    return this.widget().locator('.quick-input-title');
  }

  message(): Locator {
    return this.widget().locator('.quick-input-message');
  }

  button(name: string): Locator {
    return this.widget().getByRole('button', { name });
  }

  rows(): Locator {
    return this.widget().locator('.quick-input-list .monaco-list-row');
  }

  /** The row with exactly this label. */
  row(label: string): Locator {
    const exactly = new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
    return this.rows()
      .filter({ has: this.#page.locator('.label-name', { hasText: exactly }) })
      .first();
  }

  /** Chooses the row of a quick pick with exactly this label. */
  async pick(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** Ticks rows of a quick pick with check boxes, and accepts. */
  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.row(label).locator('.monaco-checkbox').first().click();
    await this.button('OK').click();
  }

  async fill(text: string): Promise<void> {
    await this.box().fill(text);
  }

  /** Waits until keys come to the box, as people see by its cursor. */
  async hasFocus(timeoutMs = 20_000): Promise<void> {
    await this.box().and(this.#page.locator(':focus')).waitFor({ timeout: timeoutMs });
  }

  /** Fills an input box and presses Enter. */
  async enter(text: string): Promise<void> {
    await this.fill(text);
    await this.accept();
  }

  /**
   * Fills an input box, presses Enter, and waits until the box is gone or asks the next question. VS Code lets the
   * extension check the text first, and a palette that is opened meanwhile takes the place of the box.
   */
  async submit(text: string): Promise<void> {
    await this.enter(text);
    const shown = (): Promise<string> => this.box().inputValue({ timeout: 500 });
    await until(
      async () => (await this.box().count()) === 0 || (await shown().catch(() => text)) !== text,
      `"${text}" is taken`,
    );
  }

  /**
   * Presses Enter. In the browser, VS Code may return the focus to a webview late after a file dialog, so the box takes
   * it again.
   */
  async accept(): Promise<void> {
    await this.box().press('Enter');
  }

  async cancel(): Promise<void> {
    await this.box().press('Escape');
    await this.widget().waitFor({ state: 'hidden' });
  }

  /**
   * Runs a command by its title. F1 can be lost while the focus moves, and a palette that opened before the extension
   * was registered never lists its commands, so the whole sequence is repeated until the row can be clicked.
   */
  async command(title: string): Promise<void> {
    const attempt = async (): Promise<boolean> => {
      if (!(await this.#paletteIsOpen())) {
        await this.#page.keyboard.press('F1');
        await this.box().waitFor({ timeout: 1000 });
      }
      await this.box().fill(`>${title}`, { timeout: 1000 });
      await this.row(title).click({ timeout: 3000 });
      return true;
    };
    await until(
      () =>
        attempt().catch(async () => {
          await this.#page.keyboard.press('Escape');
          return false;
        }),
      `the palette offers "${title}"`,
      30_000,
    );
  }

  /** Runs a command without the mouse: opens the palette, types its title, and presses Enter once its row is there. */
  async commandByKeys(title: string): Promise<void> {
    const { keyboard } = this.#page;
    const isOffered = async (): Promise<boolean> => {
      await keyboard.press('Escape');
      await keyboard.press('F1');
      await this.hasFocus(2000);
      await keyboard.type(title);
      await this.row(title).waitFor({ timeout: 2000 });
      return true;
    };
    await until(() => isOffered().catch(() => false), `the palette offers "${title}"`, 30_000);
    await keyboard.press('Enter');
  }

  /** Opens the widget by a key, which can be lost while the focus moves or VS Code starts. */
  async openBy(key: string): Promise<void> {
    const isOpen = (): Promise<boolean> =>
      this.box()
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    await until(async () => {
      await this.#page.keyboard.press(key);
      return isOpen();
    }, `${key} opens an input`);
  }

  /** Opens a file of the folder by its name. */
  async goToFile(name: string): Promise<void> {
    await this.openBy('Control+p');
    await this.fill(name);
    await this.rows().first().filter({ hasText: name }).waitFor();
    await this.accept();
  }

  /** Goes to a place in the active text editor, `line` or `line:column`. VS Code takes Enter once it has found the line. */
  async goToLine(place: string): Promise<void> {
    await this.openBy('Control+g');
    await this.fill(`:${place}`);
    const [line = ''] = place.split(':');
    await this.rows().first().filter({ hasText: line }).waitFor();
    await this.accept();
  }

  async #paletteIsOpen(): Promise<boolean> {
    if ((await this.box().count()) === 0) return false;
    return (await this.box().inputValue({ timeout: 500 })).startsWith('>');
  }

  /**
   * Answers a save dialog. Text typed before the dialog has filled itself is lost, so its `proposed` name is awaited.
   * While VS Code looks up the typed folder, it ignores Enter.
   */
  async saveTo(file: string, proposed: string): Promise<void> {
    await until(
      async () => (await this.box().count()) > 0 && (await this.box().inputValue()).endsWith(proposed),
      `the save dialog proposes ${proposed}`,
    );
    await this.fill(file);
    const isTaken = async (): Promise<boolean> =>
      (await this.box().count()) === 0 ||
      (await this.box()
        .inputValue({ timeout: 1000 })
        .catch(() => undefined)) !== file;
    await until(async () => {
      if (!(await isTaken()))
        await this.box()
          .press('Enter', { timeout: 1000 })
          .catch(() => undefined);
      return until(isTaken, 'Enter is taken', 3000).catch(() => false);
    }, `the save dialog takes ${file}`);
  }

  /** Answers an open dialog. `listed` is a name in its folder, which is awaited for the same reason. */
  async openFile(file: string, listed: string): Promise<void> {
    await this.rows().filter({ hasText: listed }).first().waitFor();
    await this.enter(file);
  }
}
