import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../../drivers/eventually.ts';
import { cell, Explorer } from '../../drivers/explorer.ts';
import { pressInGrid } from '../../drivers/pressInGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';
import type { VSC } from '../../../../tools/vscode/vsc.ts';
import { type Reading, reading } from './readings.ts';

/** The place of journeys through the grid: records made by `reading`, in the active panel. */
export interface GridSubject {
  readonly vsc: () => VSC;
  readonly count: number;
  /** Whether the portal supports ranges, and counts all records without a click. */
  readonly isEmbedded: boolean;
}

/** Time for counting and sorting ten million records on a small machine. */
const LONG_MS = 60_000;

/** The records panel in a real VS Code, as people see and use it. */
export class GridHands {
  readonly #subject: GridSubject;
  #frame: Frame | undefined;

  constructor(subject: GridSubject) {
    this.#subject = subject;
  }

  get frame(): Frame {
    assert.ok(this.#frame, 'the records are in front');
    return this.#frame;
  }

  get vsc(): VSC {
    return this.#subject.vsc();
  }

  get grid(): Locator {
    return this.frame.locator('.records-grid');
  }

  /** Waits until the active panel reports this number of records. */
  async has(records: number): Promise<void> {
    const words = new RegExp(`^${records.toLocaleString('en')} matching record`);
    this.#frame = await new Explorer(this.vsc).records(words, LONG_MS);
  }

  async press(...keys: readonly string[]): Promise<void> {
    await pressInGrid(this.frame, ...keys);
  }

  async type(text: string): Promise<void> {
    await this.vsc.page.keyboard.type(text);
  }

  /** A cell in the view. */
  cell(row: number, field: string): Promise<Locator> {
    return cell(this.frame, row, field);
  }

  header(field: string): Locator {
    return this.frame.getByRole('columnheader', { name: new RegExp(`^${field} `) });
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }

  /** Waits until row `row` shows record `n` in every visible field. */
  async showsRecord(row: number, n: number): Promise<void> {
    const wanted: Reading & Readonly<Record<string, string>> = reading(n);
    const fields = (await this.fields()).filter((field) => field in wanted);
    await eventually(
      async () => Promise.all(fields.map(async (field) => (await this.cell(row, field)).textContent())),
      fields.map((field) => wanted[field] ?? ''),
      `record ${String(n)} in row ${String(row)}`,
      LONG_MS,
    );
  }

  /** Names of the visible fields in their order. */
  fields(): Promise<readonly string[]> {
    return this.frame
      .getByRole('columnheader')
      .evaluateAll((all) =>
        all
          .sort((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
          .flatMap((one) => one.querySelector('.name')?.textContent ?? []),
      );
  }

  async width(field: string): Promise<number> {
    return (await this.box(this.header(field))).width;
  }

  async box(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await element.boundingBox();
    assert.ok(box, 'it is in view');
    return box;
  }

  /** The cell that assistive technology treats as focused: row (0 is the header), field, text. */
  current(): Promise<string> {
    return this.grid.evaluate((grid) => {
      const active = document.activeElement === grid ? grid.getAttribute('aria-activedescendant') : null;
      const found = document.getElementById(active ?? '');
      const header = `[role=columnheader][aria-colindex="${found?.ariaColIndex ?? ''}"] .name`;
      const row = Number(found?.closest('[role=row]')?.ariaRowIndex) - 1;
      const name = grid.querySelector(header)?.textContent ?? '';
      return `${String(row)} ${name}: ${row === 0 ? '' : (found?.textContent ?? '')}`;
    });
  }

  async isAt(row: number, field: string, text?: string): Promise<void> {
    const wanted = `${String(row)} ${field}: ${text ?? ''}`;
    const place = async () => (text === undefined ? (await this.current()).replace(/: .*/s, ': ') : this.current());
    await eventually(place, wanted, 'the cursor', LONG_MS);
  }

  /** Moves the focus to the records like people do by keyboard. */
  async focus(): Promise<void> {
    const hasFocus = () => this.grid.evaluate((grid) => document.hasFocus() && document.activeElement === grid);
    if (await hasFocus()) return;
    await this.vsc.page.keyboard.press('Control+1');
    await until(hasFocus, 'the focus is in the records');
  }

  /** The first row that is at least partly in view. */
  topRow(): Promise<number> {
    return this.grid.evaluate((grid) => {
      const rows = [...grid.querySelectorAll('[role=row]')];
      const header = rows.find((row) => row.ariaRowIndex === '1')?.getBoundingClientRect().bottom ?? 0;
      const inView = rows.filter((row) => row.ariaRowIndex !== '1' && row.getBoundingClientRect().bottom > header + 1);
      return Math.min(...inView.map((row) => Number(row.ariaRowIndex) - 1));
    });
  }

  chips(): Promise<readonly string[]> {
    return this.frame.locator('.chips .chip-text').allTextContents();
  }

  async hasChips(...texts: readonly string[]): Promise<void> {
    await eventually(() => this.chips(), texts, 'chips', LONG_MS);
  }

  async summary(): Promise<string> {
    return (await this.frame.locator('.status-summary').textContent()) ?? '';
  }

  /** Facts of the expanded field in the fields pane, by name. */
  async facts(): Promise<Readonly<Record<string, string>>> {
    const facts = this.frame.locator('.facts');
    const [names, values] = await Promise.all([
      facts.locator('dt').allTextContents(),
      facts.locator('dd').allTextContents(),
    ]);
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  }

  async focusIsIn(selector: string): Promise<void> {
    await until(
      () => this.frame.evaluate((wanted) => document.activeElement?.matches(wanted), selector),
      `the focus is in ${selector}`,
    );
  }

  /** Lines of the clipboard, once its former content was replaced. */
  async copied(copy: () => Promise<void>): Promise<readonly string[]> {
    const nothing = `nothing ${String(Math.random())}`;
    await this.vsc.page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
    await copy();
    const text = await until(
      async () => {
        const copiedText = await this.vsc.clipboard();
        return copiedText === nothing ? undefined : copiedText;
      },
      'something is copied',
      LONG_MS,
    );
    return text.split(/\r?\n/);
  }
}
