/**
 * Puts text into the box that has the focus, as the browser does for a key; nothing elsewhere. `at`: what was typed behind
 * this place stays behind the text.
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
