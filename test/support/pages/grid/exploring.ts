/** Steps that the tests of filters, sort and statistics share. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import type { FieldCondition } from '../../../../src/datastore/query/condition.ts';
import type { QueryChange } from '../../../../src/datastore/query/queryChange.ts';
import { until } from '../../../../tools/vscode/until.ts';
import type { GridDriver } from './gridDriver.ts';

export const SUBJECT: FieldCondition = {
  kind: 'values',
  field: 'subject',
  values: [
    { type: 'text', text: 'math' },
    { type: 'text', text: 'art' },
  ],
  list: true,
};
export const HOURS: FieldCondition = {
  kind: 'range',
  field: 'hours',
  bounds: [
    { comparison: 'gte', value: { type: 'number', text: '1' } },
    { comparison: 'lte', value: { type: 'number', text: '5' } },
  ],
};

/** Column indices of the sample's fields. */
export const columnOf = { subject: 1, hours: 6, open: 8 } as const;

export class Exploring {
  readonly #at: GridDriver;

  constructor(at: GridDriver) {
    this.#at = at;
  }

  get menu(): Locator {
    return this.#at.page.getByRole('menu');
  }

  get editor(): Locator {
    return this.#at.page.getByRole('dialog');
  }

  async perform(action: GridAction): Promise<void> {
    await this.#at.page.evaluate((given) => window.fakeGridHost.view.perform(given), action);
  }

  /** Waits for `times` changes, and compares the last one. */
  async changed(change: QueryChange, times = 1): Promise<void> {
    const changes = async () => (await this.#at.calls('change')).map(([, each]) => each);
    await until(async () => (await changes()).length === times, 'a change was asked for');
    assert.deepEqual((await changes()).at(-1), change);
  }

  async goTo(column: number, row = 0): Promise<void> {
    await this.#at.cell(row, column).click();
    await this.#at.grid.focus();
  }

  /** Opens the filter and waits for the counted values. */
  async openFilter(column: number = columnOf.subject): Promise<void> {
    await this.goTo(column);
    await this.perform('filterField');
    await this.editor.getByText('Counts cover').waitFor({ state: 'attached' });
  }

  /** Selects the operator in a field's filter. */
  async compare(operator: string): Promise<void> {
    await this.#operator.focus();
    await this.#operator.selectOption({ label: operator });
  }

  async condition(): Promise<string> {
    return this.#operator.inputValue();
  }

  /** The operators that can be chosen, with the greyed ones in brackets. */
  async conditions(): Promise<readonly string[]> {
    return this.#operator
      .locator('option')
      .evaluateAll((options) =>
        options.map((option) => (option.matches(':disabled') ? `(${option.textContent})` : option.textContent)),
      );
  }

  get #operator(): Locator {
    return this.editor.getByRole('combobox', { name: 'Condition' });
  }

  async chips(): Promise<readonly string[]> {
    return this.#at.page.locator('.chips .chip-text').allTextContents();
  }
}
