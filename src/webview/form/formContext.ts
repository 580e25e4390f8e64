import type { FormStrings } from '../../messages/formStrings.ts';
import type { FormAction, FormState } from './formModel.ts';

/** What every part of the form's view is drawn from, and what it can do. */
export interface FormContext {
  readonly state: FormState;
  readonly words: FormStrings;
  /** Takes the action, draws, then puts the focus on the element with the id `focus`, if one is given. */
  readonly send: (action: FormAction, focus?: string) => void;
  /** Takes the action once no mouse button is down: what it draws must not move a button away from under a click. */
  readonly sendLater: (action: FormAction) => void;
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
