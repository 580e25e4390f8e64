import type { GridHost, SelectedRange } from '../../messages/gridProtocol.ts';
import type { Remote } from '../../messages/rpc.ts';

/** The selection is told after it has rested this long. */
const REST_MS = 60;

/** Tells the host what is selected: the last of a drag's many selections, or at once when the host asks. */
export class SelectionNews {
  readonly #host: Pick<Remote<GridHost>, 'selected'>;
  readonly #send: (call: Promise<unknown>) => void;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #news: { readonly generation: number; readonly range: SelectedRange } | undefined;

  constructor(host: Pick<Remote<GridHost>, 'selected'>, send: (call: Promise<unknown>) => void) {
    this.#host = host;
    this.#send = send;
  }

  take(generation: number, range: SelectedRange): void {
    clearTimeout(this.#resting);
    this.#news = { generation, range };
    this.#resting = setTimeout(() => this.#send(this.tell()), REST_MS);
  }

  /** Resolves when the host knows all there is. */
  async tell(): Promise<void> {
    clearTimeout(this.#resting);
    const news = this.#news;
    this.#news = undefined;
    if (news) await this.#host.selected(news.generation, news.range);
  }
}
