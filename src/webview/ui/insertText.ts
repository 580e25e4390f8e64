/**
 * Types text into the focused box like the browser does for a key. Does nothing elsewhere. With `at`, the text goes
 * before what was typed after that position.
 */
export function insertText(text: string, at?: number): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement) && !(box instanceof HTMLTextAreaElement)) return;
  const start = box.selectionStart ?? box.value.length;
  const isBefore = at !== undefined && at < start;
  if (isBefore) box.setRangeText(text, at, at, 'preserve');
  else box.setRangeText(text, start, box.selectionEnd ?? start, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
