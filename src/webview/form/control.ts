/** What every control is drawn from, and its frame: label, a dim note, the control itself and what is wrong with it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormStrings } from '../../messages/formStrings.ts';
import { linkButton, icon } from '../ui/buttons.ts';
import type { Control, PlacedProblem } from './formEntry.ts';
import type { FormAction, FormState } from './formModel.ts';
import { problemsAt, type VisibleProblem } from './visibleProblems.ts';

/** What every part of the form's view is drawn from, and what it can do. */
export interface FormContext {
  readonly state: FormState;
  readonly words: FormStrings;
  readonly isBesideTree: boolean;
  /** Takes the action, draws, then puts the focus on the element with the id `focus`, if one is given. */
  readonly send: (action: FormAction, focus?: string) => void;
  /**
   * For `focusout`: takes the action when the focus has left the element, once no mouse button is down, because what it
   * draws must not move a button away from under a click. Where the focus is back by then, nothing was left.
   */
  readonly onLeave: (action: FormAction) => (event: FocusEvent) => void;
  readonly commands: FormCommands;
}

export interface FormCommands {
  readonly run: () => void;
  readonly cancel: () => void;
  readonly copyRequest: () => void;
  readonly setToken: () => void;
  readonly addPortal: () => void;
  readonly openLocalFile: () => void;
  readonly toggleJson: () => void;
  /** Asks for the resource's fields unless they are known, on their way or were refused. */
  readonly needFields: () => void;
  readonly retryFields: () => void;
}

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
  return html`<div class="problem message ${severity}">
    ${icon(severity)}
    <div>${message} ${offerToken ? linkButton(words.setToken, commands.setToken) : nothing}</div>
  </div>`;
}

/** The attributes of an input that has problems or a note. `rowPart`: which input of a filter row it is. */
export function explained(
  { state }: FormContext,
  control: Control,
  { noteId = '', rowPart }: { readonly noteId?: string; readonly rowPart?: PlacedProblem['rowPart'] } = {},
): { readonly isInvalid: boolean; readonly describedBy: string } {
  const problems = problemsAt(state, control).filter(
    (problem) => problem.rowPart === undefined || problem.rowPart === rowPart,
  );
  return {
    isInvalid: problems.some(({ severity }) => severity === 'error'),
    describedBy: [problems.length > 0 && `${control}-problems`, noteId].filter(Boolean).join(' '),
  };
}
