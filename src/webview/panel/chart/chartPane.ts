import { html, nothing, type TemplateResult } from 'lit-html';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { linkButton } from '../../ui/controls/buttons.ts';
import { selectField } from '../../ui/controls/selectField.ts';
import {
  acrossOffers,
  type ChartChange,
  type ChartFacts,
  type ChartOffer,
  colorOffers,
  kindOffers,
  upOffers,
} from './chartChoices.ts';
import './chartPane.css';

export interface ChartPaneActions {
  readonly change: (change: ChartChange) => void;
  readonly save: () => void;
  readonly showTable: () => void;
}

/** The lists beside a chart, as far as something can be picked, and the ways out of it. */
export function chartPane(
  facts: ChartFacts | undefined,
  strings: GridStrings,
  { change, save, showTable }: ChartPaneActions,
): TemplateResult {
  const list = (name: string, label: string, offers: readonly ChartOffer[]): unknown =>
    offers.length === 0
      ? nothing
      : html`<label class="label" for="chart-${name}">${label}</label> ${selectField<string>({
            id: `chart-${name}`,
            value: String(offers.findIndex(({ isPicked }) => isPicked)),
            choices: offers.map((offer, place) => ({
              ...{ value: String(place), label: offer.label, isOff: offer.isOff === true },
            })),
            onPick: (place) => {
              const offer = offers[Number(place)];
              if (offer) change(offer.change);
            },
          })}`;
  const lists =
    facts === undefined
      ? nothing
      : [
          list('kind', strings.chartKind, kindOffers(facts, strings)),
          list('across', strings.chartAcross, acrossOffers(facts, strings)),
          list('up', strings.chartUp, upOffers(facts, strings)),
          list('color', strings.chartColor, colorOffers(facts, strings)),
        ];
  return html`<div class="pane-head"><h2>${strings.chart}</h2></div>
    <div class="chart-controls"
      >${lists} ${facts === undefined ? nothing : linkButton(strings.saveChartAs, save)}
      ${linkButton(strings.showAsTable, showTable)}</div
    >`;
}
