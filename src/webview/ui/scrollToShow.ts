/** Scrolls until `shown` is in view. `scrollIntoView` would displace VS Code's own elements around the frame. */
export function scrollToShow(
  shown: Element | null | undefined,
  scroller: Element | null | undefined = document.documentElement,
  place: 'nearest' | 'center' = 'nearest',
): void {
  if (!shown || !scroller) return;
  const isDocument = scroller === document.documentElement;
  const viewTop = isDocument ? 0 : scroller.getBoundingClientRect().top + scroller.clientTop;
  const { top, height } = shown.getBoundingClientRect();
  const above = top - viewTop;
  const room = scroller.clientHeight - height;
  // An element taller than the view shows its beginning.
  if (room < 0 || (place === 'nearest' && above < 0)) scroller.scrollTop += above;
  else if (place === 'center') scroller.scrollTop += above - room / 2;
  else if (above > room) scroller.scrollTop += above - room;
}
