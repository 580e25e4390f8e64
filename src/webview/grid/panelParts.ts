import type { PanelContext, PanelPart } from './panelPart.ts';

/** In the order in which they lie, and in which they are asked to perform an action. */
export function createPanelParts(_context: PanelContext): readonly PanelPart[] {
  return [];
}
