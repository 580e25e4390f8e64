/** The frame that VS Code puts a page into. */
import './frame.css';

/** The frame's only connection: messages to and from the host, and a small state that outlives the frame. */
export interface HostLink<TState> {
  readonly post: (message: unknown) => void;
  readonly onMessage: (receive: (message: unknown) => void, signal?: AbortSignal) => void;
  /** What `save` kept before the frame was hidden or the window reloaded. */
  readonly saved: TState | undefined;
  readonly save: (state: TState) => void;
}

/** May be called once: VS Code gives its API out a single time. `read` says whether a saved state can still be used. */
export function connectHost<TState>(read: (state: unknown) => state is TState): HostLink<TState> {
  const api = acquireVsCodeApi();
  const state = api.getState();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (receive, signal) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data), {
        ...(signal && { signal }),
      }),
    saved: read(state) ? state : undefined,
    save: (next) => void api.setState(next),
  };
}

/** VS Code listens on `window` and takes each key for a shortcut of its own: a key that the page has handled must not get there. */
export function stopHandledKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || typesText(event)) event.stopPropagation();
  });
}

/** With Option, a Mac types characters (`Ç`, `Ą`, `@`); elsewhere Alt only commands. */
function typesText({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped = key === 'Dead' || /^.$/u.test(key);
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && isTyped && altKey && !ctrlKey && !metaKey && navigator.userAgent.includes('Macintosh');
}
