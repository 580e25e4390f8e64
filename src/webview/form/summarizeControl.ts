import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import {
  isSummaryProblem,
  newSummaryDraft,
  readSummary,
  type SummaryDraft,
  type SummaryProblem,
} from '../../datastore/query/summaryDraft.ts';
import { fill } from '../../base/words.ts';
import { groupsPhrase, measuresPhrase } from '../../messages/summaryPhrase.ts';
import { summaryEditor } from '../summary/summaryEditor.ts';
import { linkButton } from '../ui/controls/buttons.ts';
import { type FormContext, messages } from './control.ts';
import { fieldStatus } from './fieldPicker.ts';
import type { FormState } from './formModel.ts';
import { problemsAt } from './visibleProblems.ts';

/** The id of the section's head. */
const HEAD = 'summarize-head';
const NOTHING_CHOSEN: SummaryDraft = { groups: [], measures: [], zone: '' };

export function summarizeControl(context: FormContext): TemplateResult {
  const { state, words, send, onLeave, commands } = context;
  const { summary } = state.entry;
  const problem = problemsAt(state, 'summary').length > 0 ? problemOf(state) : undefined;
  const { measures } = newSummaryDraft();
  const chosen = chosenText(context);
  return html`<details
    class="more"
    id="summarize"
    ?open=${summary !== undefined}
    @focusout=${onLeave({ kind: 'left', control: 'summary' })}
  >
    <summary id=${HEAD}>
      ${words.summarize} ${chosen ? html`<span class="note more-chosen" dir="auto">${chosen}</span>` : nothing}
    </summary>
    <div class="more-part">
      ${summaryEditor({
        ...{ id: 'summary', draft: summary ?? NOTHING_CHOSEN, fields: fieldsOf(state), words, problem },
        loading: {
          ...{ status: fieldStatus(context), isBusy: state.fields.kind === 'loading' },
          onOpen: state.fields.kind === 'failed' ? commands.retryFields : commands.needFields,
        },
        change: (draft, focus) => {
          const chosen = draft.measures.length === 0 ? { ...draft, measures } : draft;
          send({ kind: 'summarized', summary: chosen }, focus);
        },
      })}
      ${problem ? nothing : messages(context, 'summary')}
    </div>
    ${when(summary, () => linkButton(words.removeSummary, () => send({ kind: 'summarized', summary: undefined }, HEAD)))}
  </details>`;
}

/** The id of the input at fault. */
export function summaryInput(state: FormState): string {
  const problem = problemOf(state);
  return problem === undefined ? HEAD : `summary-${problem.control}`;
}

function problemOf(state: FormState): SummaryProblem | undefined {
  const read = state.entry.summary && readSummary(state.entry.summary, fieldsOf(state));
  return read && isSummaryProblem(read) ? read : undefined;
}

function fieldsOf({ fields }: FormState) {
  return fields.kind === 'known' ? fields.fields : [];
}

/** A summary in a line: `by canton, year of reported · count` */
function chosenText({ state, words }: FormContext): string {
  const summary = state.entry.summary && readSummary(state.entry.summary);
  if (summary === undefined || isSummaryProblem(summary)) return '';
  const top = summary.top === undefined ? '' : fill(words.largestOnly, summary.top);
  return [groupsPhrase(summary, words), measuresPhrase(summary, words), top].filter(Boolean).join(' · ');
}
