import * as vscode from 'vscode';

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
