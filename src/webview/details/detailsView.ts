import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import { fill } from '../../base/words.ts';
import type { About, Copied, Fact, ListedResource } from '../../messages/detailsProtocol.ts';
import { icon, linkButton, type TextButton, textButton } from '../ui/controls/buttons.ts';
import { progressBar } from '../ui/controls/progressBar.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { DetailsContext } from './detailsContext.ts';
import { markdownView, webLink } from './markdownView.ts';
import { recordsKey } from './recordsKey.ts';
import { recordsView } from './recordsView.ts';

export function detailsView(context: DetailsContext): TemplateResult {
  const { look, words } = context;
  const { about, records } = look;
  const isBusy = about.state === 'loading' || records.state === 'loading';
  return html`<main aria-busy=${isBusy}>
    <header class="head">
      <div class="head-words">
        <p class="kind">${words[look.kind]} · <bdi>${visibleText(look.place)}</bdi></p>
        <h1 id="title"><bdi>${visibleText(look.title)}</bdi></h1>
      </div>
      ${buttons(context)} ${progressBar(words.loading, isBusy)}
    </header>
    ${aboutPart(context)} ${records.state === 'failed' ? problem(context, records, 'records') : recordsView(context)}
  </main>`;
}

function aboutPart(context: DetailsContext): TemplateResult | typeof nothing {
  const { look, words, host, send } = context;
  const { about } = look;
  switch (about.state) {
    case 'failed':
      return problem(context, about, 'about');
    case 'shown':
      return aboutView(context, about);
    case 'waiting':
      return html`<p class="way-on">
        ${about.words}
        ${textButton({
          ...{ label: words.load, press: () => send(host.retry('about')) },
          ...(look.kind === 'dataset' && { id: 'first' }),
        })}
      </p>`;
    case 'loading':
      return nothing;
  }
}

function buttons({ look, words, host, send }: DetailsContext): TemplateResult {
  const { about, records, kind } = look;
  const copy = (what: Copied, label: string): TemplateResult =>
    textButton({ label, press: () => send(host.copy(what), words.copied) });
  const shown = about.state === 'shown' ? about : undefined;
  const isFileFirst = records.state === 'none';
  const opensRecords = kind !== 'dataset' && !(isFileFirst && records.canTry);
  const first = { id: 'first', isPrimary: true };
  const press = (label: string, call: () => Promise<void>, state: Partial<TextButton> = {}): TemplateResult =>
    textButton({ label, press: () => send(call()), ...state });
  return html`<div class="head-buttons">
    ${when(opensRecords, () =>
      press(words.openRecords, () => host.openRecords(null), { ...first, ...recordsKey(words) }),
    )}
    ${when(shown?.hasFile, () => press(words.openFile, host.openFile, isFileFirst ? first : {}))}
    ${when(shown?.hasWebsite, () => press(words.openWebsite, host.openWebsite))}
    ${look.isSaved === undefined ? nothing : press(look.isSaved ? words.unsave : words.save, host.toggleSaved)}
    ${copy('id', words.copyId)} ${when(shown?.hasWebsite, () => copy('address', words.copyAddress))}
    ${when(shown?.hasWebsite, () => copy('citation', words.copyCitation))}
    ${when(shown && kind === 'file', () => copy('address', words.copyPath))}
  </div>`;
}

function problem(
  { words, host, send }: DetailsContext,
  failed: { readonly message: string; readonly hint: string; readonly offersToken: boolean },
  part: 'about' | 'records',
): TemplateResult {
  const { message, hint, offersToken } = failed;
  return html`<div class="problem">
    ${icon('error')}
    <div class="problem-words" dir="auto">${visibleText(`${message} ${hint}`.trim())}</div>
    <div class="problem-buttons">
      ${textButton({ label: words.tryAgain, press: () => send(host.retry(part)) })}
      ${offersToken ? textButton({ label: words.setToken, press: () => send(host.setToken()) }) : nothing}
    </div>
  </div>`;
}

function aboutView(context: DetailsContext, about: About): TemplateResult {
  const { words, host, send, look } = context;
  const { notes, datasetNotes, facts } = about;
  const openLink = (url: string): void => send(host.openLink(url));
  const isBare = notes === '' && datasetNotes === '' && look.kind !== 'file';
  const described = (id: string, title: string, text: string): TemplateResult =>
    html`<section class="notes" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      ${markdownView(text, openLink)}
    </section>`;
  return html`${when(isBare, () => html`<p class="note">${words.noDescription}</p>`)}
    ${when(notes, () => described('notes-title', words.description, notes))}
    <dl class="facts">${facts.map((fact) => factView(context, fact, openLink))}</dl>
    ${when(datasetNotes, () => described('dataset-title', words.aboutDataset, datasetNotes))}
    ${when(about.resources, (resources) => resourceList(context, resources))}`;
}

function factView(
  { host, send }: DetailsContext,
  { label, value, link, isDataset }: Fact,
  openLink: (url: string) => void,
): TemplateResult {
  const text = html`<bdi>${visibleText(value)}</bdi>`;
  const shown =
    link !== undefined
      ? webLink(link, text, openLink)
      : isDataset === true
        ? linkButton(text, () => send(host.showDataset()))
        : text;
  return html`<div>
    <dt>${label}</dt>
    <dd>${shown}</dd>
  </div>`;
}

type Resources = NonNullable<About['resources']>;

function resourceList(context: DetailsContext, { first, count, hasMore }: Resources): TemplateResult {
  const { words, count: counted } = context;
  const usual = first.findIndex(({ hasRecords }) => hasRecords);
  return html`<section aria-labelledby="resources-title">
    <h2 id="resources-title">${words.resources} (${count})</h2>
    ${first.length === 0 ? html`<p class="note">${words.noResources}</p>` : nothing}
    <ul class="resources">
      ${first.map((resource, place) => resourceRow(context, resource, place === usual))}
    </ul>
    ${hasMore ? html`<p class="note">${fill(words.someResources, counted(first.length))}</p>` : nothing}
  </section>`;
}

function resourceRow(
  { words, host, send }: DetailsContext,
  resource: ListedResource,
  isFirst: boolean,
): TemplateResult {
  const { id, name, facts, hasRecords } = resource;
  const shown = visibleText(name);
  return html`<li>
    ${icon(hasRecords ? 'table' : 'file')}
    <div class="resource-words">
      ${linkButton(html`<bdi>${shown}</bdi>`, () => send(host.showResource(id)))}
      <span class="note"><bdi>${visibleText(facts)}</bdi></span>
    </div>
    ${when(hasRecords, () =>
      textButton({
        ...{ label: words.openRecords, press: () => send(host.openRecords(id)), ...(isFirst && { id: 'first' }) },
        ...{ spoken: fill(words.openRecordsOf, shown), ...recordsKey(words) },
      }),
    )}
  </li>`;
}
