import type { RecordsGrid } from '../grid/recordsGrid.ts';
import { Menu } from '../ui/controls/menu.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** A bar or pane. Escape in it, or in the grid while it is open, closes it and leads back to the grid. */
export abstract class Pane implements PanelPart {
  readonly element: HTMLElement;
  protected readonly context: PanelContext;

  constructor(context: PanelContext, element: HTMLElement) {
    this.context = context;
    this.element = element;
    element.hidden = true;
  }

  dismiss(): void {
    this.close();
    this.grid?.focus();
    this.context.saveSoon();
  }

  protected get isOpen(): boolean {
    return !this.element.hidden;
  }

  protected get grid(): RecordsGrid | undefined {
    return this.context.grid();
  }

  protected close(): void {
    this.element.hidden = true;
  }
}

/** A menu over the grid. It closes when another result is shown, and then leads back to the grid. */
export abstract class MenuPart implements PanelPart {
  readonly place = 'over';
  protected readonly context: PanelContext;
  protected readonly menu: Menu;

  constructor(context: PanelContext) {
    this.context = context;
    this.menu = new Menu(() => context.grid()?.focus());
  }

  get element(): HTMLElement {
    return this.menu.element;
  }

  show(): void {
    if (this.menu.isOpen) this.menu.dismiss();
  }
}
