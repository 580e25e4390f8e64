import type { WireCell } from '../../shared/cells.ts';
import type { GridField } from '../../shared/gridProtocol.ts';
import type { GridStrings } from '../../shared/gridStrings.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { iconButton } from '../ui/iconButton.ts';
import { detailValue } from './detailValue.ts';
import { visibleText } from './visibleText.ts';

export interface DetailOptions {
  readonly strings: GridStrings;
  readonly language: string;
  /** A whole record. */
  readonly load: (row: number, signal: AbortSignal) => Promise<readonly WireCell[]>;
  readonly onClose: () => void;
}

/** One record with all its fields, whole. */
export class DetailPane {
  readonly element: HTMLElement;
  readonly #options: DetailOptions;
  readonly #title = element('h2', 'detail-title');
  readonly #body = element('div', 'detail-body', { tabindex: '0', role: 'group' });
  #row: number | undefined;
  #fields: readonly GridField[] = [];
  #asking: AbortController | undefined;

  constructor(options: DetailOptions) {
    this.#options = options;
    const close = iconButton('close', options.strings.closeRecord, options.onClose);
    this.element = element(
      'aside',
      'detail',
      {},
      element('div', 'detail-head', {}, this.#title, close),
      this.#body,
    );
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') options.onClose();
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Shows a record; the one before stays until the new one is there. */
  show(row: number, fields: readonly GridField[]): void {
    if (this.isOpen && row === this.#row && fields === this.#fields) return;
    this.#row = row;
    this.#fields = fields;
    this.element.hidden = false;
    const { strings, language, load } = this.#options;
    const title = fill(strings.record, new Intl.NumberFormat(language).format(row + 1));
    this.#title.textContent = title;
    this.element.ariaLabel = title;
    this.#body.ariaLabel = title;
    this.#body.ariaBusy = 'true';
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    load(row, asking.signal).then(
      (values) => {
        if (!asking.signal.aborted) this.#fill(this.#list(values));
      },
      () => {
        if (!asking.signal.aborted) this.#fill(element('p', 'detail-note', {}, strings.recordNotLoaded));
      },
    );
  }

  focus(): void {
    this.#body.focus();
  }

  close(): void {
    this.#asking?.abort();
    this.#row = undefined;
    this.element.hidden = true;
    this.#body.replaceChildren();
  }

  #fill(content: HTMLElement): void {
    this.#body.ariaBusy = 'false';
    this.#body.replaceChildren(content);
    this.#body.scrollTop = 0;
  }

  #list(values: readonly WireCell[]): HTMLElement {
    const { strings, language } = this.#options;
    const list = element('dl');
    for (const [index, { id, type }] of this.#fields.entries())
      list.append(
        element(
          'dt',
          '',
          {},
          element('bdi', '', {}, visibleText(id) || strings.noName),
          ' ',
          element('span', 'type', {}, type),
        ),
        element('dd', '', {}, detailValue(values[index] ?? null, strings, language)),
      );
    return list;
  }
}
