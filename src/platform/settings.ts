import type { Disposable } from 'vscode';
import { ConfigValue } from './configValue.ts';
import { DisposableStore } from './disposables.ts';
import { GridLookSetting } from './gridLookSetting.ts';

/** Every setting of the extension. Readers get one of these, never `getConfiguration`. */
export class Settings implements Disposable {
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
