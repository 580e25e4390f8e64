import type { Locator } from 'playwright-core';
import type { ChartChoice } from '../../../../src/datastore/query/chartChoice.ts';
import type { ChartSource, PictureOptions } from '../../../../src/webview/chart/chartContract.ts';
import { PageDriver, usePage } from '../usePage.ts';
import type { FakeChart } from './fakeChart.ts';

/** A fresh page with a chart for each test of the suite. */
export function useChart(): ChartDriver {
  const fresh = usePage(
    {
      kind: 'chart',
      entry: 'src/webview/chart/chart.css',
      title: 'Chart',
      host: 'test/support/pages/chart/fakeChart.ts',
      contents: {
        chart: { body: '<main><h1 class="unseen">Records</h1><div id="holder"></div></main>', scripts: ['host'] },
      },
      style: 'body { background: var(--vscode-editor-background); } #holder { position: fixed; inset: 0; }',
      isReady: (page) => page.locator('.chart').waitFor(),
    },
    { width: 1200, height: 700 },
  );
  return new ChartDriver(fresh);
}

/** Actions of a person on a chart, and what can be seen of it. */
export class ChartDriver extends PageDriver {
  get marks(): Locator {
    return this.page.locator('.chart-drawing [data-mark]');
  }

  get tip(): Locator {
    return this.page.locator('.chart-tip');
  }

  async show(source: ChartSource, choice: ChartChoice = {}): Promise<ReturnType<FakeChart['show']>> {
    return this.page.evaluate(([given, how]) => window.fakeChart.show(given, how), [source, choice] as const);
  }

  async showReference(name: string): Promise<void> {
    await this.page.evaluate((given) => window.fakeChart.showReference(given), name);
  }

  async focus(): Promise<void> {
    await this.page.evaluate(() => window.fakeChart.focus());
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  svg(options: PictureOptions): Promise<string> {
    return this.page.evaluate((given) => window.fakeChart.svg(given), options);
  }

  calls(): Promise<FakeChart['calls']> {
    return this.page.evaluate(() => window.fakeChart.calls);
  }

  /** What the focused element is called. */
  focusedName(): Promise<string | null | undefined> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  }
}
