/**
 * The replacement for VS Code in unit tests, with enough for the host's objects that show records. `people` answers
 * questions and stores messages.
 */
import { access } from 'node:fs/promises';
export * from './chatParts.ts';
import type { Disposing } from '../../../src/platform/disposables.ts';

/** The content of an input box, and whether it shows dots. */
export interface AskedText {
  readonly value: string;
  readonly isSecret: boolean;
}

/** The person in front of VS Code, for tests. */
export const people = {
  /** The text of each message with its detail and buttons. */
  asked: [] as { readonly text: string; readonly isModal: boolean; readonly buttons: readonly string[] }[],
  /** Chooses the button of a message. */
  answer: ((): string | undefined => undefined) as (text: string) => string | undefined,
  /** Types into an input box, depending on its prompt. Undefined closes it. */
  type: ((): string | undefined => undefined) as (prompt: string, box: AskedText) => string | undefined,
  /** Validation messages of input boxes. */
  refused: [] as string[],
  /** Types into a pick list, then picks one of its rows, or more where that is possible. Undefined closes it. */
  pick: (() => undefined) as (
    title: string,
  ) => { readonly typed?: string; readonly row: string; readonly more?: readonly string[] } | undefined,
  /** The rows of the last shown pick list. */
  rows: [] as readonly PickRow[],
  /** Whether pick lists stay open for the test, instead of being answered by `pick`. */
  looksAtPicks: false,
  /** The pick list that is open. */
  picking: undefined as QuickPick | undefined,
  clipboard: '',
  /** Names of the commands that were run. */
  commands: [] as string[],
  /** The context keys for `when` clauses of package.json. */
  context: new Map<string, unknown>(),
  /** Texts of opened editors, or paths of their files. */
  editors: [] as string[],
  /** The messages of all progress notifications. */
  progress: [] as string[],
  /** Tells whether a progress notification is cancelled, by its title or message. */
  cancels: (() => false) as (text: string) => boolean,
  forget(): void {
    people.asked.length = 0;
    people.editors.length = 0;
    people.commands.length = 0;
    people.context.clear();
    people.progress.length = 0;
    people.cancels = () => false;
    people.refused.length = 0;
    people.rows = [];
    people.looksAtPicks = false;
    people.picking = undefined;
    people.answer = () => undefined;
    people.type = () => undefined;
    people.pick = () => undefined;
    people.clipboard = '';
  },
};

export const l10n = {
  t: (text: string | { readonly message: string }, ...args: readonly (string | number)[]): string =>
    (typeof text === 'string' ? text : text.message).replace(/\{(\d+)\}/g, (hole, index: string) =>
      String(args[Number(index)] ?? hole),
    ),
};

export class EventEmitter<T> {
  /** Number of all listeners that weren't disposed. */
  static listeners = 0;
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposing => {
    this.#listeners.add(listener);
    EventEmitter.listeners += 1;
    return {
      dispose: () => {
        if (this.#listeners.delete(listener)) EventEmitter.listeners -= 1;
      },
    };
  };
  /** Number of listeners of this emitter. */
  get size(): number {
    return this.#listeners.size;
  }
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    EventEmitter.listeners -= this.#listeners.size;
    this.#listeners.clear();
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;
  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }
  static file(path: string): Uri {
    return new Uri('file', path);
  }
  static parse(text: string): Uri {
    const [, scheme = '', path = ''] = /^(\w+):(?:\/\/)?(.*)$/.exec(text) ?? [];
    return new Uri(scheme, path);
  }
  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(scheme, path);
  }
  static joinPath({ scheme, path }: Uri, ...more: readonly string[]): Uri {
    return new Uri(scheme, [path, ...more].join('/'));
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export const ProgressLocation = { Notification: 15 };

export const ViewColumn = { Active: -1 };

export const UIKind = { Desktop: 1, Web: 2 };

export const env = {
  language: 'en',
  uiKind: UIKind.Desktop,
  remoteName: undefined as string | undefined,
  uriScheme: 'vscode',
  clipboard: {
    readText: () => Promise.resolve(people.clipboard),
    writeText: (text: string): Promise<void> => {
      people.clipboard = text;
      return Promise.resolve();
    },
  },
};

export class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

interface Tab {
  readonly label: string;
  readonly input: object;
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

interface Item {
  readonly title: string;
}

function ask(
  text: string,
  { modal = false, detail = '' }: { readonly modal?: boolean; readonly detail?: string },
  ...items: readonly Item[]
): Promise<Item | undefined> {
  const said = [text, detail].filter((part) => part !== '').join(' ');
  people.asked.push({ text: said, isModal: modal, buttons: items.map(({ title }) => title) });
  const answer = people.answer(said);
  return Promise.resolve(items.find(({ title }) => title === answer));
}

export interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly { readonly tooltip?: string }[];
  readonly kind?: number;
}

export class QuickPick {
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly #moved = new EventEmitter<readonly PickRow[]>();
  readonly #pressed = new EventEmitter<void>();
  readonly #pressedInRow = new EventEmitter<{ readonly item: PickRow; readonly button: object }>();
  #rows: readonly PickRow[] = [];
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  keepScrollPosition = false;
  buttons: readonly object[] = [];
  activeItems: readonly PickRow[] = [];
  selectedItems: readonly PickRow[] = [];
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidChangeActive = this.#moved.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidTriggerItemButton = this.#pressedInRow.event;

  get items(): readonly PickRow[] {
    return this.#rows;
  }

  /** The window shows the rows a moment later, and then reports the focused one. */
  set items(rows: readonly PickRow[]) {
    this.#rows = rows;
    this.activeItems = rows.filter(({ kind }) => kind === undefined).slice(0, 1);
    queueMicrotask(() => {
      if (this.#rows === rows) this.#moved.fire(this.activeItems);
    });
  }

  show(): void {
    if (people.looksAtPicks) people.picking = this;
    else this.#answer();
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    if (people.picking === this) people.picking = undefined;
    this.#accepted.dispose();
  }

  /** Types a text like people do. */
  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  goTo(label: string): void {
    this.activeItems = this.#rows.filter((row) => row.label === label).slice(0, 1);
    this.#moved.fire(this.activeItems);
  }

  enter(): void {
    this.selectedItems = this.activeItems;
    this.#accepted.fire();
  }

  back(): void {
    this.#pressed.fire();
  }

  press(tooltip: string): void {
    const [item] = this.activeItems;
    const button = item?.buttons?.find((each) => each.tooltip === tooltip);
    if (item && button) this.#pressedInRow.fire({ item, button });
  }

  #answer(): void {
    const picked = people.pick(this.title);
    this.value = picked?.typed ?? '';
    if (picked?.typed !== undefined) this.#typed.fire(picked.typed);
    people.rows = this.items;
    this.selectedItems = this.items.filter(({ label }) => label === picked?.row);
    if (this.selectedItems.length > 0) this.#accepted.fire();
    else this.hide();
  }
}

interface InputBox {
  readonly prompt: string;
  readonly validateInput: (text: string) => string | undefined;
  readonly value?: string;
  readonly password?: boolean;
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };

export const window = {
  registerUriHandler: (): Disposing => ({ dispose: () => undefined }),
  registerWebviewPanelSerializer: (): Disposing => ({ dispose: () => undefined }),
  createQuickPick: () => new QuickPick(),
  showQuickPick: (rows: readonly PickRow[], { title }: { readonly title: string }) => {
    people.rows = rows;
    const picked = people.pick(title);
    return Promise.resolve(picked && rows.filter(({ label }) => [picked.row, ...(picked.more ?? [])].includes(label)));
  },
  showInputBox: ({ prompt, value = '', password = false, validateInput }: InputBox) => {
    const text = people.type(prompt, { value, isSecret: password });
    const problem = text === undefined ? undefined : validateInput(text);
    if (problem !== undefined) people.refused.push(problem);
    return Promise.resolve(problem === undefined ? text : undefined);
  },
  showInformationMessage: ask,
  showWarningMessage: ask,
  showErrorMessage: ask,
  showTextDocument: (): Promise<void> => Promise.resolve(),
  showOpenDialog: (): Promise<readonly Uri[] | undefined> => Promise.resolve(undefined),
  showSaveDialog: (_options: { readonly defaultUri: Uri }): Promise<Uri | undefined> => Promise.resolve(undefined),
  tabGroups: {
    activeTabGroup: { activeTab: undefined as { readonly input: object } | undefined },
    all: [{ tabs: [] as readonly Tab[] }],
    close: (closed: readonly Tab[]): Promise<boolean> => {
      for (const group of window.tabGroups.all) group.tabs = group.tabs.filter((tab) => !closed.includes(tab));
      return Promise.resolve(true);
    },
  },
  createOutputChannel: () => {
    let isClosed = false;
    const show = (): undefined => {
      if (isClosed) throw new Error('Channel has been closed');
    };
    const write = (_line: string): undefined => show();
    const dispose = (): undefined => {
      isClosed = true;
    };
    return { debug: write, info: write, warn: write, error: write, show, dispose };
  },
  registerCustomEditorProvider: (): Disposing => ({ dispose: () => undefined }),
  onDidChangeWindowState: new EventEmitter<{ readonly focused: boolean }>().event,
  withProgress: async (
    { title = '' }: { readonly title?: string },
    task: (progress: object, token: object) => Promise<unknown>,
  ): Promise<unknown> => {
    people.progress.push(title);
    const cancelled = new EventEmitter<void>();
    const progress = {
      report: ({ message = '' }: { readonly message?: string }) => {
        people.progress.push(message);
        if (people.cancels(message)) cancelled.fire();
      },
    };
    return task(progress, { isCancellationRequested: people.cancels(title), onCancellationRequested: cancelled.event });
  },
};

const silent = new EventEmitter<Uri>().event;

export class RelativePattern {
  readonly baseUri: Uri;
  readonly pattern: string;
  constructor(base: Uri, pattern: string) {
    [this.baseUri, this.pattern] = [base, pattern];
  }
}

export const workspace = {
  isTrusted: true,
  fs: { stat: (uri: Uri): Promise<void> => access(uri.fsPath) },
  /** A watcher that reports nothing. */
  createFileSystemWatcher: () => ({
    ...{ onDidCreate: silent, onDidChange: silent, onDidDelete: silent },
    dispose: () => undefined,
  }),
  onDidGrantWorkspaceTrust: new EventEmitter<void>().event,
  workspaceFolders: undefined as readonly { readonly uri: Uri }[] | undefined,
  getWorkspaceFolder: (uri: Uri) =>
    workspace.workspaceFolders?.find((folder) => uri.path.startsWith(`${folder.uri.path}/`)),
  openTextDocument: async (text: { readonly content: string } | Uri): Promise<object> => {
    if (text instanceof Uri && text.scheme === 'file') await access(text.fsPath);
    people.editors.push(text instanceof Uri ? text.fsPath : text.content);
    return {};
  },
};

export const commands = {
  executeCommand: (command: string, ...args: readonly unknown[]): Promise<void> => {
    const [key, value] = args;
    people.commands.push(command);
    if (command === 'setContext') people.context.set(String(key), value);
    return Promise.resolve();
  },
};
