/** Keys as a Mac sends them when Option types characters, and the part that VS Code gets. */
import type { Page } from 'playwright-core';

const ALT = 1;
const SHIFT = 8;

/** Types characters with Option and Shift held down, wherever the focus is. */
export async function typeWithOption(page: Page, characters: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const key of characters) {
    const event = { modifiers: ALT | SHIFT, key, code: 'KeyC', windowsVirtualKeyCode: 67 };
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: key });
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }
  await session.detach();
}

export async function pretendToBeMac(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'userAgent', { value: 'Macintosh' }));
}

/** Listens for keys like VS Code does. Returns the keys since the last call. */
export async function hearKeys(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    document.body.dataset['heard'] = '';
    window.addEventListener('keydown', ({ key }) => {
      document.body.dataset['heard'] = `${document.body.dataset['heard'] ?? ''} ${key}`;
    });
  });
  return async () => {
    const heard = await page.evaluate(() => {
      const keys = document.body.dataset['heard'] ?? '';
      document.body.dataset['heard'] = '';
      return keys;
    });
    return heard.split(' ').filter((key) => key !== '');
  };
}
