/** Shows in a panel that its requests wait for a server, why and for how long, with Try Now and Cancel. */
import { STATUS_CODES } from 'node:http';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeWait, WAIT_WORDS } from '../datastore/wire/waitWords.ts';
import type { HttpError } from '../http/errors.ts';
import type { Disposing } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import type { RunningWait, ServerWaits } from '../platform/serverWaits.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import type { GridScreen, ShownTask } from './gridScreen.ts';
import { TASK_WORDS } from './recordsWords.ts';

export interface PanelWaitsOptions {
  readonly portalId: string;
  readonly portals: Pick<PortalPort, 'find'>;
  readonly failures: Pick<Failures, 'describe'>;
  readonly waits: Pick<ServerWaits, 'watch'>;
  readonly screen: Pick<GridScreen, 'isSeen' | 'setTask'>;
  readonly cancel: () => void;
}

const TOPIC = 'wait';
const SECOND_MS = 1000;
/** An answer that comes sooner needs no words. */
const SLOW_MS = 3000;

export class PanelWaits implements Disposing {
  readonly #options: PanelWaitsOptions;
  /** Running work that Cancel can end, with the `performance.now()` of its start. */
  readonly #own = new Map<Promise<unknown>, number>();
  readonly #others = new Map<Promise<unknown>, number>();
  #watch: Disposing | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;
  #wait: RunningWait | undefined;

  constructor(options: PanelWaitsOptions) {
    this.#options = options;
  }

  /** Shows waits while `work` sends requests. `isOwn` means that Cancel can end it. */
  async during<T>(work: Promise<T>, isOwn = true): Promise<T> {
    const works = isOwn ? this.#own : this.#others;
    works.set(work, performance.now());
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
      this.#clock = setInterval(() => {
        if (this.#wait === undefined) this.#show(undefined);
      }, SECOND_MS);
    } else if (!isAsking && this.#watch !== undefined) {
      clearInterval(this.#clock);
      this.#watch.dispose();
      this.#watch = undefined;
      this.#show(undefined);
    } else this.#show(this.#wait);
  }

  #show(wait: RunningWait | undefined): void {
    this.#wait = wait;
    this.#options.screen.setTask(TOPIC, wait === undefined ? this.#slow() : this.#counted(wait));
  }

  #slow(): ShownTask | undefined {
    const ms = performance.now() - Math.min(Infinity, ...this.#own.values());
    if (this.#watch === undefined || ms < SLOW_MS) return undefined;
    const words = { 0: this.#name, 1: Math.floor(ms / SECOND_MS) };
    const text = translate(TASK_WORDS.waitingFor, words);
    return { title: translate(TASK_WORDS.waiting, words), text, tools: [] };
  }

  #counted({ host, reason, until, tryNow }: RunningWait): ShownTask {
    const ms = until - performance.now();
    const isAsked = reason === undefined;
    const text = isAsked ? translate(TASK_WORDS.busy, { 0: this.#name }) : this.#why(host, reason);
    return {
      title: isAsked ? describeWait({ host, ms }, windowLanguage) : translate(TASK_WORDS.failing, { 0: text }),
      text,
      until,
      tools: [
        { label: translate(WAIT_WORDS.tryNow), run: tryNow },
        ...(this.#own.size > 0 ? [{ label: translate(TASK_WORDS.cancel), run: this.#options.cancel }] : []),
      ],
    };
  }

  #why(host: string, reason: number | HttpError): string {
    if (typeof reason !== 'number') return this.#options.failures.describe(reason).message;
    const serverMessage = `${String(reason)} ${STATUS_CODES[reason] ?? ''}`;
    const error = new DatastoreError('server', host, { status: reason, serverMessage });
    return this.#options.failures.describe(error).message;
  }

  get #name(): string {
    const { portalId, portals } = this.#options;
    return portals.find(portalId)?.name ?? '';
  }
}
