/** The frame that VS Code puts a page into. */
import './frame.css';

/** The frame's only connection: messages to and from the host, and a small state that survives the frame. */
export interface HostLink<TState> {
  readonly post: (message: unknown) => void;
  readonly onMessage: (receive: (message: unknown) => void, signal?: AbortSignal) => void;
  /** The state that `save` stored before the frame was hidden or the window reloaded. */
  readonly saved: TState | undefined;
  readonly save: (state: TState) => void;
}

/** Connects to the host. May be called once, because VS Code returns its API only once. `read` checks a saved state. */
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

/** Stops keys that the page has handled. VS Code listens on `window` and would take them for its own shortcuts. */
export function stopHandledKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || typesText(event)) event.stopPropagation();
  });
}

/** Whether Option types a character, which it does on a Mac (`Ç`, `Ą`, `@`). Elsewhere Alt only starts commands. */
function typesText({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped = key === 'Dead' || /^.$/u.test(key);
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && isTyped && altKey && !ctrlKey && !metaKey && navigator.userAgent.includes('Macintosh');
}
