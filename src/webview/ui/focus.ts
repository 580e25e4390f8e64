/**
 * Whether the focus is on the element or inside it. A frame's document keeps its active element while the focus is in
 * another frame or in VS Code itself, and focusing an element would take it from there.
 */
export function holdsFocus(element: Element | null | undefined): boolean {
  return document.hasFocus() && element?.contains(document.activeElement) === true;
}
