import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormStrings } from '../../messages/formStrings.ts';
import { linkButton, icon } from '../ui/controls/buttons.ts';
import type { AboutField } from '../ui/controls/textField.ts';
import type { Control, PlacedProblem } from './formEntry.ts';
import type { FormAction, FormState } from './formModel.ts';
import { problemsAt, type VisibleProblem } from './visibleProblems.ts';

export interface FormContext {
  readonly state: FormState;
  readonly words: FormStrings;
  readonly isBesideTree: boolean;
  /** Handles the action, draws, then focuses the element with the id `focus`, if given. */
  readonly send: (action: FormAction, focus?: string) => void;
  /**
   * A listener for `focusout`. It handles the action once the focus has left the element and no mouse button is down,
   * because drawing must not move a button away under a click. If the focus has come back by then, nothing happens.
   */
  readonly onLeave: (action: FormAction) => (event: FocusEvent) => void;
  readonly commands: FormCommands;
}

/** `needFields` loads the resource's fields unless they are loaded, loading or failed. */
export type FormCommands = Readonly<Record<FormCommand, () => void>>;
type FormCommand =
  | 'run'
  | 'cancel'
  | 'copyRequest'
  | 'setToken'
  | 'addPortal'
  | 'openLocalFile'
  | 'toggleJson'
  | 'needFields'
  | 'retryFields';

export interface Frame {
  readonly control: Control;
  readonly id: string;
  readonly label: string;
  /** One line beside the label, which screen readers read with the input. */
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

export function messages({ state, words, commands }: FormContext, control: Control): TemplateResult | typeof nothing {
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

/** The problems and the note of an input. `rowPart` says which input of a filter row it is. */
export function explained(
  { state }: FormContext,
  control: Control,
  { noteId = '', rowPart }: { readonly noteId?: string; readonly rowPart?: PlacedProblem['rowPart'] } = {},
): { readonly about: AboutField } {
  const problems = problemsAt(state, control).filter(
    (problem) => problem.rowPart === undefined || problem.rowPart === rowPart,
  );
  const id = [problems.length > 0 && `${control}-problems`, noteId].filter(Boolean).join(' ');
  return { about: { ...(id && { id }), isWrong: problems.some(({ severity }) => severity === 'error') } };
}
