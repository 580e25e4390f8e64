import type { GridAction } from '../../messages/gridActions.ts';
import type { GridResult } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { Floating } from '../ui/floating.ts';
import { codicon } from '../ui/iconButton.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { NO_QUESTION } from './questionKeys.ts';

type MenuAction = Extract<
  GridAction,
  | 'sortAscending'
  | 'sortDescending'
  | 'addSortAscending'
  | 'addSortDescending'
  | 'clearSort'
  | 'filterField'
  | 'clearFieldFilter'
  | 'fitField'
  | 'moveFieldLeft'
  | 'moveFieldRight'
  | 'hideField'
  | 'freezeFields'
  | 'resetFields'
  | 'showFields'
>;

interface Entry {
  readonly action: MenuAction;
  readonly isOn?: boolean;
}

/** What can be done with one field: a menu at its header. */
export class FieldMenu implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #floating: Floating;
  #typed = '';
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.element = element('div', 'field-menu', { role: 'menu' });
    this.#floating = new Floating(this.element, () => this.#floating.close());
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  show(): void {
    if (this.#floating.isOpen) this.#leave();
  }

  fieldMenu(field: number, anchor: DOMRect): void {
    const result = this.#context.result();
    const name = result?.fields[field]?.id;
    if (result === undefined || name === undefined) return;
    this.element.ariaLabel = fill(this.#context.strings.fieldMenu, name || this.#context.strings.noName);
    const groups = groupsOf(result, field);
    this.element.replaceChildren(
      ...groups.flatMap((entries, index) => [
        ...(index === 0 ? [] : [element('div', 'menu-line', { role: 'separator' })]),
        ...entries.map((entry) => this.#item(entry, field)),
      ]),
    );
    this.#floating.open(anchor);
    this.#items[0]?.focus();
  }

  perform(action: GridAction): boolean {
    if (action !== 'showFieldMenu') return false;
    const grid = this.#context.grid();
    const field = grid?.current?.field;
    if (field === undefined) return true;
    grid?.goTo({ row: grid.current?.row ?? -1, field });
    const anchor = grid?.rectOf({ row: -1, field });
    if (anchor) this.fieldMenu(field, anchor);
    return true;
  }

  get #items(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.menu-item')];
  }

  #item({ action, isOn }: Entry, field: number): HTMLElement {
    const item = element(
      'div',
      'menu-item',
      {
        role: isOn === undefined ? 'menuitem' : 'menuitemcheckbox',
        tabindex: '-1',
        ...(isOn !== undefined && { 'aria-checked': String(isOn) }),
      },
      isOn === true ? codicon('check') : element('i', 'menu-gap'),
      this.#context.strings[action],
    );
    item.addEventListener('click', () => {
      this.#leave();
      const grid = this.#context.grid();
      grid?.goTo({ row: grid.current?.row ?? -1, field });
      this.#context.perform(action);
    });
    item.addEventListener('pointermove', () => item.focus());
    return item;
  }

  #leave(): void {
    this.#floating.close();
    this.#context.grid()?.focus();
  }

  #press(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.findIndex((item) => item === document.activeElement);
    const { key, ctrlKey, metaKey, altKey } = event;
    const moves: Readonly<Partial<Record<string, number>>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at <= 0 ? items.length : at) - 1,
      Home: 0,
      End: items.length - 1,
    };
    const next = moves[key];
    if (next !== undefined) items[next]?.focus();
    else if (key === 'Enter' || key === ' ') items[at]?.click();
    else if (key === 'Escape' || key === 'Tab') this.#leave();
    else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#search(key, items, at);
    else return;
    event.preventDefault();
  }

  /** The next entry that begins with what is typed in one go. */
  #search(letter: string, items: readonly HTMLElement[], at: number): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => (this.#typed = ''), TYPE_MS);
    this.#typed += letter.toLowerCase();
    const from = this.#typed.length === 1 ? at + 1 : at;
    const order = [...items.slice(from), ...items.slice(0, from)];
    order.find((item) => item.textContent.toLowerCase().startsWith(this.#typed))?.focus();
  }
}

const TYPE_MS = 700;

function groupsOf(result: GridResult, field: number): readonly (readonly Entry[])[] {
  const { id, kind } = result.fields[field] ?? { id: '', kind: 'text' };
  const { sort, filters } = result.question ?? NO_QUESTION;
  const own = sort.find((key) => key.field === id);
  const isFiltered = filters === null || filters.some((filter) => filter.field === id);
  const isAlone = own !== undefined && sort.length === 1;
  const order: readonly Entry[] = [
    { action: 'sortAscending', isOn: isAlone && !own.descending },
    { action: 'sortDescending', isOn: isAlone && own.descending },
    ...(sort.length > 0 && !isAlone
      ? ([
          { action: 'addSortAscending', isOn: own?.descending === false },
          { action: 'addSortDescending', isOn: own?.descending === true },
        ] as const)
      : []),
    ...(sort.length > 0 ? ([{ action: 'clearSort' }] as const) : []),
  ];
  const filter: readonly Entry[] = [
    ...(kind === 'json' ? [] : ([{ action: 'filterField' }] as const)),
    ...(isFiltered ? ([{ action: 'clearFieldFilter' }] as const) : []),
  ];
  const layout: readonly MenuAction[] = [
    'fitField',
    'moveFieldLeft',
    'moveFieldRight',
    'hideField',
    'freezeFields',
    'resetFields',
  ];
  return [order, filter, layout.map((action) => ({ action })), [{ action: 'showFields' as const }]].filter(
    (entries) => entries.length > 0,
  );
}
