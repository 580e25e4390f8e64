// `npm run bench:open -- --search [--size 12M --rounds N --pictures]`: from Enter in the search box above the grid to
// painted records, in a real VS Code with a file of this machine. Each line is `name value limit ok|missed` in ms. A text
// that few records have may take what the service says in the status line, and 100 ms; that it is being searched is on
// the screen within 100 ms. `--pictures` types each text once more and keeps what is painted in build/shots/search.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { installFromSource } from '../../../scripts/steps/installFromSource.mjs';
import { root } from '../../../scripts/steps/progress.mjs';
import { until } from '../../../tools/vscode/until.ts';
import { Explorer } from '../../support/drivers/explorer.ts';
import { SEARCH_BOX, SearchClock } from '../../support/drivers/searchClock.ts';
import { startWorkbench } from '../../support/drivers/workbench.ts';
import { recordsFile } from '../service/records.ts';
import { median } from '../service/rounds.ts';
import { searched } from '../service/vocabulary.ts';

const SIZES = { '100k': 100_000, '1M': 1_000_000, '12M': 12_000_000 };
const LIMIT_MS = 100;
const KEY_MS = 30;
const PICTURE_MS = 50;
const OPENING_MS = 600_000;
/** A person looks at what came before the next search. */
const REST_MS = 1000;

export async function search({ size, rounds, pictures }) {
  const file = await recordsFile(path.join(root, 'build', 'bench'), SIZES[size]);
  const extensionsDir = fs.mkdtempSync(path.join(root, 'build', 'bench-search-'));
  await installFromSource(extensionsDir);
  const workbench = await startWorkbench({ extensionsDir, settings: { 'datastoreExplorer.local.files': [file] } });
  try {
    const { vsc } = workbench;
    await vsc.showSidebar('Datastore');
    await vsc.row(path.basename(file)).first().click();
    const explorer = new Explorer(vsc);
    const total = SIZES[size].toLocaleString('en');
    const page = await explorer.records(new RegExp(`^${total} matching records`), OPENING_MS);
    const at = { keyboard: workbench.page.keyboard, page, clock: await SearchClock.in(page) };
    const times = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [frequency, text] of Object.entries(searched))
        (times[frequency] ??= []).push(await searchFor(at, text));
    if (pictures) await takePictures(workbench.page, at);
    return judge(times);
  } finally {
    await workbench.stop();
    fs.rmSync(extensionsDir, { recursive: true, force: true });
  }
}

/** Types a text and Enter; returns the times from Enter, and what the server took, in ms. */
async function searchFor({ keyboard, page, clock }, text) {
  await rest(REST_MS);
  await page.locator(SEARCH_BOX).click();
  await keyboard.press('Control+a');
  await keyboard.type(text, { delay: KEY_MS });
  const times = await clock.time(() => keyboard.press('Enter'));
  const server = await until(async () => {
    const status = (await page.locator('.status-text').textContent()) ?? '';
    return Number(/ (\d+(?:\.\d+)?) (ms|sec)$/.exec(status)?.[1] ?? NaN) * (status.endsWith(' ms') ? 1 : 1000) || false;
  }, 'the server’s time');
  return { ...times, server };
}

/** Prints a line for each figure. Returns whether one is missed. */
function judge(times) {
  let isMissed = false;
  const line = (name, value, limit) => {
    isMissed ||= value > limit;
    console.log(`${name} ${value.toFixed(1)} ${limit.toFixed(1)} ${value > limit ? 'missed' : 'ok'}`);
  };
  for (const [frequency, all] of Object.entries(times)) {
    const of = (member) => median(all.map((time) => time[member]));
    line(`search-said-${frequency}`, of('busy'), LIMIT_MS);
    const isFrequent = frequency === 'common' || frequency === 'medium';
    line(`search-painted-${frequency}`, of('painted'), isFrequent ? LIMIT_MS : of('server') + LIMIT_MS);
  }
  return isMissed;
}

/** Keeps what VS Code paints while each text is typed and answered, a picture for each 50 ms. */
async function takePictures(page, at) {
  const folder = path.join(root, 'build', 'shots', 'search');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const session = await page.context().newCDPSession(page);
  const frames = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, atMs: metadata.timestamp * 1000 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 });
  for (const [frequency, text] of Object.entries(searched)) {
    frames.splice(0);
    await searchFor(at, text);
    await rest(REST_MS);
    const [first] = frames;
    let last = -1;
    for (const { data, atMs } of frames) {
      const step = Math.floor((atMs - first.atMs) / PICTURE_MS);
      if (step === last) continue;
      last = step;
      const name = `${frequency}-${String(step * PICTURE_MS).padStart(4, '0')}ms.jpg`;
      fs.writeFileSync(path.join(folder, name), Buffer.from(data, 'base64'));
    }
  }
  await session.send('Page.stopScreencast');
}
