import { nothing, render } from 'lit-html';
import { placesOf } from '../../../base/field.ts';
import { fill, numberText } from '../../../base/words.ts';
import type { FieldCondition } from '../../../datastore/query/condition.ts';
import { conditionText } from '../../../datastore/query/conditionText.ts';
import type { GridQuestion, GridResult } from '../../../messages/gridProtocol.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { searchPhrase } from '../../../messages/searchPhrase.ts';
import { groupsPhrase, measuresPhrase } from '../../../messages/summaryPhrase.ts';
import type { Summary } from '../../../datastore/query/summary.ts';
import type { GridSortKey, QueryChange } from '../../../datastore/query/queryChange.ts';
import { button } from '../../ui/controls/buttons.ts';
import { type Chip, chip } from '../../ui/controls/chip.ts';
import { element } from '../../ui/element.ts';
import { placeByKey } from '../../ui/controls/listKeys.ts';
import './chipsBar.css';
import type { FilterEditor } from './filterEditor.ts';
import { Part } from '../pane.ts';
import type { PanelContext } from '../panelPart.ts';
import { hasValues, withoutSort, withSort } from './questionKeys.ts';
import type { SummaryPopup } from './summaryPopup.ts';

interface QuestionChip extends Pick<Chip, 'icon' | 'text' | 'label' | 'press'> {
  readonly removal: () => QueryChange;
  /** The words for the cross, if it removes more than the chip says. */
  readonly removes?: string;
}

export class ChipsBar extends Part {
  readonly place = 'bar';
  readonly #filter: FilterEditor['edit'];
  readonly #summarize: SummaryPopup['edit'];
  #chips: readonly QuestionChip[] = [];
  /** Index of the only tab stop. Arrow keys move from there. */
  #reachable = 0;

  constructor(context: PanelContext, filter: FilterEditor['edit'], summarize: SummaryPopup['edit']) {
    super(context, element('div', 'chips', { role: 'toolbar', 'aria-label': context.strings.question }));
    this.#filter = filter;
    this.#summarize = summarize;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('focusin', ({ target }) => this.#reach(this.#stops.indexOf(target as HTMLElement)));
  }

  show(result: GridResult): void {
    const { question } = result;
    const place = this.#stops.indexOf(document.activeElement as HTMLElement);
    const hadFocus = place >= 0 && document.hasFocus();
    this.#chips = question === undefined ? [] : this.#chipsOf(question, result);
    this.element.hidden = this.#chips.length === 0;
    this.#reachable = Math.max(0, Math.min(place, this.#chips.length - 1));
    this.#draw();
    // A removed chip would drop the focus out of the panel.
    if (hadFocus) (this.#stops[Math.min(place, this.#stops.length - 1)] ?? this.context.grid())?.focus();
  }

  get #stops(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.chip-main, .chip-clear')];
  }

  #draw(): void {
    const { strings, changeQuery } = this.context;
    const chips = this.#chips.map(({ removal, removes, ...each }, place) =>
      chip({
        ...each,
        removeLabel: removes ?? fill(strings.removeChip, each.text),
        remove: () => changeQuery(removal()),
        isReachable: place === this.#reachable,
      }),
    );
    const clear = button('chip-clear', strings.clearAll, () => changeQuery({ kind: 'clear' }), {
      isReachable: this.#reachable === chips.length,
    });
    render([chips, chips.length > 1 ? clear : nothing], this.element);
  }

  #chipsOf(question: GridQuestion, { fields }: GridResult): readonly QuestionChip[] {
    const { q, filters, sort, summary } = question;
    const { strings, host, send } = this.context;
    const press = (): void => send(host.editQuery());
    const text = searchPhrase(question, strings);
    const search: QuestionChip = {
      ...{ icon: 'search', text, label: fill(strings.searchChip, text), press },
      removal: () => ({ kind: 'search', q: '' }),
    };
    const raw: QuestionChip = {
      ...{ icon: 'filter', text: strings.rawFilters, label: strings.rawFilters, press },
      removal: () => ({ kind: 'clearFilters' }),
    };
    // The columns of a summary may have the names of other fields of the records.
    const own = fields.filter((_, place) => hasValues({ question }, place));
    const places = placesOf(own);
    const conditions = filters?.map((filter) => this.#condition(filter, places.get(filter.field))) ?? [raw];
    return [
      ...(q === '' ? [] : [search]),
      ...conditions,
      ...(summary === undefined ? [] : this.#summary(summary)),
      ...sort.map((key) => this.#sortKey(key, sort)),
    ];
  }

  /** `place` is the index of the condition's field in the result. */
  #condition(filter: FieldCondition, place: number | undefined): QuestionChip {
    const { strings, host, send } = this.context;
    const name = filter.field || strings.noName;
    const condition = conditionText(filter, strings);
    return {
      icon: 'filter',
      text: `${name}: ${condition}`,
      label: fill(strings.filterChip, name, condition),
      press: (pressed) => {
        if (place === undefined) send(host.editQuery());
        else this.#filter(place, pressed.getBoundingClientRect(), filter.kind);
      },
      removal: () => ({ kind: 'unfilter', field: filter.field, only: filter.kind }),
    };
  }

  /** A chip for the groups, unless all records are one, and a chip for the calculations. */
  #summary(summary: Summary): readonly QuestionChip[] {
    const { strings } = this.context;
    const { top } = summary;
    const groups = groupsPhrase(summary, strings);
    const most = top === undefined ? [] : [fill(strings.largestOnly, numberText(top, this.context.language))];
    const chips = [
      { icon: 'group-by-ref-type', text: [groups, ...most].join(', ') },
      { icon: 'symbol-operator', text: measuresPhrase(summary, strings) },
    ];
    return chips
      .slice(groups === '' ? 1 : 0)
      .map((each) => ({
        ...each,
        label: fill(strings.summaryChip, each.text),
        press: (pressed) => this.#summarize(pressed.getBoundingClientRect()),
        removal: () => ({ kind: 'summarize' }),
        removes: strings.removeSummary,
      }));
  }

  #sortKey(key: GridSortKey, sort: readonly GridSortKey[]): QuestionChip {
    const { strings, changeQuery } = this.context;
    const { field, descending } = key;
    return {
      icon: descending ? 'arrow-down' : 'arrow-up',
      text: field || strings.noName,
      label: fill(strings.turnSort, sortText(key, strings)),
      press: () => changeQuery({ kind: 'sort', keys: withSort(sort, field, !descending) }),
      removal: () => ({ kind: 'sort', keys: withoutSort(sort, field) }),
    };
  }

  #press(event: KeyboardEvent): void {
    const stops = this.#stops;
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = placeByKey(event.key, at, stops.length, { direction: 'horizontal' });
    if (next !== undefined) stops[next]?.focus();
    else if (event.key === 'Escape') this.context.grid()?.focus();
    else return;
    event.preventDefault();
  }

  #reach(stop: number): void {
    if (stop < 0 || stop === this.#reachable) return;
    this.#reachable = stop;
    this.#draw();
  }
}

/** A sort key in words, like `price, descending` */
function sortText({ field, descending }: GridSortKey, strings: GridStrings): string {
  return fill(descending ? strings.sortedDown : strings.sortedUp, field || strings.noName);
}

/** The changes between two queries in sentences. Empty if there are none. */
export function questionNews(
  before: GridQuestion | undefined,
  now: GridQuestion | undefined,
  strings: GridStrings,
): string {
  if (before === undefined || now === undefined) return '';
  const isNew = (part: keyof GridQuestion): boolean => JSON.stringify(before[part]) !== JSON.stringify(now[part]);
  const order = now.sort.map((key) => sortText(key, strings)).join('; ');
  const news = [
    (isNew('q') || isNew('qMode') || isNew('qField')) &&
      (now.q === '' ? strings.noSearch : fill(strings.searchedFor, searchPhrase(now, strings))),
    isNew('summary') && summaryNews(now, strings),
    isNew('filters') && filtersText(now.filters, strings),
    isNew('sort') && (order === '' ? strings.unsorted : fill(strings.sortedBy, order)),
  ];
  return news.flatMap((each) => (each === false ? [] : [`${each}. `])).join('');
}

function summaryNews({ summary }: GridQuestion, strings: GridStrings): string {
  if (summary === undefined) return strings.noSummary;
  const words = [groupsPhrase(summary, strings), measuresPhrase(summary, strings)];
  return fill(strings.summarized, words.filter((each) => each !== '').join(', '));
}

function filtersText(filters: GridQuestion['filters'], strings: GridStrings): string {
  if (filters === null) return strings.rawFilters;
  if (filters.length === 0) return strings.noFilters;
  return filters.length === 1 ? strings.oneFilter : fill(strings.manyFilters, String(filters.length));
}
