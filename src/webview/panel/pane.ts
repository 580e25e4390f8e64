import { html, render } from 'lit-html';
import type { QueryChange } from '../../datastore/query/queryChange.ts';
import { messageOf } from '../../messages/rpc.ts';
import type { RecordsGrid } from '../grid/recordsGrid.ts';
import { iconButton, type TextButton, textButton } from '../ui/controls/buttons.ts';
import { Floating } from '../ui/controls/floating.ts';
import { Menu } from '../ui/controls/menu.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** A part with an element, which is hidden at first. */
export abstract class Part implements PanelPart {
  readonly element: HTMLElement;
  protected readonly context: PanelContext;

  constructor(context: PanelContext, element: HTMLElement) {
    this.context = context;
    this.element = element;
    element.hidden = true;
  }
}

/** A bar or pane. Escape in it, or in the grid while it is open, closes it and leads back to the grid. */
export abstract class Pane extends Part {
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

/** What an editor shows besides its title: its controls, why the host refused them, and its buttons. */
interface PopupContent {
  readonly title: string;
  readonly body: unknown;
  readonly problem: string;
  readonly clear: TextButton;
  readonly applyLabel: string;
}

/** An editor over the grid that changes the query. Escape, or another result, closes it, and Enter applies it. */
export abstract class Popup extends Part {
  readonly place = 'over';
  protected readonly floating: Floating;

  /** The title's id is what the element is labelled by. */
  constructor(context: PanelContext, element: HTMLElement) {
    super(context, element);
    this.floating = new Floating(element, () => this.close());
    element.addEventListener('keydown', (event) => this.#press(event));
  }

  show(): void {
    if (this.floating.isOpen) this.leave();
  }

  protected abstract apply(): Promise<void>;
  protected abstract refuse(problem: string): void;

  protected close(): void {
    this.floating.close();
  }

  protected leave(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.close();
    if (hadFocus) this.context.grid()?.focus();
  }

  /** Opens below the anchor, or in the corner of the panel. */
  protected open(anchor: DOMRect | undefined): void {
    const { left, top } = this.element.parentElement?.getBoundingClientRect() ?? new DOMRect();
    this.floating.open(anchor ?? new DOMRect(left, top, 0, 0));
  }

  /** Applies a change. If that isn't possible, the editor stays open and shows why. */
  protected async changeQuery(change: QueryChange): Promise<void> {
    try {
      await this.context.host.change(this.context.result()?.generation ?? 0, change);
      this.leave();
    } catch (error) {
      this.refuse(messageOf(error));
    }
  }

  protected draw({ title, body, problem, clear, applyLabel }: PopupContent): void {
    const titleId = this.element.getAttribute('aria-labelledby') ?? '';
    render(
      html`<div class="filter-head"
          ><h2 class="filter-title" id=${titleId}>${title}</h2
          >${iconButton('close', this.context.strings.filterClose, () => this.leave())}</div
        >
        ${body}
        <p class="filter-problem" role="alert" .textContent=${problem}></p>
        <div class="filter-buttons">
          ${textButton(clear)} ${textButton({ label: applyLabel, press: () => void this.apply(), isPrimary: true })}
        </div>`,
      this.element,
    );
  }

  #press(event: KeyboardEvent): void {
    const { key, target, defaultPrevented, isComposing } = event;
    // An open list in the editor takes these keys first.
    if (defaultPrevented || isComposing) return;
    if (key === 'Escape') this.leave();
    else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) void this.apply();
    else return;
    event.preventDefault();
  }
}
