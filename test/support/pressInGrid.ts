import type { Frame } from 'playwright-core';
import { until } from './until.ts';

/** Presses keys, each once VS Code knows whether the grid has the focus: people are slower than this news. */
export async function pressInGrid(records: Frame, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await focusIsKnown(records);
    await records.page().keyboard.press(key);
  }
}

/** A page that is gone has nothing to tell. */
export async function focusIsKnown(records: Frame): Promise<void> {
  const state = () => records.evaluate(() => document.getElementById('root')?.dataset['keys']);
  await until(
    async () => (await state().catch(() => undefined)) !== 'asked',
    'VS Code knows who has the focus',
  );
}
