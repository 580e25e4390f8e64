import * as vscode from 'vscode';
import type { Failures } from '../platform/failures.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { withLateProgress } from '../platform/progress.ts';
import { SearchingPick, type PickStep } from '../platform/searchingPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import { DatasetStep, type FindPlace } from './datasetStep.ts';
import { onlyWithRecords, type FindRow, type FoundFile, type RecentResource } from './findChoices.ts';
import type { DatasetHit, SearchedPortal } from './portalSearch.ts';
import type { FindTarget } from './findTarget.ts';
import { FIND_WORDS } from './findWords.ts';
import { fileStep, resourceStep } from './resourceStep.ts';

export interface FinderDeps {
  readonly portals: Pick<PortalPort, 'catalog' | 'choices' | 'find' | 'lists' | 'remember' | 'setToken'>;
  readonly failures: Pick<Failures, 'log'>;
  /** Resources that were opened last, newest first. */
  readonly recent: () => readonly RecentResource[];
  readonly addPortal: () => Promise<SearchedPortal | undefined>;
}

/** The action after the pick has closed. Resolves to the resource whose records are to be opened, if there is one. */
type End = () => Promise<ResourceRef | undefined>;

/** Leads people from a topic to a resource: first datasets by words, then their resources. */
export class Finder {
  readonly #deps: FinderDeps;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  /** Resolves to the resource whose records people want to see. From then on, its name is remembered. */
  async find({ portalId, dataset, within }: FindTarget): Promise<ResourceRef | undefined> {
    const portals = await this.#portals(portalId);
    const [portal] = portals;
    if (portal === undefined) return undefined;
    if (dataset !== undefined && portal.id === portalId) return this.#showDataset(portal, dataset);
    const isOne = portals.length === 1;
    return this.#walk(this.#datasets({ portals, ...(within && isOne && { within }) }, false));
  }

  /** The requested portal, or all. If there is none, people can add one first. */
  async #portals(portalId: string | undefined): Promise<readonly SearchedPortal[]> {
    const { portals, addPortal } = this.#deps;
    // Local files and databases don't have an address, and no catalog to search.
    const listed = (await portals.choices()).filter(({ baseUrl }) => baseUrl !== '');
    const meant = portalId === undefined ? undefined : portals.find(portalId);
    if (meant !== undefined && portals.lists(meant.id) === 'datasets') return [meant];
    if (listed.length > 0) return listed;
    const added = await addPortal();
    return added === undefined ? [] : [added];
  }

  async #showDataset(portal: SearchedPortal, name: string): Promise<ResourceRef | undefined> {
    const catalog = this.#deps.portals.catalog(portal.id);
    const title = translate(FIND_WORDS.lookingForDataset, { portal: portal.name });
    const dataset = await withLateProgress(title, (signal) => catalog.dataset(name, signal));
    if (dataset === undefined) return undefined;
    const next = this.#resources({ kind: 'dataset', portal, dataset }, false);
    return typeof next === 'function' ? next() : this.#walk(next);
  }

  async #walk(first: PickStep<FindRow>): Promise<ResourceRef | undefined> {
    const pick = new SearchingPick<FindRow>();
    const steps = [first];
    let end: End | undefined;
    try {
      for (let step = steps.at(-1); step !== undefined && end === undefined; step = steps.at(-1)) {
        const answer = await pick.ask(step);
        if (answer.kind === 'left') break;
        if (answer.kind === 'chosen') {
          const next = await this.#follow(answer.value, step);
          if (typeof next === 'function') end = next;
          else if (next !== 'same') steps.push(next);
        } else steps.pop()?.dispose();
      }
    } finally {
      pick.dispose();
      for (const step of steps) step.dispose();
    }
    return end?.();
  }

  /** Leads to another step, the same step again, or the end. */
  async #follow(row: FindRow, step: PickStep<FindRow>): Promise<PickStep<FindRow> | 'same' | End> {
    switch (row.kind) {
      case 'dataset':
        return this.#resources(row, true);
      case 'resources':
        return resourceStep(row.hit, true);
      case 'portal':
        return this.#datasets({ portals: [row.portal] }, true);
      case 'recent':
        return () => Promise.resolve({ portalId: row.recent.portalId, resourceId: row.recent.resourceId });
      case 'command':
        return async () => {
          await vscode.commands.executeCommand(`datastoreExplorer.${row.command}`, row.argument);
          return undefined;
        };
      case 'addPortal':
        return () => this.#findInNewPortal();
      case 'token': {
        const hasToken = await this.#deps.portals.setToken(row.search.portal.id);
        if (hasToken && step instanceof DatasetStep) void step.more(row.search);
        return 'same';
      }
      case 'more':
        if (step instanceof DatasetStep) void step.more(row.search);
        return 'same';
      case 'file':
        return fileStep(row);
      case 'records':
        return () => this.#open(row);
    }
  }

  #datasets(place: FindPlace, canGoBack: boolean): PickStep<FindRow> {
    return new DatasetStep(place, this.#deps, canGoBack);
  }

  /** The step that lists a dataset's resources. If only one has records, it is opened at once. */
  #resources(hit: DatasetHit, canGoBack: boolean): PickStep<FindRow> | End {
    const { portal, dataset } = hit;
    const resource = onlyWithRecords(dataset);
    if (resource === undefined) return resourceStep(hit, canGoBack);
    return () => this.#open({ portal, dataset, resource });
  }

  async #findInNewPortal(): Promise<ResourceRef | undefined> {
    const added = await this.#deps.addPortal();
    return added && this.find({ portalId: added.id });
  }

  async #open({ portal, dataset, resource }: FoundFile): Promise<ResourceRef> {
    const { name, title } = dataset;
    const ref = { portalId: portal.id, resourceId: resource.id };
    await this.#deps.portals.remember(ref, { name: resource.name, dataset: { name, title } });
    return ref;
  }
}
