import type { Frame, Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import type { VSC } from '../support/vsc.ts';

/** What a person fills in; what is left out is emptied. */
export interface FormInput {
  readonly resource?: string;
  readonly q?: string;
  /** Field by field, each value followed by Enter. */
  readonly filters?: readonly { readonly field: string; readonly values: readonly string[] }[];
  readonly limit?: string;
}

/** The extension as a person uses it: sidebar, query form, records panel. */
export class Explorer {
  readonly #vsc: VSC;

  constructor(vsc: VSC) {
    this.#vsc = vsc;
  }

  /** Pastes an address and keeps the name that the portal gives itself. */
  async addPortal(address: string): Promise<void> {
    const { quickInput } = this.#vsc;
    await this.#vsc.command('Datastore: Add Portal…');
    await quickInput.enter(address);
    // Between the two questions there is no box at all.
    const proposed = (): Promise<string> => quickInput.box().inputValue({ timeout: 500 });
    await until(
      async () => (await proposed().catch(() => '')) === 'Test portal',
      'the portal’s own name is proposed',
    );
    await quickInput.accept();
  }

  form(): Promise<Frame> {
    return this.#vsc.webview('#run');
  }

  /** Clicks a resource of the tree and waits until the form has it. */
  async select(resource: string): Promise<Frame> {
    await this.#vsc.row(resource).first().click();
    const form = await this.form();
    await until(
      async () => (await form.locator('#resource').inputValue()) === resource,
      `the form shows ${resource}`,
    );
    return form;
  }

  /** Fills the form and runs it; the resource stays as it stands unless it is given. */
  async run({ resource, q = '', filters = [], limit = '' }: FormInput): Promise<Frame> {
    const form = await this.form();
    if (resource !== undefined) {
      await form.locator('#resource').fill(resource);
      await form.locator('#resource').press('Escape');
    }
    await form.locator('#q').fill(q);
    const remove = form.getByRole('button', { name: /^Remove filter / });
    while ((await remove.count()) > 0) await remove.first().click();
    for (const { field, values } of filters) {
      await form.locator('#add-filter').click();
      const row = form.locator('.filter-row').last();
      await row.getByRole('combobox').first().fill(field);
      await row.getByRole('combobox').first().press('Escape');
      for (const value of values) {
        await row.locator('.value-input').fill(value);
        await row.locator('.value-input').press('Enter');
      }
    }
    await form.locator('#limit').fill(limit);
    await form.locator('#run').click();
    return form;
  }

  /** The records panel once it shows a status that fits. */
  async records(status: RegExp): Promise<Frame> {
    const frame = await this.#vsc.webview('.records-grid');
    await frame.locator('.status-text').filter({ hasText: status }).waitFor();
    return frame;
  }

  /** What went wrong with a part of the form, in words. */
  problem(form: Frame, part: 'resource' | 'filters'): Locator {
    return form.locator(`#${part}-problems .message.error`);
  }
}

/** The cell of row `row` (from 1) under the field's name, in a records panel. */
export async function cell(records: Frame, row: number, field: string): Promise<Locator> {
  const headers = records.getByRole('columnheader');
  const name = records.locator('.name', { hasText: new RegExp(`^${field}$`) });
  const column = (await headers.filter({ has: name }).getAttribute('aria-colindex')) ?? '';
  return records.locator(`[aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`);
}
