import type { Frame } from 'playwright-core';
import { until } from '../../../tools/vscode/until.ts';

/**
 * Presses keys, each once the page has the focus and VS Code knows whether the grid has it, because people are slower
 * than that. VS Code gives the focus back to a page some time after a menu or the palette has closed.
 */
export async function pressInGrid(records: Frame, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await until(() => records.evaluate(() => document.hasFocus()).catch(() => true), 'the page has the focus');
    await focusIsKnown(records);
    await records.page().keyboard.press(key);
  }
}

/** Waits until VS Code knows the focus. Returns at once if the page is gone. */
export async function focusIsKnown(records: Frame): Promise<void> {
  await until(
    async () => (await keysOf(records).catch(() => undefined)) !== 'asked',
    'VS Code knows who has the focus',
  );
}

export async function focusIsElsewhere(records: Frame): Promise<void> {
  await until(async () => (await keysOf(records)) === 'elsewhere', 'VS Code knows that the grid has no focus');
}

function keysOf(records: Frame): Promise<string | undefined> {
  return records.evaluate(() => document.getElementById('root')?.dataset['keys']);
}
