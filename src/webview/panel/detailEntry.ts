import type { WireCell } from '../../base/cells.ts';
import type { GridField } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { codicon, iconButton } from '../ui/iconButton.ts';
import { detailValue, type ValueOptions } from './detailValue.ts';
import { visibleText } from '../ui/visibleText.ts';

export interface EntryOptions extends ValueOptions {
  readonly onCopy: (value: WireCell) => void;
  readonly onFilter: () => void;
}

export interface DetailEntry {
  readonly element: HTMLElement;
  readonly show: (value: WireCell) => void;
}

/** A field in the record pane. It stays for the next record, and so does the focus on one of its buttons. */
export function createDetailEntry(field: GridField, isHidden: boolean, options: EntryOptions): DetailEntry {
  const { strings, onCopy, onFilter } = options;
  let shown: WireCell = null;
  const name = visibleText(field.id) || strings.noName;
  const copy = iconButton('copy', fill(strings.copyValue, name), () => onCopy(shown));
  const filter = iconButton('filter', fill(strings.filterByThis, name), onFilter);
  const value = element('div');
  const facts = [element('bdi', 'id', {}, name), ...factsOf(field, isHidden, strings)];
  const actions = element('div', 'entry-actions', {}, filter, copy);
  return {
    element: element(
      'div',
      'entry',
      {},
      element('dt', '', {}, ...facts),
      element('dd', '', {}, value, actions),
    ),
    show: (next) => {
      shown = next;
      value.replaceChildren(detailValue(next, options));
    },
  };
}

function factsOf(
  { label, type, unit, notes }: GridField,
  isHidden: boolean,
  strings: GridStrings,
): readonly (Node | string)[] {
  return [
    ...(label ? [' ', element('bdi', 'label', {}, visibleText(label))] : []),
    ' ',
    element('span', 'type', {}, unit ? `${type} · ${visibleText(unit)}` : type),
    ...(isHidden ? [' ', hiddenMark(strings)] : []),
    ...(notes ? [element('p', 'notes', { dir: 'auto' }, visibleText(notes))] : []),
  ];
}

function hiddenMark({ hiddenField }: GridStrings): HTMLElement {
  const words = element('span', 'unseen', {}, hiddenField);
  return element('span', 'type', { title: hiddenField }, codicon('eye-closed'), words);
}
