import * as v from 'valibot';
import * as vscode from 'vscode';
import { readStored } from '../../base/stored.ts';
import { queryText } from '../../datastore/query/query.ts';
import { Owner } from '../../platform/disposables.ts';
import type { Failures } from '../../platform/failures.ts';
import type { Log } from '../../platform/log.ts';
import { askText, askToConfirm, showMessage } from '../../platform/messages.ts';
import type { PickedResource, ResourceRef } from '../../platform/portal.ts';
import type { AnswerInPanel, PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type HistoryEntry, type HistoryRun, isRunOf, isStorable, withRun } from './historyEntry.ts';
import type { HistoryFile } from './historyFile.ts';
import { pickEntry } from './historyPick.ts';
import { entryTitle } from './historyText.ts';
import { HISTORY_WORDS as WORDS } from './historyWords.ts';

export interface PanelHistoryDeps {
  readonly portals: Pick<PortalPort, 'find' | 'findByUrl' | 'isGone' | 'names' | 'sourceOf'>;
  readonly failures: Pick<Failures, 'log' | 'offerUndo'>;
  readonly log: Pick<Log, 'withoutSecrets'>;
  readonly isEnabled: () => boolean;
  readonly file: HistoryFile;
  readonly onDidAnswer: vscode.Event<AnswerInPanel>;
}

/** The queries that panels have answered, over all resources and sessions, and what people do with them. */
export class PanelHistory extends Owner {
  readonly #deps: PanelHistoryDeps;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #edition = '';
  readonly entries = (): Promise<readonly HistoryEntry[]> => this.#deps.file.entries();

  constructor(deps: PanelHistoryDeps) {
    super();
    this.#deps = deps;
    this.owned.add(deps.onDidAnswer((answer) => this.#record(answer)));
    // Other windows write the file, too.
    this.owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.#look()));
  }

  /** Lets people search the history. Resolves to the query to run, if they want that. */
  async show(title: string): Promise<PickedResource | undefined> {
    if (await this.#isEmpty()) return undefined;
    const picked = await pickEntry(
      title,
      () => this.entries(),
      ({ entry, does }) => this[does](entry),
    );
    if (picked?.does !== 'save') return picked && this.run(picked.entry);
    const { portalId, query } = picked.entry;
    const placed = { portalId, query: queryText(query), label: entryTitle(picked.entry) };
    await vscode.commands.executeCommand('datastoreExplorer.addToDocument', placed);
    return undefined;
  }

  /** The query of an entry, for its portal as it is listed now. Throws Problem if its resource was removed. */
  async run(argument: unknown): Promise<PickedResource> {
    const entry = await this.#meantBy(argument);
    return { ...(await this.#place(entry)), query: entry.query };
  }

  /** Pins an entry, or unpins it. */
  async pin(argument: unknown): Promise<void> {
    const { id } = await this.#meantBy(argument);
    await this.#changeEntry(id, ({ isPinned, ...entry }) => (isPinned ? entry : { ...entry, isPinned: true }));
  }

  async name(argument: unknown): Promise<void> {
    const { id, label, name: before = '' } = await this.#meantBy(argument);
    const problem = (text: string) =>
      this.#deps.log.withoutSecrets(text) === text ? undefined : translate(WORDS.secretName);
    const prompt = translate(WORDS.namePrompt);
    const answer = await askText({ title: label, prompt, value: before, placeholder: label, problem });
    const name = answer?.trim().slice(0, 200);
    if (name === undefined) return;
    await this.#changeEntry(id, ({ name: _, ...entry }) => (name === '' ? entry : { ...entry, name }));
  }

  async remove(argument: unknown): Promise<void> {
    const entry = await this.#meantBy(argument);
    await this.#change((entries) => entries.filter(({ id }) => id !== entry.id));
    const restore = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] =>
      [entry, ...entries.filter((other) => !isRunOf(other, entry))].sort((one, other) => other.at - one.at);
    const text = translate(WORDS.removed, { name: entryTitle(entry) });
    this.#deps.failures.offerUndo(text, () => this.#change(restore));
  }

  /** Empties the file on disk, if people confirm that. */
  async clear(): Promise<void> {
    // A file that can't be read has no queries, but may have texts.
    if (await this.#isEmpty()) return this.#deps.file.clear();
    const [question, detail] = [translate(WORDS.askClear), translate(WORDS.clearDetail)];
    if (!(await askToConfirm('warning', question, [detail], translate(WORDS.clear)))) return;
    await this.#deps.file.clear();
    await this.#look();
  }

  /** Says so if there are no queries. */
  async #isEmpty(): Promise<boolean> {
    if ((await this.entries()).length > 0) return false;
    void showMessage('information', translate(this.#deps.isEnabled() ? WORDS.nothing : WORDS.off));
    return true;
  }

  #record({ portalId, query, label, result }: AnswerInPanel): void {
    const { portals, log, failures } = this.#deps;
    const ref = { portalId, resourceId: query.resourceId };
    // The results of SQL statements are deleted with their window.
    if (!this.#deps.isEnabled() || portals.sourceOf(ref) === 'result') return;
    if (!isStorable(query, label, (text) => log.withoutSecrets(text))) return;
    const { name = portals.names(ref).server, baseUrl = '' } = portals.find(portalId) ?? {};
    const isAddress = baseUrl !== '' && log.withoutSecrets(baseUrl) === baseUrl;
    const run: HistoryRun = {
      ...{ portalId, portal: name, label, query, at: Date.now(), elapsedMs: Math.round(result.elapsedMs) },
      ...(isAddress && { baseUrl }),
      ...countOf(result),
    };
    const change = (next: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): void => {
      this.#change(next).catch((error: unknown) => failures.log('History', error));
    };
    change((entries) => withRun(entries, run));
    if (!result.isCounting) return;
    const stop = result.onDidChange(() => {
      if (result.isCounting) return;
      stop();
      change((all) => all.map((entry) => (isRunOf(entry, run) ? { ...entry, ...countOf(result) } : entry)));
    });
  }

  async #place({ portalId, baseUrl = '', query, label }: HistoryEntry): Promise<ResourceRef> {
    const { portals } = this.#deps;
    const ref = { portalId, resourceId: query.resourceId };
    if (!(await portals.isGone(ref))) return ref;
    const again = portals.findByUrl(baseUrl);
    if (again === undefined) throw new Problem(translate(WORDS.notListed, { label }), translate(WORDS.listAgain));
    return { ...ref, portalId: again.id };
  }

  /** Throws Problem if the entry is no longer there. Other extensions can pass anything. */
  async #meantBy(argument: unknown): Promise<HistoryEntry> {
    const { id } = readStored(v.object({ id: v.string() }), argument) ?? {};
    const entry = (await this.entries()).find((each) => each.id === id);
    if (entry === undefined) throw new Problem(translate(WORDS.gone));
    return entry;
  }

  #changeEntry(id: string, change: (entry: HistoryEntry) => HistoryEntry): Promise<void> {
    return this.#change((entries) => entries.map((entry) => (entry.id === id ? change(entry) : entry)));
  }

  async #change(change: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): Promise<void> {
    await this.#deps.file.change(change);
    await this.#look();
  }

  async #look(): Promise<void> {
    const edition = await this.#deps.file.edition().catch(() => '');
    if (edition === this.#edition) return;
    this.#edition = edition;
    this.#changed.fire();
  }
}

function countOf(result: AnswerInPanel['result']): Pick<HistoryEntry, 'count' | 'isEstimate'> {
  const { count, isCounting, rowCount, summary } = result;
  if (summary !== undefined) return { count: summary.others === 0 ? rowCount : rowCount - 1 + summary.others };
  if (isCounting || count.kind === 'unknown') return {};
  return { count: count.value, ...(count.kind === 'estimated' && { isEstimate: true as const }) };
}
