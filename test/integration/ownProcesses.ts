/** The processes of the running extension, and what people read when one of them ends, or can't do its work. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { until } from '../../tools/vscode/until.ts';
import { childServing } from '../support/drivers/childIds.ts';
import { forgetEverything, handles } from './handles.ts';

export interface Said {
  readonly text: string;
  readonly buttons: readonly string[];
}

interface Message extends Said {
  readonly answer: (button: vscode.MessageItem | undefined) => void;
  readonly items: readonly vscode.MessageItem[];
}

const SHOWING = ['showErrorMessage', 'showWarningMessage', 'showInformationMessage'] as const;

const LEAK = `process.on('SIGUSR2', () => {
  globalThis.leaked = Array.from({ length: 36 }, () => Buffer.alloc(64 << 20, 1));
});`;

/**
 * Processes that start before the returned function is called take more memory at the signal SIGUSR2 than any bound of
 * ours. Node reads what does that before the program.
 */
export function letLeak(): () => void {
  process.env['NODE_OPTIONS'] = `--import=data:text/javascript,${encodeURIComponent(LEAK)}`;
  return () => delete process.env['NODE_OPTIONS'];
}

export class OwnProcesses {
  readonly deps: Program;
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'endings-')));
  readonly #show = SHOWING.map((name) => [name, vscode.window[name]] as const);
  #messages: Message[] = [];

  private constructor(deps: Program) {
    this.deps = deps;
    const show = (text: string, _: unknown, ...items: readonly vscode.MessageItem[]): Promise<unknown> =>
      new Promise((answer) => {
        this.#messages.push({ text, items, buttons: items.map(({ title }) => title), answer });
      });
    for (const name of SHOWING) Object.assign(vscode.window, { [name]: show });
  }

  static async open(): Promise<OwnProcesses> {
    const deps = await handles();
    await forgetEverything(deps);
    return new OwnProcesses(deps);
  }

  async close(): Promise<void> {
    this.dismiss();
    for (const [name, show] of this.#show) Object.assign(vscode.window, { [name]: show });
    await forgetEverything(this.deps);
    fs.rmSync(this.folder, { recursive: true });
  }

  /** Closes all messages, as if people had clicked their crosses. */
  dismiss(): void {
    for (const { answer } of this.#messages) answer(undefined);
    this.#messages = [];
  }

  /** Waits for the only message since the last `dismiss`. The end of an import with a preview is said twice here. */
  async said(timeoutMs = 20_000): Promise<Said> {
    const messages = await until(() => this.#messages.length > 0 && this.#messages, 'it is said', timeoutMs);
    assert.equal(new Set(messages.map((message) => message.text)).size, 1);
    const { text = '', buttons = [] } = messages[0] ?? {};
    return { text, buttons };
  }

  /** What is said when `work` fails, as people read it. */
  async saidOf(work: Promise<unknown>): Promise<Said> {
    const error: unknown = await work.then(
      () => assert.fail('it did not fail'),
      (reason: unknown) => reason,
    );
    void this.deps.failures.show('Test', error);
    return this.said();
  }

  /** Presses a button of the message. */
  press(button: string): void {
    const { items = [], answer } = this.#messages.shift() ?? {};
    const item = items.find(({ title }) => title === button);
    assert.ok(item && answer, button);
    answer(item);
  }

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    fs.writeFileSync(file, text);
    return file;
  }

  /** Opens a file, and returns its resource's id. */
  async read(file: string): Promise<string> {
    const read = await (await this.deps.localFiles.open(file, {})).done;
    assert.ok(read);
    return read.id;
  }

  /** The id of a resource of two records. */
  small(): Promise<string> {
    return this.read(this.write('small.csv', 'n\n1\n2\n'));
  }

  async ask(action: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
    const { baseUrl, token } = await this.#access();
    const answer = await fetch(`${baseUrl}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: token ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async total(id: string): Promise<string | undefined> {
    return /"total":(\d+)/.exec((await this.ask('datastore_search', { resource_id: id })).text)?.[1];
  }

  /** The process that serves local files. Others may serve databases and the results of statements. */
  async servingId(): Promise<number> {
    return childServing((await this.#access()).baseUrl) ?? assert.fail('no process serves local files');
  }

  #access(): ReturnType<Program['localFiles']['access']> {
    return this.deps.localFiles.access(new AbortController().signal);
  }
}
