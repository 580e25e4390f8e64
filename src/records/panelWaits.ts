/** What a panel says while its requests wait for a server: how long, with Try Now, and Cancel for its own ones. */
import { describeWait, WAIT_WORDS } from '../datastore/wire/waitWords.ts';
import type { Disposing } from '../platform/disposables.ts';
import type { PortalPort } from '../platform/portalPort.ts';
import type { RunningWait, ServerWaits } from '../platform/serverWaits.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import type { GridScreen } from './gridScreen.ts';
import { TASK_WORDS } from './recordsWords.ts';

export interface PanelWaitsOptions {
  readonly portalId: string;
  readonly portals: Pick<PortalPort, 'find'>;
  readonly waits: Pick<ServerWaits, 'watch'>;
  readonly screen: Pick<GridScreen, 'isSeen' | 'setTask'>;
  /** Cancels the panel's own requests. */
  readonly cancel: () => void;
}

const TOPIC = 'wait';

export class PanelWaits implements Disposing {
  readonly #options: PanelWaitsOptions;
  /** Work that goes on. */
  readonly #own = new Set<Promise<unknown>>();
  readonly #others = new Set<Promise<unknown>>();
  #watch: Disposing | undefined;
  #wait: RunningWait | undefined;

  constructor(options: PanelWaitsOptions) {
    this.#options = options;
  }

  /** `work` asks the portal. `isOwn`: Cancel beside the wait ends it. */
  async during<T>(work: Promise<T>, isOwn = true): Promise<T> {
    const works = isOwn ? this.#own : this.#others;
    works.add(work);
    this.#update();
    try {
      return await work;
    } finally {
      works.delete(work);
      this.#update();
    }
  }

  dispose(): void {
    this.#own.clear();
    this.#others.clear();
    this.#update();
  }

  #update(): void {
    const { portalId, portals, waits, screen } = this.#options;
    const isAsking = this.#own.size + this.#others.size > 0;
    const baseUrl = portals.find(portalId)?.baseUrl;
    if (isAsking && this.#watch === undefined && baseUrl !== undefined && URL.canParse(baseUrl)) {
      const { host } = new URL(baseUrl);
      const show = (wait: RunningWait | undefined) => this.#show(wait);
      this.#watch = waits.watch(host, { isSeen: () => screen.isSeen, show });
    } else if (!isAsking && this.#watch !== undefined) {
      this.#watch.dispose();
      this.#watch = undefined;
      this.#show(undefined);
    } else if (this.#wait !== undefined) this.#show(this.#wait);
  }

  #show(wait: RunningWait | undefined): void {
    const { screen, cancel } = this.#options;
    this.#wait = wait;
    screen.setTask(TOPIC, wait && shownWait(wait, this.#own.size > 0 ? cancel : undefined));
  }
}

function shownWait({ host, isAsked, until, tryNow }: RunningWait, cancel: (() => void) | undefined) {
  const ms = until - performance.now();
  return {
    title: isAsked ? describeWait({ host, ms }, windowLanguage) : translate(TASK_WORDS.failing, { 0: host }),
    text: '',
    until,
    tools: [
      { label: translate(WAIT_WORDS.tryNow), run: tryNow },
      ...(cancel ? [{ label: translate(TASK_WORDS.cancel), run: cancel }] : []),
    ],
  };
}
