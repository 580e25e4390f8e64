import type { FormStrings } from '../../messages/formStrings.ts';
import type { FormAction, FormState } from './formModel.ts';

/** What every part of the form's view is drawn from, and what it can do. */
export interface FormContext {
  readonly state: FormState;
  readonly words: FormStrings;
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
