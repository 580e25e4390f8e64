/** Decides which problems are shown and where. A control that is filled in for the first time shows none. */
import type { FormStrings } from '../../messages/formStrings.ts';
import { fill } from '../../base/words.ts';
import { type Control, contentOf, controlsOf, type PlacedProblem } from './formEntry.ts';
import type { FormState } from './formModel.ts';

export interface VisibleProblem extends PlacedProblem {
  readonly offerToken: boolean;
}

export function problemsAt(state: FormState, control: Control): readonly VisibleProblem[] {
  const problems = state.problems
    .filter((problem) => problem.control === control && isVisible(state, control))
    .map((problem) => ({ ...problem, offerToken: false }));
  const { conversionProblem } = state;
  if (conversionProblem?.control === control && !problems.some(({ message }) => message === conversionProblem.message))
    problems.push({ ...conversionProblem, offerToken: false });
  if (state.run.kind === 'failed' && state.run.problem.control === control)
    problems.push({ ...state.run.problem, offerToken: state.run.offerToken });
  return problems;
}

export function controlsWithErrors(state: FormState): readonly Control[] {
  return controlsOf(state.entry).filter((control) =>
    problemsAt(state, control).some(({ severity }) => severity === 'error'),
  );
}

/** The announcement for screen readers about the whole form. Empty if there is nothing new. */
export function announcement(state: FormState, words: FormStrings): string {
  if (state.hostProblem) return state.hostProblem;
  if (state.isCopied) return words.copied;
  if (state.run.kind === 'running') return words.running;
  if (state.run.kind === 'failed') return state.run.problem.message;
  if (state.conversionProblem) return state.conversionProblem.message;
  return state.wasRefused ? problemSummary(state, words) : '';
}

function problemSummary(state: FormState, words: FormStrings): string {
  const controls = controlsWithErrors(state);
  const [first] = controls.flatMap((control) => problemsAt(state, control));
  return first ? fill(words.problems, controls.length, first.message) : '';
}

function isVisible(state: FormState, control: Control): boolean {
  return state.wasRefused || (state.left.has(control) && contentOf(control, state.entry) !== '');
}
