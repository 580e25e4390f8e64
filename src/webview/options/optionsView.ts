import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import { fill, numberText } from '../../base/words.ts';
import { icon, textButton } from '../ui/controls/buttons.ts';
import { progressBar } from '../ui/controls/progressBar.ts';
import { textField } from '../ui/controls/textField.ts';
import { isSubmitKey } from '../ui/submitKey.ts';
import { visibleText } from '../ui/visibleText.ts';
import { columnRow } from './columnOptions.ts';
import { fileLines } from './fileLines.ts';
import { fileOptions } from './fileOptions.ts';
import type { OptionsContext } from './optionsContext.ts';
import { firstRows } from './firstRows.ts';

/** Most columns that are drawn, because each costs layout time. The find box leads to others. */
const SHOWN_COLUMNS = 100;
/** Most columns in the preview, whose cells cost more time. */
const PREVIEWED_COLUMNS = 50;

export function optionsView(context: OptionsContext): TemplateResult {
  const { init, words, look, find, failure, isLeaving, host, leave } = context;
  const accept = (): void => leave(host.accept());
  const searchText = find.trim().toLowerCase();
  const places = look.columns.flatMap(({ name }, place) => (name.toLowerCase().includes(searchText) ? [place] : []));
  const problem = failure || look.problem;
  return html`<main
    aria-busy=${look.isBusy}
    @keydown=${(event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      event.preventDefault();
      accept();
    }}
  >
    <header class="head">
      <div class="head-words">
        <h1 id="title">${words.importOptions} <bdi class="file-name">${visibleText(init.name)}</bdi></h1>
        <p class="folder" dir="auto" title=${init.folder}>${visibleText(init.folder)}</p>
      </div>
      <div class="head-buttons">
        ${textButton({
          ...{ id: 'accept', label: init.accept, press: accept },
          ...{ isPrimary: true, isDisabled: isLeaving || !look.canOpen },
        })}
        ${when(init.canSkip, () =>
          textButton({ id: 'skip', label: words.skipFile, press: () => leave(host.skip()), isDisabled: isLeaving }),
        )}
        ${textButton({ id: 'cancel', label: words.cancel, press: () => leave(host.cancel()) })}
      </div>
      ${progressBar(words.inspecting, look.isBusy || isLeaving)}
    </header>
    ${when(
      problem,
      () =>
        html`<div class="problem">
          ${icon('error')}
          <div dir="auto">${visibleText(problem)}</div>
        </div>`,
    )}
    ${fileOptions(context)} ${fileLines(context)} ${firstRows(context, places.slice(0, PREVIEWED_COLUMNS))}
    ${columns(context, places)}
  </main>`;
}

function columns(context: OptionsContext, places: readonly number[]): TemplateResult | typeof nothing {
  const { words, look, find, init } = context;
  if (look.columns.length === 0) return nothing;
  const shown = places.slice(0, SHOWN_COLUMNS);
  const count = (value: number): string => numberText(value, init.language);
  const isDoubtful = look.columns.some(({ doubt, isChosen }) => doubt !== undefined || isChosen);
  return html`<details class="columns" ?open=${isDoubtful}>
    <summary id="columns-title">${words.columns} (${count(look.columns.length)})</summary>
    <div class="section-head">
      ${textField({
        ...{ id: 'find', value: find, type: 'search', label: words.findColumn, hint: words.findColumn },
        onType: context.setFind,
      })}
    </div>
    ${places.length === 0 ? html`<p class="note">${words.noColumns}</p>` : nothing}
    <ul class="column-list" aria-labelledby="columns-title">
      ${shown.map((place) => columnRow(context, place))}
    </ul>
    ${when(
      shown.length < places.length,
      () => html`<p class="note">${fill(words.someColumns, count(shown.length), count(places.length))}</p>`,
    )}
  </details>`;
}
