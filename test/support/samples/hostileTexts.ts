import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** A name that can be recognized wherever it appears. */
export const NAME = 'Mallory';

/** Texts that VS Code turns into links and icons, with characters that hide or reverse the text around them. */
export const HOSTILE = [
  `${NAME} [in](command:mallory.act)`,
  '[by\u202e](https://mallory.example/a "t")',
  '[at]$(rocket)(file:///mallory)',
  '\n$(rocket~spin)',
  '$\u2066(rocket)',
  'http://mallory.example/b',
].join(' ');

/** The text as it is stored: on one line, without invisible characters. */
export const KEPT = HOSTILE.replace(' \n', ' ').replace(/[\u202e\u2066]/g, '');

/** Watches VS Code's own page from now on for elements that only a text from outside can have created. */
export async function watchForHostileTexts(page: Page, portal: string): Promise<void> {
  await page.evaluate(
    ([name, address]) => {
      const found = new Set<string>();
      Object.assign(window, { hostileTexts: found });
      const links = ['href', 'data-href'].flatMap((attribute) => [
        `[${attribute}*="mallory" i]`,
        `[${attribute}^="${address}"]`,
      ]);
      // eslint-disable-next-line no-control-regex -- these are the very characters to find
      const unseen = /[\u0000-\u0008\u000e-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
      const look = (): void => {
        for (const element of document.querySelectorAll([...links, '.codicon-rocket'].join()))
          found.add(`${element.parentElement?.className ?? ''}: ${element.outerHTML.slice(0, 300)}`);
      };
      const read = (text: string): void => {
        if (text.includes(name) && unseen.test(text)) found.add(`unseen characters: ${text}`);
      };
      new MutationObserver((changes) => {
        look();
        for (const { target, addedNodes } of changes)
          for (const node of [target, ...addedNodes]) {
            if (node instanceof Text) read(node.data);
            else if (node instanceof Element) {
              for (const { value } of node.attributes) read(value);
              if (node.childElementCount === 0) read(node.textContent);
            }
          }
      }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    [NAME, portal] as const,
  );
}

export async function assertNoneWasHostile(page: Page): Promise<void> {
  const found = await page.evaluate(() => [...(window as unknown as { hostileTexts: Set<string> }).hostileTexts]);
  assert.equal(found.join('\n'), '');
}
