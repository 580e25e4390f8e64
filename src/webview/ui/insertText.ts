/** Types text into the focused box, if any, like a key. With `at`, it goes before what was typed behind it. */
export function insertText(text: string, at?: number): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement) && !(box instanceof HTMLTextAreaElement)) return;
  const start = box.selectionStart ?? box.value.length;
  const isBefore = at !== undefined && at < start;
  if (isBefore) box.setRangeText(text, at, at, 'preserve');
  else box.setRangeText(text, start, box.selectionEnd ?? start, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
