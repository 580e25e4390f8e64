import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Args } from '../../../../src/messages/rpc.ts';
import type { QueryDraft } from '../../../../src/datastore/query/draft.ts';
import type { FormView, RunState } from '../../../../src/messages/formProtocol.ts';
import { until } from '../../../../tools/vscode/until.ts';
import type { FakeHost } from './fakeHost.ts';
import { PageDriver, usePage } from '../usePage.ts';

/** A draft with everything, as the form makes it from JSON. */
export const EVERYTHING: QueryDraft = {
  portalId: 'city',
  baseUrl: '',
  resource: '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b',
  q: 'draw',
  filterMode: 'rows',
  filterRows: [
    { field: 'subject', values: ['math', 'art'].map((text) => ({ type: 'text', text })), list: true },
    {
      field: 'stage',
      values: [
        { type: 'number', text: '2' },
        { type: 'text', text: '5' },
      ],
      list: true,
    },
  ],
  filterJson: '',
  limit: '100',
};

/** A fresh form for each test of the suite, 240 px wide. A test fails if anything went wrong in its page. */
export function useForm(): Form {
  const fresh = usePage(
    {
      kind: 'form',
      entry: 'src/webview/form/main.ts',
      title: 'Query',
      host: 'test/support/pages/form/fakeHost.ts',
      contents: { form: { body: '<div id="root" class="form-root"></div>', scripts: ['host', 'form'] } },
      isReady: (page) => page.getByRole('form').waitFor(),
    },
    { width: 240, height: 900 },
  );
  return new Form(fresh);
}

/** Actions of a person on the form, and what can be seen of it. */
export class Form extends PageDriver {
  control(id: string): Locator {
    return this.page.locator(`#${id}`);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  option(name: string | RegExp): Locator {
    return this.page.getByRole('option', { name, exact: true });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  focused(): Promise<string | undefined> {
    return this.page.evaluate(() => document.activeElement?.id);
  }

  /** The first arguments of all calls of a host function. */
  calls(method: string): Promise<unknown[]> {
    return this.page.evaluate(
      (wanted) => window.fakeHost.calls.filter((call) => call.method === wanted).map(({ args }) => args[0]),
      method,
    );
  }

  async called(method: string, times = 1): Promise<void> {
    await until(async () => (await this.calls(method)).length >= times, `call ${method}`, 5000);
  }

  /** The draft that was run, if exactly one was. */
  async ran(): Promise<QueryDraft> {
    await this.called('run');
    const drafts = (await this.calls('run')) as QueryDraft[];
    assert.equal(drafts.length, 1);
    return drafts[0]!;
  }

  /** Waits until the host has received such a draft. */
  async draftBecomes(what: string, is: (draft: QueryDraft) => boolean): Promise<QueryDraft> {
    return until(
      async () => {
        const draft = (await this.calls('check')).at(-1) as QueryDraft | undefined;
        return draft !== undefined && is(draft) && draft;
      },
      `a draft in which ${what}`,
      5000,
    );
  }

  /** The chips of a filter. Rows count from 1. */
  chips(row: number): Promise<string[]> {
    return this.page
      .locator('.filter-row')
      .nth(row - 1)
      .locator('.chip-text')
      .allTextContents();
  }

  messages(control: string): Promise<string[]> {
    return this.page.locator(`#${control}-problems .message`).allInnerTexts();
  }

  async messageAt(control: string, words: string): Promise<void> {
    await this.page.locator(`#${control}-problems`, { hasText: words }).waitFor({ timeout: 5000 });
  }

  /** Calls the form like the host does. */
  async tell<K extends keyof FormView>(method: K, ...args: Args<FormView[K]>): Promise<void> {
    await this.page.evaluate(
      ([name, given]) => (window.fakeHost.view[name] as (...all: readonly unknown[]) => Promise<unknown>)(...given),
      [method, args as readonly unknown[]] as const,
    );
  }

  /** Shows a draft like the host does. With `edits`, only if no more than these were made. */
  async show(draft: QueryDraft, edits: number | null = null): Promise<void> {
    await this.tell('show', draft, crypto.randomUUID(), edits);
  }

  async fail(part: 'portal' | 'resource', message: string, offerToken = false): Promise<void> {
    const run: RunState = { kind: 'failed', problem: { part, severity: 'error', message }, offerToken };
    await this.tell('runState', run);
  }

  /** Changes how the host answers. */
  async setMood(mood: Partial<FakeHost['mood']>): Promise<void> {
    await this.page.evaluate((changes) => void Object.assign(window.fakeHost.mood, changes), mood);
  }

  /** Reloads the page with a host that answers in this way. */
  async reload(mood: Partial<FakeHost['mood']> = {}): Promise<void> {
    await this.page.evaluate((changes) => sessionStorage.setItem('mood', JSON.stringify(changes)), mood);
    await this.page.reload();
    await this.page.getByRole('form').waitFor();
  }

  async pickLessons(): Promise<void> {
    await this.control('portal').click();
    await this.option(/City of Testville/).click();
    await this.control('resource').click();
    await this.option(/Lessons/).click();
  }

  /** Adds a filter on a field of the list, as row number `row`. */
  async addFilter(row: number, field: string, ...values: readonly string[]): Promise<void> {
    await this.button('Add Filter').click();
    await this.type(field);
    await this.option(new RegExp(`^${field}`)).click();
    for (const value of values) {
      await this.control(`row-${row}-value`).fill(value);
      await this.press('Enter');
    }
  }
}
