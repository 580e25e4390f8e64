import { html, type TemplateResult } from 'lit-html';
import { linkButton } from '../../ui/controls/buttons.ts';
import { selectField } from '../../ui/controls/selectField.ts';
import {
  type ChartChange,
  type ChartFacts,
  type ChartOffer,
  groupOffers,
  kindOffers,
  upOffers,
} from './chartChoices.ts';
import './chartPane.css';

/** The lists beside a chart, as far as something can be picked, and the ways out of it. */
export function chartPane(
  facts: ChartFacts,
  change: (change: ChartChange) => void,
  save: () => void,
  showTable: () => void,
): TemplateResult {
  const { strings } = facts;
  const list = ([name, label, offers]: readonly [string, string, readonly ChartOffer[]]): TemplateResult =>
    html`<label for="chart-${name}">${label}</label> ${selectField<string>({
        id: `chart-${name}`,
        value: String(offers.findIndex(({ isPicked }) => isPicked)),
        choices: offers.map((offer, place) => ({
          value: String(place),
          isOff: offer.isOff === true,
          label: offer.label,
        })),
        onPick: (place) => {
          const offer = offers[Number(place)];
          if (offer) change(offer.change);
        },
      })}`;
  const lists = [
    ['kind', strings.chartKind, kindOffers(facts)],
    ['across', strings.chartAcross, groupOffers('across', facts)],
    ['up', strings.chartUp, upOffers(facts)],
    ['color', strings.chartColor, groupOffers('color', facts)],
  ] as const;
  return html`<div class="pane-head"><h2>${strings.chart}</h2></div>
    <div class="chart-controls"
      >${lists.filter(([, , offers]) => offers.length > 0).map(list)} ${linkButton(strings.saveChartAs, save)}
      ${linkButton(strings.showAsTable, showTable)}</div
    >`;
}
