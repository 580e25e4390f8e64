/** The frame's only way out: messages to the host, and a small state that outlives the frame. */
export interface HostLink<TState> {
  readonly post: (message: unknown) => void;
  readonly onMessage: (receive: (message: unknown) => void) => void;
  /** What `save` kept before the frame was hidden or the window reloaded. */
  readonly saved: TState | undefined;
  readonly save: (state: TState) => void;
}

/** May be called once: VS Code hands its API out a single time. `read` says whether a saved state can still be used. */
export function connectHost<TState>(read: (state: unknown) => state is TState): HostLink<TState> {
  const api = acquireVsCodeApi();
  const state = api.getState();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (receive) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data)),
    saved: read(state) ? state : undefined,
    save: (next) => void api.setState(next),
  };
}
