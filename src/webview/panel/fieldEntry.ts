import type { GridField } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { codicon } from '../ui/iconButton.ts';
import { visibleText } from '../ui/visibleText.ts';
import { KIND_ICONS } from '../grid/headerRow.ts';

export interface FieldEntryOptions {
  readonly strings: GridStrings;
  readonly onOpen: () => void;
  readonly onShow: (isShown: boolean) => void;
}

/** One field in the fields pane: a check box for the grid, and a button that opens what there is to know of it. */
export class FieldEntry {
  readonly element = element('li', 'field');
  readonly name: string;
  readonly #check: HTMLButtonElement;
  readonly #button: HTMLButtonElement;
  readonly #words: string;
  /** Undefined as long as nobody said so. */
  #isShown: boolean | undefined;

  constructor(field: GridField, { strings, onOpen, onShow }: FieldEntryOptions) {
    const { id, type, kind, label = '' } = field;
    this.name = visibleText(id) || strings.noName;
    this.#words = `${id}\n${label}`.toLowerCase();
    this.#check = element('button', 'icon-button', {
      ...{ type: 'button', role: 'checkbox', tabindex: '-1' },
      'aria-label': fill(strings.showField, this.name),
      title: fill(strings.showField, this.name),
    });
    this.#check.addEventListener('click', () => onShow(this.#isShown !== true));
    this.#button = element(
      'button',
      'field-button',
      { type: 'button', 'aria-expanded': 'false', tabindex: '-1', title: [id, label, type].join('\n') },
      codicon('chevron-right'),
      codicon(KIND_ICONS[kind]),
      element('bdi', id === '' ? 'field-name dim' : 'field-name', {}, this.name),
      ...(label === '' ? [] : [element('bdi', 'field-label dim', {}, visibleText(label))]),
      element('span', 'unseen', {}, visibleText(type)),
    );
    this.#button.addEventListener('click', onOpen);
    this.element.append(element('div', 'field-head', {}, this.#check, this.#button));
  }

  /** Whether the name or the label contains a text, whatever the case. */
  matches(text: string): boolean {
    return this.#words.includes(text.toLowerCase());
  }

  /** `canHide`: false for the last one that is shown. */
  setShown(isShown: boolean, canHide: boolean): void {
    this.#check.ariaDisabled = String(isShown && !canHide);
    if (this.#isShown === isShown) return;
    this.#isShown = isShown;
    this.#check.ariaChecked = String(isShown);
    this.#check.replaceChildren(codicon(isShown ? 'eye' : 'eye-closed'));
    this.element.classList.toggle('not-shown', !isShown);
  }

  /** The field that the grid's cursor is in. */
  setCurrent(isCurrent: boolean): void {
    this.element.classList.toggle('current', isCurrent);
    if (isCurrent) this.#button.setAttribute('aria-current', 'true');
    else this.#button.removeAttribute('aria-current');
  }

  /** Of all entries, one can be reached by Tab. */
  setReachable(isReachable: boolean): void {
    for (const button of [this.#check, this.#button]) button.tabIndex = isReachable ? 0 : -1;
  }

  /** `facts`: what is under the name; undefined closes it. */
  setFacts(facts: HTMLElement | undefined): void {
    this.#button.ariaExpanded = String(facts !== undefined);
    this.element.querySelector('.field-facts')?.remove();
    if (facts) this.element.append(facts);
  }

  focus(): void {
    this.#button.focus();
  }
}
