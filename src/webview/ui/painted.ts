/** A window that isn't seen paints nothing. */
const MOST_MS = 500;

/** Resolves when what was drawn in this task is painted, or would have been. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MOST_MS);
    // A task posted while a frame is made runs after the frame was painted.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
