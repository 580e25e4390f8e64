import type { Locator, Page } from 'playwright-core';
import { until } from '../../../../tools/vscode/until.ts';
import type { GridTask } from '../../../../src/messages/gridProtocol.ts';
import type { FakeHost } from './fakeHost.ts';
import type { SampleName } from './sampleRecords.ts';

type Result = Parameters<FakeHost['result']>[0];

/** A page with the records panel for tests. Rows and columns count from 0, and the header is row -1. */
export class GridDriver {
  readonly page: Page;
  readonly grid: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
  }

  async show(result: Result = {}): Promise<void> {
    await this.page.evaluate((options) => window.fakeGridHost.result(options), result);
  }

  /** Shows records, waits until the visible ones are loaded, and focuses them. */
  async showRecords(result: Result = {}): Promise<void> {
    await this.show(result);
    await this.settled();
    await this.grid.focus();
  }

  async settled(): Promise<void> {
    const rows = this.page.locator('.row:not(.header)');
    const loading = this.page.locator('.row.loading');
    await until(async () => (await rows.count()) > 0 && (await loading.count()) === 0, 'the records in view are there');
  }

  async mood(change: Partial<FakeHost['mood']>): Promise<void> {
    await this.page.evaluate((given) => void Object.assign(window.fakeGridHost.mood, given), change);
  }

  async sample(name: SampleName): Promise<void> {
    await this.mood({ sample: name });
  }

  async loading(): Promise<void> {
    await this.page.evaluate(() => window.fakeGridHost.view.loading('Lessons'));
  }

  async refuse(problem: Parameters<FakeHost['refuse']>[0] = {}): Promise<void> {
    await this.page.evaluate((given) => window.fakeGridHost.refuse(given), problem);
  }

  async tasks(...tasks: readonly GridTask[]): Promise<void> {
    await this.page.evaluate((given) => window.fakeGridHost.view.tasks(given), tasks);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The arguments of each call of a host function. */
  async calls(method: string): Promise<readonly (readonly unknown[])[]> {
    return this.page.evaluate(
      (name) => window.fakeGridHost.calls.filter((call) => call.method === name).map(({ args }) => args),
      method,
    );
  }

  cell(row: number, column: number): Locator {
    return this.page.locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 2}"]`);
  }

  /** The cell that assistive technology treats as focused. */
  async current(): Promise<readonly [row: number, column: number, role: string | null] | undefined> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      const active = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '');
      if (focused?.role !== 'grid' || !active) return undefined;
      const row = active.closest('[role=row]');
      return [Number(row?.ariaRowIndex) - 2, Number(active.ariaColIndex) - 2, active.role] as const;
    });
  }

  /** The first row in view. */
  async topRow(): Promise<number> {
    return this.page.evaluate(() => {
      const top = document.querySelector('.head')?.getBoundingClientRect().bottom ?? 0;
      const row = document.elementFromPoint(80, top + 12)?.closest('[role=row]');
      return Number(row?.ariaRowIndex) - 2;
    });
  }
}
