import { type GridLook, ROW_HEIGHTS } from '../../messages/gridLook.ts';

/** Puts on the grid's element what the style sheet has to know of a look. */
export function wearLook(element: HTMLElement, { density }: GridLook): void {
  element.style.setProperty('--row-height', `${ROW_HEIGHTS[density]}px`);
}
