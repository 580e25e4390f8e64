/** Whether something failed because there is no room left on the disk, as the system or the engine says it. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ENOSPC' || /No space left|disk full/i.test(message ?? '');
}
