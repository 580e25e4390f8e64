import type { Frame, Locator } from 'playwright-core';
import { eventually } from './eventually.ts';
import { until } from '../../../tools/vscode/until.ts';
import type { VSC } from '../../../tools/vscode/vsc.ts';

/** The text that a person enters. Controls left out are cleared, except the portal and the resource. */
export interface FormInput {
  readonly portal?: string;
  readonly resource?: string;
  readonly q?: string;
  /** The filters of each field. Each value is followed by Enter. */
  readonly filters?: readonly { readonly field: string; readonly values: readonly string[] }[];
  readonly limit?: string;
}

/** A part of the form that can have a problem. */
export type FormPart = 'portal' | 'resource' | 'q' | 'filters' | 'limit';

/** A record as the grid draws it, by field. NULL is null. */
export type ShownRecord = Readonly<Record<string, string | null>>;

/** What pages show after a run: other records, or that they are loading, or why there are none. */
const REACTION = '.records-grid:not([data-before-run]), .holder[aria-busy=true], .holder .message, .message.error';

function markGrids(page: Frame): Promise<void> {
  return page
    .locator('.records-grid')
    .evaluateAll((grids) => grids.forEach((grid) => grid.setAttribute('data-before-run', '')));
}

/**
 * The extension as a person uses it: tree, query form, records panel. Frames are looked up each time, because VS Code
 * replaces them.
 */
export class Explorer {
  readonly #vsc: VSC;

  constructor(vsc: VSC) {
    this.#vsc = vsc;
  }

  /** Pastes an address and accepts `name`, the portal's own name. */
  async addPortal(address: string, name: string): Promise<void> {
    const { quickInput } = this.#vsc;
    await this.#vsc.command('Datastore: Add Portal…');
    await quickInput.enter(address);
    await this.acceptProposed(name);
    // Records open at once if the address names a resource. Otherwise a message shows what was found.
    if (!/resource|dump/.test(address)) await this.#vsc.dismissToast(`Added "${name}"`);
  }

  /** Accepts the proposal of an input box. */
  async acceptProposed(value: string): Promise<void> {
    await this.#proposed(value);
    await this.#vsc.quickInput.submit(value);
  }

  /** Replaces the proposal of an input box, and accepts. */
  async changeProposed(value: string, changed: string): Promise<void> {
    await this.#proposed(value);
    await this.#vsc.quickInput.submit(changed);
  }

  /** Answers the question for a portal's token. */
  async giveToken(portal: string, token: string): Promise<void> {
    const { quickInput } = this.#vsc;
    await quickInput
      .title()
      .filter({ hasText: `API token for ${portal}` })
      .waitFor();
    await quickInput.submit(token);
  }

  form(): Promise<Frame> {
    return this.#vsc.webview('#run');
  }

  /** Opens a resource by a click in the tree, and waits until the form shows it, unless it does so already. */
  async select(resource: string): Promise<Frame> {
    const form = await this.form();
    const shown = (): Promise<string> => form.locator('#resource').inputValue();
    if ((await shown()) === resource) return form;
    await this.#vsc.row(resource).first().click();
    await eventually(shown, resource, 'the form has the resource');
    return form;
  }

  /** Shows a resource in the form without running a query. */
  async showInForm(resource: string): Promise<Frame> {
    await this.#vsc.contextMenu(this.#vsc.row(resource).first(), 'Show in Query Form');
    const form = await this.form();
    const shown = (): Promise<string> => form.locator('#resource').inputValue();
    await eventually(shown, resource, 'the form has the resource');
    return form;
  }

  async fill({ portal, resource, q = '', filters = [], limit = '' }: FormInput): Promise<Frame> {
    const form = await this.form();
    for (const [id, text] of Object.entries({ portal, resource })) {
      if (text === undefined) continue;
      await form.locator(`#${id}`).fill(text);
      await form.locator(`#${id}`).press('Escape');
    }
    await form.locator('#q').fill(q);
    const remove = form.getByRole('button', { name: /^Remove Filter / });
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
    return form;
  }

  /** Runs what was entered, and returns once something came of it: what is looked for next may have been there before. */
  async run(input: FormInput): Promise<Frame> {
    const form = await this.fill(input);
    const pages = this.#vsc.webviews();
    await Promise.all(pages.map((page) => markGrids(page).catch(() => undefined)));
    await form.locator('#run').click();
    const reacts = async (page: Frame): Promise<boolean> =>
      (await page
        .locator(REACTION)
        .count()
        .catch(() => 0)) > 0;
    // Nothing comes of the query that was asked before.
    await until(
      async () => (await Promise.all(this.#vsc.webviews().map(reacts))).includes(true),
      'the run begins',
      3000,
    ).catch(() => undefined);
    return form;
  }

  /** The errors below one part of the form. */
  async problem(part: FormPart): Promise<Locator> {
    const form = await this.form();
    return form.locator(`#${part}-problems .message.error`);
  }

  /**
   * The active records panel, once its status matches and no other records are loading. With `name`, it must be that of
   * this resource, for a status that another resource has, too.
   */
  async records(status: RegExp, timeoutMs?: number, name?: string): Promise<Frame> {
    const line = async () => {
      const frame = await this.#vsc.webview('.records-grid');
      const busy = await frame.locator('.holder').getAttribute('aria-busy', { timeout: 1000 });
      const text = await frame.locator('.status-text').textContent({ timeout: 1000 });
      const label = await frame.locator('.bar-label').textContent({ timeout: 1000 });
      return { frame, isStale: busy === 'true', text: text ?? '', isMeant: name === undefined || label === name };
    };
    return until(
      async () => {
        // A frame may disappear during the query.
        const shown = await line().catch(() => undefined);
        return shown && !shown.isStale && shown.isMeant && status.test(shown.text) && shown.frame;
      },
      `records with the status ${String(status)}`,
      timeoutMs,
    );
  }

  /** The records of one resource, as `records` gives them. */
  recordsOf(name: string, status: RegExp): Promise<Frame> {
    return this.records(status, undefined, name);
  }

  /** The page of a file's import options, once it is ready. */
  importOptions(name: string): Promise<Frame> {
    return until(async () => {
      const frame = await this.#vsc.webview('#accept');
      const shown = await frame
        .locator('.file-name')
        .textContent({ timeout: 1000 })
        .catch(() => null);
      return shown === name && frame;
    }, `the import options of ${name}`);
  }

  /** The active JSON editor, once it contains an export's records. */
  exportedJson(): Promise<string> {
    return until(async () => {
      const shown = await this.#vsc.editorText().catch(() => '');
      return shown.startsWith('[') && shown;
    }, 'a JSON editor');
  }

  /** The active page of details, once it has this title. */
  details(title: string): Promise<Frame> {
    return until(async () => {
      const frame = await this.#vsc.webview('.details-root h1');
      const shown = await frame
        .locator('h1')
        .textContent({ timeout: 1000 })
        .catch(() => null);
      return shown === title && frame;
    }, `the details of ${title}`);
  }

  /** Opens the file whose import options are shown. */
  async acceptOptions(name: string): Promise<void> {
    await (await this.importOptions(name)).locator('#accept').click();
  }

  /** The active records panel, with or without records. */
  panel(): Promise<Frame> {
    return this.#vsc.webview('.holder');
  }

  /** There is no input box between two questions. */
  async #proposed(value: string): Promise<void> {
    const proposed = (): Promise<string> => this.#vsc.quickInput.box().inputValue({ timeout: 500 });
    await until(async () => (await proposed().catch(() => '')) === value, `"${value}" is proposed`);
  }
}

/** The cell in row `row` (from 1) below the field's name, in a records panel. */
export async function cell(records: Frame, row: number, field: string): Promise<Locator> {
  const headers = records.getByRole('columnheader');
  const name = records.locator('.name', { hasText: new RegExp(`^${field}$`) });
  const column = (await headers.filter({ has: name }).getAttribute('aria-colindex')) ?? '';
  return records.locator(`[aria-rowindex="${String(row + 1)}"] [role=gridcell][aria-colindex="${column}"]`);
}

/** The visible records in the order of the grid. Empty while records are loading. */
export async function shownRecords(records: Frame): Promise<readonly ShownRecord[]> {
  return records.locator('.records-grid').evaluate((grid) => {
    const cellsOf = (row: Element, role: string) =>
      [...row.querySelectorAll(`[role=${role}]`)].map(
        (found) => [found.getAttribute('aria-colindex') ?? '', found] as const,
      );
    const names = new Map(
      [...grid.querySelectorAll('[role=row][aria-rowindex="1"]')]
        .flatMap((header) => cellsOf(header, 'columnheader'))
        .map(([column, header]) => [column, header.querySelector('.name')?.textContent]),
    );
    const rows = [...grid.querySelectorAll('[role=row]:not([aria-rowindex="1"])')];
    if (rows.some((row) => row.ariaBusy === 'true')) return [];
    return rows
      .sort((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
      .map((row) =>
        Object.fromEntries(
          cellsOf(row, 'gridcell').map(([column, shown]) => [
            names.get(column) ?? column,
            shown.classList.contains('null') ? null : shown.textContent,
          ]),
        ),
      );
  });
}
