import { html, render } from 'lit-html';
import { fill, numberText } from '../../base/words.ts';
import type { GridMarks } from '../../messages/gridMarks.ts';
import type { GridResult } from '../../messages/gridProtocol.ts';
import { button } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import { visibleText } from '../ui/visibleText.ts';
import './changeLegend.css';
import { Part } from './pane.ts';
import type { PanelContext } from './panelPart.ts';

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;
type MarkedKind = keyof typeof SIGNS;

/** The line above a comparison: what its colors mean, and how many records are of each kind, which a click filters. */
export class ChangeLegend extends Part {
  readonly place = 'over';

  constructor(context: PanelContext) {
    super(context, element('div', 'change-legend', { role: 'toolbar', 'aria-label': context.strings.changes }));
  }

  show({ marks, fields, question }: GridResult): void {
    this.element.hidden = marks === undefined;
    if (marks === undefined) return;
    const { id: field = '' } = fields[marks.change] ?? {};
    const shown = question?.filters?.find((filter) => filter.field === field && filter.kind === 'values');
    const values = shown !== undefined && 'values' in shown ? shown.values.map(({ text }) => text) : [];
    const kinds = Object.keys(SIGNS) as MarkedKind[];
    render(
      html`${kinds.map((kind) => this.#button(kind, marks, field, values))}
        <span class="change-text">${visibleText(marks.text)}</span>`,
      this.element,
    );
  }

  #button(kind: MarkedKind, { counts }: GridMarks, field: string, shown: readonly string[]) {
    const { strings, language, changeQuery } = this.context;
    const isPressed = shown.includes(kind);
    const press = (): void => {
      const values = isPressed ? shown.filter((value) => value !== kind) : [...shown, kind];
      if (values.length === 0) changeQuery({ kind: 'unfilter', field });
      else {
        const texts = values.map((text) => ({ type: 'text', text }) as const);
        changeQuery({ kind: 'filter', filter: { kind: 'values', field, values: texts, list: texts.length > 1 } });
      }
    };
    const sign = html`<span class="change-sign" aria-hidden="true">${SIGNS[kind]}</span>`;
    const text = fill(strings[kind], numberText(counts[kind], language));
    return button(`change-kind ${kind}`, [sign, text], press, { isPressed, isDisabled: counts[kind] === 0 });
  }
}
