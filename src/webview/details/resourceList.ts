import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../base/words.ts';
import type { About, ListedResource } from '../../messages/detailsProtocol.ts';
import { icon, linkButton } from '../ui/controls/buttons.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { DetailsContext } from './detailsContext.ts';
import { recordsKey } from './recordsKey.ts';

type Resources = NonNullable<About['resources']>;

/** The resources of a dataset. A name leads to the resource's page, and its button to the records. */
export function resourceList(context: DetailsContext, { first, count, hasMore }: Resources): TemplateResult {
  const { words, count: counted } = context;
  const usual = first.findIndex(({ hasRecords }) => hasRecords);
  return html`<section aria-labelledby="resources-title">
    <h2 id="resources-title">${words.resources} (${count})</h2>
    ${first.length === 0 ? html`<p class="note">${words.noResources}</p>` : nothing}
    <ul class="resources">
      ${first.map((resource, place) => row(context, resource, place === usual))}
    </ul>
    ${hasMore ? html`<p class="note">${fill(words.someResources, counted(first.length))}</p>` : nothing}
  </section>`;
}

function row({ words, host, send }: DetailsContext, resource: ListedResource, isFirst: boolean): TemplateResult {
  const { id, name, facts, hasRecords } = resource;
  const shown = visibleText(name);
  return html`<li>
    ${icon(hasRecords ? 'table' : 'file')}
    <div class="resource-words">
      ${linkButton(html`<bdi>${shown}</bdi>`, () => send(host.showResource(id)))}
      <span class="note"><bdi>${visibleText(facts)}</bdi></span>
    </div>
    ${
      hasRecords
        ? html`<button
            id=${isFirst ? 'first' : nothing}
            class="text-button"
            type="button"
            aria-label=${fill(words.openRecordsOf, shown)}
            aria-keyshortcuts=${recordsKey(words).key}
            title=${recordsKey(words).title}
            @click=${() => send(host.openRecords(id))}
          >
            ${words.openRecords}
          </button>`
        : nothing
    }
  </li>`;
}
