#!/usr/bin/env node
/**
 * Replaces the `code` executable that @vscode/test-electron starts: it takes the same arguments, runs the tests in a
 * real workbench in a headless browser, and ends with the tests' exit code. CODE_TIMEOUT_SECONDS ends a run that hangs;
 * CODE_VERBOSE=1 shows the workbench's whole console.
 */
import { parseArgs } from 'node:util';
import type { Browser, ConsoleMessage } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { workbenchUrl } from './workbenchUrl.ts';

const { values, positionals } = parseArgs({ strict: false, allowPositionals: true });
const option = (name: string): string => {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`--${name}=… is missing`);
  return value;
};

const started: { server?: CodeServer; browser?: Browser } = {};
let finishing = false;

async function finish(code: number, reason: string): Promise<void> {
  if (finishing) return;
  finishing = true;
  console.log(`[code] ${reason}: exit ${String(code)}`);
  await started.browser?.close().catch(() => undefined);
  await started.server?.stop();
  process.exit(code);
}

/** Output of the extension host comes as `%c INFO color: #33f <text>`. The workbench's own messages are left out. */
const hostLine = /^%c\s*(?:TRACE|DEBUG|INFO|WARN|ERR) color: #\w+ ?/;
const chatter =
  /^(Ignoring fetching|Creating a socket|Res.?olv|\[(reconnection|AgentHost|AccountPolicy|Service Worker)|Updating additional)/;

function print(message: ConsoleMessage): void {
  const text = message.text();
  if (process.env['CODE_VERBOSE']) console.error(`<${message.type()}> ${text}`);
  else if (hostLine.test(text) && !chatter.test(text.replace(hostLine, ''))) console.log(text.replace(hostLine, ''));
}

async function main(): Promise<void> {
  const server = (started.server = await startCodeServer({
    userDataDir: option('user-data-dir'),
    extensionsDir: option('extensions-dir'),
    trust: values['disable-workspace-trust'] === true,
    smokeTestDriver: true,
  }));
  void server.exited.then((code) => finish(1, `the server ended with ${String(code)}`));
  const browser = (started.browser = await launchChromium());
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.on('console', print);
  page.on('crash', () => void finish(1, 'the page crashed'));
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.exposeFunction('codeAutomationExit', (code: number) => {
    // This call has to return before its page is closed.
    setImmediate(() => void finish(code, 'the tests ended'));
  });
  const folder = positionals[0];
  await page.goto(
    workbenchUrl(server.url, {
      ...(folder === undefined ? {} : { folder }),
      developmentPath: option('extensionDevelopmentPath'),
      testsPath: option('extensionTestsPath'),
    }),
  );
}

const timeoutSeconds = Number(process.env['CODE_TIMEOUT_SECONDS'] ?? 600);
setTimeout(() => void finish(124, `no end after ${String(timeoutSeconds)} s`), timeoutSeconds * 1000).unref();
process.on('SIGINT', () => void finish(130, 'interrupted'));
process.on('SIGTERM', () => void finish(143, 'terminated'));
main().catch((error: unknown) => finish(1, error instanceof Error ? (error.stack ?? error.message) : String(error)));
