import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import { iconButton, textButton, icon } from '../ui/controls/buttons.ts';
import { prettyJson } from '../ui/prettyJson.ts';
import { progressBar } from '../ui/controls/progressBar.ts';
import { textField } from '../ui/controls/textField.ts';
import { isSubmitKey } from '../ui/submitKey.ts';
import { control, explained, type FormContext } from './control.ts';
import { filtersControl } from './filtersControl.ts';
import { contentOf } from './formEntry.ts';
import type { FormState } from './formModel.ts';
import { moreControl } from './moreControl.ts';
import { searchControl } from './searchControl.ts';
import { summarizeControl } from './summarizeControl.ts';
import { portalControl, resourceControl } from './targetControls.ts';

export function formView(context: FormContext): TemplateResult {
  const { state, words, commands } = context;
  const isRunning = state.run.kind === 'running';
  return html`<main
    @keydown=${(event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      event.preventDefault();
      commands.run();
    }}
  >
    <h1 class="unseen" id="form-title">${words.form}</h1>
    ${progressBar(words.running, isRunning)}
    <div class="form" role="form" aria-labelledby="form-title" aria-busy=${isRunning}>
      ${isNew(state) ? welcome(context) : nothing} ${portalControl(context)} ${resourceControl(context)}
      ${searchControl(context)} ${filtersControl(context)} ${limitControl(context)} ${summarizeControl(context)}
      ${moreControl(context)} ${runBar(context)} ${request(context)}
    </div>
  </main>`;
}

function isNew({ portals, entry }: FormState): boolean {
  const hasChoices = portals.some(({ baseUrl, resources }) => baseUrl !== '' || resources.length > 0);
  return !hasChoices && contentOf('portal', entry) === '' && contentOf('resource', entry) === '';
}

function welcome({ words, isBesideTree, commands }: FormContext): TemplateResult {
  const buttons = [
    textButton({ label: words.addPortal, press: commands.addPortal, isPrimary: true }),
    textButton({ label: words.openLocalFile, press: commands.openLocalFile }),
  ];
  return html`<div class="welcome">
    <p>${words.welcome}</p>
    ${isBesideTree ? nothing : buttons}
  </div>`;
}

function limitControl(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  return control(context, {
    ...{ control: 'limit', id: 'limit', label: words.limit },
    body: textField({
      ...{
        id: 'limit',
        hint: state.entry.summary === undefined ? words.limitPlaceholder : words.limitOfGroups,
        value: state.entry.limit,
        isNumber: true,
      },
      ...explained(context, 'limit'),
      onType: (text) => send({ kind: 'typed', part: 'limit', text }),
    }),
  });
}

function runBar({ state, words, commands }: FormContext): TemplateResult {
  const isRunning = state.run.kind === 'running';
  const run = isRunning ? [icon('loading', true), words.running] : [words.run, icon('newline')];
  const cancel = { id: 'cancel', label: words.cancel, press: commands.cancel };
  return html`<div class="run-bar">
      ${textButton({ id: 'run', label: run, press: commands.run, isPrimary: true })}
      ${isRunning ? textButton(cancel) : nothing}
    </div>
    ${when(
      state.hostProblem,
      (text) =>
        html`<div class="messages">
          <div class="message error">
            ${icon('error')}
            <div>${text}</div>
          </div>
        </div>`,
    )}`;
}

function request({ state, words, commands }: FormContext): TemplateResult {
  const [copyIcon, copyWord] = state.isCopied ? ['check', words.copied] : ['copy', words.copyRequest];
  return html`<section class="request" aria-labelledby="request-label">
    <div class="control-head">
      <h2 class="label" id="request-label">${words.request}</h2>
      ${state.preview ? iconButton(copyIcon, copyWord, commands.copyRequest, { id: 'copy-request' }) : nothing}
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

/** The request with its body indented. Copying copies the original request. */
function readable(preview: string): string {
  const [head = '', body] = preview.split('\n\n', 2);
  return body === undefined ? head : `${head}\n\n${prettyJson(body)}`;
}
