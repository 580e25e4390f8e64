import * as vscode from 'vscode';
import * as v from 'valibot';
import { PAGES_AT_ONCE } from '../../export/pageSize.ts';
import { GridLook } from '../../messages/gridLook.ts';
import { Owner } from '../disposables.ts';

/** A setting of VS Code. Its default comes from package.json, and a value of the wrong type counts as not set. */
export class ConfigValue<T> extends Owner {
  readonly #key: string;
  readonly #schema: v.GenericSchema<T>;
  readonly #changed = this.owned.add(new vscode.EventEmitter<T>());
  readonly onDidChange = this.#changed.event;

  constructor(key: string, schema: v.GenericSchema<T>) {
    super();
    this.#key = key;
    this.#schema = schema;
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(key)) this.#changed.fire(this.value);
      }),
    );
  }

  get value(): T {
    const configuration = vscode.workspace.getConfiguration();
    const value: unknown = configuration.get(this.#key);
    if (v.is(this.#schema, value)) return value;
    return v.parse(this.#schema, configuration.inspect(this.#key)?.defaultValue);
  }

  /** Sets the value for all windows of this user. */
  async set(value: T): Promise<void> {
    await vscode.workspace.getConfiguration().update(this.#key, value, vscode.ConfigurationTarget.Global);
  }
}

/** The look of grids: the settings `datastoreExplorer.grid.*` as one value. */
export class GridLookSetting extends Owner {
  readonly #parts: ReadonlyMap<string, ConfigValue<unknown>>;
  readonly #changed = this.owned.add(new vscode.EventEmitter<GridLook>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    const parts = Object.entries(GridLook.entries).map(([name, schema]) => {
      const part = this.owned.add(new ConfigValue<unknown>(`datastoreExplorer.grid.${name}`, schema));
      return [name, part] as const;
    });
    this.#parts = new Map(parts);
    for (const part of this.#parts.values()) part.onDidChange(() => this.#changed.fire(this.value));
  }

  get value(): GridLook {
    return v.parse(GridLook, Object.fromEntries([...this.#parts].map(([name, part]) => [name, part.value])));
  }

  async toggleSummaries(): Promise<void> {
    await this.#parts.get('summaries')?.set(!this.value.summaries);
  }
}

const positive = v.pipe(v.number(), v.gtValue(0), v.finite());

/** All settings of the extension. Other code reads them from here, and never from `getConfiguration`. */
export class Settings extends Owner {
  readonly timeoutSeconds = this.#setting('request.timeoutSeconds', positive);
  /** `vscode` selects VS Code's own `fetch`, for proxies that only it supports. */
  readonly network = this.#setting('request.network', v.picklist(['own', 'vscode']));
  /** `null` means all matching records, loaded while people scroll. */
  readonly defaultLimit = this.#setting(
    'query.defaultLimit',
    v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  );
  readonly openIn = this.#setting('records.openIn', v.picklist(['reuse', 'same', 'new']));
  readonly gridLook = this.owned.add(new GridLookSetting());
  readonly localFiles = this.#setting('local.files', v.array(v.string()));
  readonly askHowToRead = this.#setting('local.askHowToRead', v.picklist(['always', 'never']));
  readonly maxDownloadMb = this.#setting('files.maxDownloadMb', positive);
  readonly pagesAtOnce = this.#setting(
    'export.pagesAtOnce',
    v.pipe(v.number(), v.safeInteger(), v.minValue(PAGES_AT_ONCE.fewest), v.maxValue(PAGES_AT_ONCE.most)),
  );
  readonly keepsHistory = this.#setting('history.enabled', v.boolean());
  readonly agentsByMcp = this.#setting('agents.mcp', v.boolean());
  readonly localMemoryMb = this.#setting('local.memoryLimitMb', positive);

  #setting<T>(name: string, schema: v.GenericSchema<T>): ConfigValue<T> {
    return this.owned.add(new ConfigValue(`datastoreExplorer.${name}`, schema));
  }
}
