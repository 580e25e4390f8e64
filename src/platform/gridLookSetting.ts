import * as vscode from 'vscode';
import {
  type GridLook,
  isBooleanFormat,
  isDateFormat,
  isDensity,
  isNumberFormat,
} from '../messages/gridLook.ts';
import { ConfigValue } from './configValue.ts';
import { DisposableStore } from './disposables.ts';

/** How grids draw records: the settings `datastoreExplorer.grid.*` as one. */
export class GridLookSetting implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #density = this.#store.add(new ConfigValue('datastoreExplorer.grid.density', isDensity));
  readonly #zebra = this.#store.add(new ConfigValue('datastoreExplorer.grid.zebra', isSwitch));
  readonly #numbers = this.#store.add(new ConfigValue('datastoreExplorer.grid.numbers', isNumberFormat));
  readonly #dates = this.#store.add(new ConfigValue('datastoreExplorer.grid.dates', isDateFormat));
  readonly #booleans = this.#store.add(new ConfigValue('datastoreExplorer.grid.booleans', isBooleanFormat));
  readonly #changed = this.#store.add(new vscode.EventEmitter<GridLook>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    for (const part of [this.#density, this.#zebra, this.#numbers, this.#dates, this.#booleans])
      part.onDidChange(() => this.#changed.fire(this.value));
  }

  get value(): GridLook {
    return {
      density: this.#density.value,
      zebra: this.#zebra.value,
      numbers: this.#numbers.value,
      dates: this.#dates.value,
      booleans: this.#booleans.value,
    };
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function isSwitch(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
