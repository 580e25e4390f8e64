import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../base/words.ts';
import { button } from '../ui/controls/buttons.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { OptionsContext } from './optionsContext.ts';

/** The first lines of the file above the table that they become. A line's number begins or ends the table there. */
export function fileLines({ words, look, host, send }: OptionsContext): TemplateResult | typeof nothing {
  const { lines, hasAllLines } = look;
  if (lines.length === 0) return nothing;
  const last = lines.findLastIndex(({ role }) => role !== 'leftOut');
  return html`<section class="file-lines" aria-labelledby="lines-title" aria-describedby="lines-hint">
    <h2 id="lines-title">${words.fileLines}</h2>
    <ol class="lines" tabindex="0" aria-labelledby="lines-title">
      ${lines.map(({ text, role }, place) => {
        const isBelow = hasAllLines && place > last && last >= 0;
        const label = fill(isBelow ? words.endHere : words.beginHere, String(place + 1));
        const press = (): void =>
          send(
            isBelow
              ? host.typeOption('skipEnd', String(lines.length - place - 1))
              : host.typeOption('headerLine', String(place + 1)),
          );
        return html`<li class=${role}>
          ${button('line-number', place + 1, press, { title: label, spoken: label })}<bdi class="line-text"
            >${role === 'leftOut' ? html`<del title=${words.leftOut}>${visibleText(text)}</del>` : visibleText(text)}</bdi
          >
        </li>`;
      })}
    </ol>
    <p class="note" id="lines-hint">${words.clickLine}</p>
  </section>`;
}
