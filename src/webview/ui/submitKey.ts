/** Whether a key submits a form: Enter in inputs of one line and selects, and with Ctrl or Cmd everywhere. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField && !event.shiftKey && !event.altKey;
}
