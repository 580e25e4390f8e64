// What `bench:open` and `bench:earlier` time in VS Code: from a click on a resource in the tree to its first records.
import fs from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { eventually } from '../../support/drivers/eventually.ts';

/** A person looks at what came before the next click. */
export const REST_MS = 1000;

/** One with no panel open, and one after it. */
export async function clicks(at, { names: [one, two], isSummarized = false }) {
  if (at.isSummarized !== isSummarized) await at.vsc.command('Datastore: Toggle Column Summaries');
  at.isSummarized = isSummarized;
  await at.vsc.command('View: Close All Editors');
  await eventually(() => at.page.locator('.tabs-container .tab').count(), 0, 'no editor is open');
  await rest(REST_MS);
  return { first: await click(at, one), second: await click(at, two) };
}

async function click({ vsc, page, clock }, name) {
  // Playwright's own waits before a click are no part of it.
  await vsc.row(name).first().hover();
  const whole = await clock.time(name, async () => {
    await page.mouse.down();
    await page.mouse.up();
  });
  const frame = await vsc.webview('.records-grid');
  const status = (await frame.locator('.status-text').textContent()) ?? '';
  const server = Number(/ (\d+) ms$/.exec(status)?.[1]);
  if (Number.isNaN(server)) throw new Error(`${name} took the server long: ${status}`);
  // The tooltip of a row lies over the next one.
  await page.mouse.move(1000, 600);
  await rest(REST_MS);
  return { whole, server };
}

export function writeCsv(file) {
  const rows = Array.from({ length: 100_000 }, (_, row) => `${row},text ${row},${row / 4}`);
  fs.writeFileSync(file, ['number,text,share', ...rows].join('\n'));
  return file;
}
