import { type Api, type Handlers, messageOf, type Remote, serve } from '../../messages/rpc.ts';
import type { FocusReport } from '../../messages/pageFocus.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { element } from './element.ts';
import './frame.css';

export interface PageFrame<THost extends Api, TState> {
  readonly root: HTMLElement;
  readonly host: Remote<THost>;
  /** The state that `save` stored before the frame was hidden or the window reloaded. */
  readonly saved: TState | undefined;
  readonly save: (state: TState) => void;
  /** Announces a text to screen readers without interrupting them. */
  readonly announce: (text: string) => void;
  /** Waits for a call of the host. The message of a failure goes to `onFailure`, or is announced. */
  readonly send: (call: Promise<unknown>, onFailure?: (message: string) => void) => void;
  /** Aborts when another page replaces this one in the same frame. */
  readonly ended: AbortSignal;
}

/** Makes a page, at once or when the host has answered. `reopen` ends it and opens another one in the same frame. */
export type MakePage<THost extends Api, TView extends Api, TState> = (
  frame: PageFrame<THost, TState>,
  reopen: (make: MakePage<THost, TView, TState>) => void,
) => Handlers<TView> | Promise<Handlers<TView>>;

/** Opens `make`'s page and connects it to the host. May be called once, because VS Code returns its API only once. */
export function openPage<THost extends Api, TView extends Api, TState>(
  Host: THost,
  View: TView,
  isState: (state: unknown) => state is TState,
  make: MakePage<THost, TView, TState>,
): void {
  const root = document.getElementById('root');
  if (!root) return;
  const api = acquireVsCodeApi();
  const region = element('div', 'unseen live-region', { role: 'status', 'aria-live': 'polite' });
  root.after(region);
  const announce = (text: string): void => {
    // The region is emptied first, because an equal text would otherwise be announced only once.
    region.textContent = '';
    region.append(text);
  };
  const open = (makeNext: typeof make, state: unknown): void => {
    const end = new AbortController();
    const page = Promise.withResolvers<Handlers<TView>>();
    const { remote, receive, dispose } = openPageEndpoint(
      (message) => api.postMessage(message),
      Host,
      serve(View, page.promise),
    );
    const { signal: ended } = end;
    // Calls that failed because their page has ended must not speak over the next one.
    const announceOfPage = (text: string): void => {
      if (!ended.aborted) announce(text);
    };
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data), { signal: ended });
    const frame: PageFrame<THost, TState> = {
      ...{ root, host: remote, announce: announceOfPage, ended },
      saved: isState(state) ? state : undefined,
      save: (next) => void api.setState(next),
      send: (call, onFailure = announceOfPage) =>
        void call.catch((error: unknown) => {
          onFailure(messageOf(error));
        }),
    };
    const reopen = (other: typeof make): void => {
      end.abort();
      dispose();
      open(other, undefined);
    };
    page.resolve(makeNext(frame, reopen));
  };
  const report = (hasFocus: boolean) => api.postMessage({ hasFocus } satisfies FocusReport);
  window.addEventListener('focus', () => report(true));
  window.addEventListener('blur', () => report(false));
  if (document.hasFocus()) report(true);
  document.addEventListener('keydown', stopHandledKey);
  open(make, api.getState());
}

/** Stops keys that the page has handled. VS Code listens on `window` and would take them for its own shortcuts. */
function stopHandledKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || (isOfText(event) && (typesText(event) || selectsText(event)))) event.stopPropagation();
}

function isOfText({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Whether Option types a character, which it does on a Mac (`Ç`, `Ą`, `@`). Elsewhere Alt only starts commands. */
function typesText({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped = key === 'Dead' || /^.$/u.test(key);
  return isTyped && altKey && !ctrlKey && !metaKey && navigator.userAgent.includes('Macintosh');
}

/**
 * Whether the browser selects the whole text at once. VS Code would select it again some 50 ms later, and the next key
 * would replace what was typed meanwhile.
 */
function selectsText({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
