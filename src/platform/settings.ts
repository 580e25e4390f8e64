import * as vscode from 'vscode';
import * as v from 'valibot';
import { GridLook } from '../messages/gridLook.ts';
import { DisposableStore } from './disposables.ts';

/** A setting. Its default comes from the manifest; a value of the wrong shape counts as not set. */
export class ConfigValue<T> implements vscode.Disposable {
  readonly #key: string;
  readonly #accepts: (value: unknown) => value is T;
  readonly #changed = new vscode.EventEmitter<T>();
  readonly #listener: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(key: string, accepts: (value: unknown) => value is T) {
    this.#key = key;
    this.#accepts = accepts;
    this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) this.#changed.fire(this.value);
    });
  }

  get value(): T {
    const configuration = vscode.workspace.getConfiguration();
    const value: unknown = configuration.get(this.#key);
    if (this.#accepts(value)) return value;
    const standard: unknown = configuration.inspect(this.#key)?.defaultValue;
    if (this.#accepts(standard)) return standard;
    throw new Error(`The manifest has no valid default for ${this.#key}`);
  }

  /** For all windows of this user. */
  async set(value: T): Promise<void> {
    await vscode.workspace.getConfiguration().update(this.#key, value, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

/** How grids draw records: the settings `datastoreExplorer.grid.*` as one. */
export class GridLookSetting implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #density = this.#store.add(lookSetting('density'));
  readonly #zebra = this.#store.add(lookSetting('zebra'));
  readonly #numbers = this.#store.add(lookSetting('numbers'));
  readonly #dates = this.#store.add(lookSetting('dates'));
  readonly #booleans = this.#store.add(lookSetting('booleans'));
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

function lookSetting<K extends keyof GridLook>(name: K): ConfigValue<GridLook[K]> {
  const accepts = (value: unknown): value is GridLook[K] => v.is(GridLook.entries[name], value);
  return new ConfigValue(`datastoreExplorer.grid.${name}`, accepts);
}

/** Every setting of the extension. Readers get one of these, never `getConfiguration`. */
export class Settings implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly timeoutSeconds = this.#store.add(
    new ConfigValue('datastoreExplorer.request.timeoutSeconds', isPositive),
  );
  /** `vscode`: VS Code's own `fetch`, for proxies that only it knows. */
  readonly network = this.#store.add(new ConfigValue('datastoreExplorer.request.network', isNetwork));
  /** `null`: everything that matches, fetched as it is scrolled to. */
  readonly defaultLimit = this.#store.add(new ConfigValue('datastoreExplorer.query.defaultLimit', isLimit));
  readonly openIn = this.#store.add(new ConfigValue('datastoreExplorer.records.openIn', isOpenIn));
  readonly gridLook = this.#store.add(new GridLookSetting());
  readonly localFiles = this.#store.add(new ConfigValue('datastoreExplorer.local.files', isTexts));
  readonly askHowToRead = this.#store.add(
    new ConfigValue('datastoreExplorer.local.askHowToRead', isAskHowToRead),
  );
  readonly localMemoryMb = this.#store.add(
    new ConfigValue('datastoreExplorer.local.memoryLimitMb', isPositive),
  );

  dispose(): void {
    this.#store.dispose();
  }
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value);
}

function isNetwork(value: unknown): value is 'own' | 'vscode' {
  return value === 'own' || value === 'vscode';
}

function isLimit(value: unknown): value is number | null {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}

function isOpenIn(value: unknown): value is 'same' | 'new' {
  return value === 'same' || value === 'new';
}

function isAskHowToRead(value: unknown): value is 'always' | 'never' {
  return value === 'always' || value === 'never';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
