/** The frame of every control: label, a dim note, the control itself and what is wrong with it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormStrings } from '../../messages/formStrings.ts';
import { linkButton } from '../ui/buttons.ts';
import { icon } from '../ui/icon.ts';
import type { FormCommands, FormContext } from './formContext.ts';
import type { Control } from './formEntry.ts';
import { problemsAt, type VisibleProblem } from './visibleProblems.ts';

export interface Frame {
  readonly control: Control;
  /** Id of the input that the label is for. */
  readonly id: string;
  readonly label: string;
  /** One line beside the label, also read out with the input. */
  readonly note?: string;
  readonly body: unknown;
}

export function control(context: FormContext, { control, id, label, note, body }: Frame): TemplateResult {
  return html`<div class="control" @focusout=${context.onLeave({ kind: 'left', control })}>
    <div class="control-head">
      <label for=${id}>${label}</label>
      ${note ? html`<span class="note" id="${id}-note" title=${note}>${note}</span>` : nothing}
    </div>
    ${body} ${messages(context, control)}
  </div>`;
}

/** The problems of a control, under it. */
export function messages(
  { state, words, commands }: FormContext,
  control: Control,
): TemplateResult | typeof nothing {
  const problems = problemsAt(state, control);
  if (problems.length === 0) return nothing;
  return html`<div class="messages" id="${control}-problems">
    ${problems.map((problem) => message(problem, words, commands))}
  </div>`;
}

function message(
  { severity, message, offerToken }: VisibleProblem,
  words: FormStrings,
  commands: FormCommands,
): TemplateResult {
  return html`<div class="message ${severity}">
    ${icon(severity)}
    <div>${message} ${offerToken ? linkButton(words.setToken, commands.setToken) : nothing}</div>
  </div>`;
}

/** The attributes of an input that has problems or a note. */
export function explained(
  { state }: FormContext,
  control: Control,
  noteId = '',
): { readonly isInvalid: boolean; readonly describedBy: string } {
  const problems = problemsAt(state, control);
  return {
    isInvalid: problems.some(({ severity }) => severity === 'error'),
    describedBy: [problems.length > 0 && `${control}-problems`, noteId].filter(Boolean).join(' '),
  };
}
