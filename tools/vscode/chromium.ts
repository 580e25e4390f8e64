import fs from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Browsers, which scripts/setup/debian.cjs names, too. The first has no window, and is the fastest. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The path of this machine's browser. The variable CHROMIUM replaces it. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return process.env['CHROMIUM'] ?? candidates.find((file) => fs.existsSync(file));
}

/** Launches a headless browser that can reach only this machine. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/**
 * Launches such a browser with a profile that is kept in `folder`, so that the next start has what pages stored in this
 * one.
 */
export async function openBrowserProfile(
  folder: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(), viewport });
}

function launchOptions() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium found: install it, or name it in CHROMIUM.');
  return {
    executablePath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  };
}
