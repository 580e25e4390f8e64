/** The form from top to bottom. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { DraftPart } from '../../messages/draft.ts';
import type { FormStrings } from '../../messages/formStrings.ts';
import { prettyJson } from '../ui/prettyJson.ts';
import { control, explained } from './control.ts';
import { filtersControl } from './filtersControl.ts';
import type { FormContext } from './formContext.ts';
import { contentOf, portalOf } from './formEntry.ts';
import type { DroppedPart, FormState } from './formModel.ts';
import { portalControl, resourceControl } from './targetControls.ts';

export function formView(context: FormContext): TemplateResult {
  const { state, words, commands } = context;
  const isRunning = state.run.kind === 'running';
  return html`<main
    @keydown=${(event: KeyboardEvent) => {
      if (!isRunKey(event)) return;
      event.preventDefault();
      commands.run();
    }}
  >
    <h1 class="unseen" id="form-title">${words.form}</h1>
    ${isRunning ? html`<div class="progress" aria-hidden="true"></div>` : nothing}
    <div class="form" role="form" aria-labelledby="form-title" aria-busy=${isRunning}>
      ${isNew(state) ? welcome(context) : nothing} ${portalControl(context)} ${resourceControl(context)}
      ${textControl(context, 'q', words.search, '', searchNote(state, words))} ${filtersControl(context)}
      ${textControl(context, 'limit', words.limit, words.limitPlaceholder)} ${narrowing(context)}
      ${runBar(context)} ${request(context)}
    </div>
  </main>`;
}

/** Enter runs from everywhere but a button, a choice or the JSON text, where Ctrl or Cmd joins it. */
function isRunKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  return (
    !event.shiftKey &&
    !event.altKey &&
    (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
  );
}

/** Nothing to choose from and nothing typed. */
function isNew({ portals, entry }: FormState): boolean {
  const hasChoices = portals.some(({ baseUrl, resources }) => baseUrl !== '' || resources.length > 0);
  return !hasChoices && contentOf('portal', entry) === '' && contentOf('resource', entry) === '';
}

function welcome({ words, commands }: FormContext): TemplateResult {
  return html`<div class="welcome">
    <p>${words.welcome}</p>
    <button class="button primary" type="button" @click=${commands.addPortal}>${words.addPortal}</button>
    <button class="button" type="button" @click=${commands.openLocalFile}>${words.openLocalFile}</button>
  </div>`;
}

function searchNote({ entry, portals }: FormState, words: FormStrings): string {
  const portal = portalOf(entry, portals);
  if (!portal) return words.searchAnywhere;
  return portal.qMeans === 'contains' ? words.searchContains : words.searchWords;
}

function textControl(
  context: FormContext,
  part: Exclude<DraftPart, 'portal' | 'resource' | 'filters'>,
  label: string,
  placeholder: string,
  note = '',
): TemplateResult {
  const { state, send } = context;
  const { isInvalid, describedBy } = explained(context, part, note && `${part}-note`);
  return control(context, {
    control: part,
    id: part,
    label,
    note,
    body: html`<input
      id=${part}
      class="input"
      type="text"
      inputmode=${part === 'limit' ? 'numeric' : nothing}
      dir=${part === 'q' ? 'auto' : nothing}
      autocomplete="off"
      spellcheck="false"
      placeholder=${placeholder || nothing}
      aria-invalid=${isInvalid ? 'true' : nothing}
      aria-describedby=${describedBy || nothing}
      .value=${live(state.entry[part])}
      @input=${({ target }: InputEvent) =>
        send({ kind: 'typed', part, text: (target as HTMLInputElement).value })}
    />`,
  });
}

/** What was chosen in the grid, or came with a pasted call; it can be taken back here. */
function narrowing({ state, words, send }: FormContext): readonly TemplateResult[] {
  const { sort = [], fields = [], distinct = false } = state.entry;
  const keys = sort.map(({ field, descending }) =>
    (descending ? words.descending : words.ascending).replace('{0}', () => field || words.noName),
  );
  const section = (id: string, part: DroppedPart, label: string, text: string, remove: string) =>
    html`<section class="control" aria-labelledby="${id}-label">
      <div class="control-head">
        <h2 class="label" id="${id}-label">${label}</h2>
        <button
          id="remove-${id}"
          class="icon-button"
          type="button"
          title=${remove}
          aria-label=${remove}
          @click=${() => send({ kind: 'dropped', part }, 'limit')}
        >
          <i class="codicon codicon-close" aria-hidden="true"></i>
        </button>
      </div>
      <p class="order" dir="auto">${text}</p>
    </section>`;
  return [
    ...(keys.length > 0 ? [section('order', 'sort', words.order, keys.join(', '), words.removeOrder)] : []),
    ...(fields.length > 0
      ? [section('only-fields', 'fields', words.onlyFields, fields.join(', '), words.allFields)]
      : []),
    ...(distinct
      ? [section('distinct', 'distinct', words.distinct, words.distinctNote, words.notDistinct)]
      : []),
  ];
}

function runBar({ state, words, commands }: FormContext): TemplateResult {
  const isRunning = state.run.kind === 'running';
  return html`<div class="run-bar">
      <button id="run" class="button primary" type="button" @click=${commands.run}>
        ${
          isRunning
            ? html`<i class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></i
                >${words.running}`
            : html`${words.run}<i class="codicon codicon-newline" aria-hidden="true"></i>`
        }
      </button>
      ${
        isRunning
          ? html`<button id="cancel" class="button" type="button" @click=${commands.cancel}>
              ${words.cancel}
            </button>`
          : nothing
      }
    </div>
    ${
      state.hostProblem
        ? html`<div class="messages">
            <div class="message error">
              <i class="codicon codicon-error" aria-hidden="true"></i>
              <div>${state.hostProblem}</div>
            </div>
          </div>`
        : nothing
    }`;
}

function request({ state, words, commands }: FormContext): TemplateResult {
  const copyWord = state.isCopied ? words.copied : words.copyRequest;
  return html`<section class="request" aria-labelledby="request-label">
    <div class="control-head">
      <h2 class="label" id="request-label">${words.request}</h2>
      ${
        state.preview
          ? html`<button
              id="copy-request"
              class="icon-button"
              type="button"
              title=${copyWord}
              aria-label=${copyWord}
              @click=${commands.copyRequest}
            >
              <i class="codicon codicon-${state.isCopied ? 'check' : 'copy'}" aria-hidden="true"></i>
            </button>`
          : nothing
      }
    </div>
    ${
      state.preview
        ? html`<pre
            class="preview"
            tabindex="0"
            role="group"
            aria-labelledby="request-label"
            dir="auto"
            .textContent=${readable(state.preview)}
          ></pre>`
        : html`<p class="note below">${words.noRequest}</p>`
    }
    ${state.token === 'withheld' ? html`<p class="note below">${words.tokenWithheld}</p>` : nothing}
  </section>`;
}

/** Head as it is, body indented: what is copied is the request itself. */
function readable(preview: string): string {
  const [head = '', body] = preview.split('\n\n', 2);
  return body === undefined ? head : `${head}\n\n${prettyJson(body)}`;
}
