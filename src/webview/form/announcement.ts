import { fill } from '../../base/words.ts';
import type { FormStrings } from '../../messages/formStrings.ts';
import type { FormState } from './formModel.ts';
import { controlsWithErrors, problemsAt } from './visibleProblems.ts';

/** What a screen reader says about the form as a whole; empty when there is nothing new to know. */
export function announcement(state: FormState, words: FormStrings): string {
  if (state.hostProblem) return state.hostProblem;
  if (state.isCopied) return words.copied;
  if (state.run.kind === 'running') return words.running;
  if (state.run.kind === 'failed') return state.run.problem.message;
  if (state.conversionProblem) return state.conversionProblem;
  return state.wasRefused ? problemSummary(state, words) : '';
}

function problemSummary(state: FormState, words: FormStrings): string {
  const controls = controlsWithErrors(state);
  const [first] = controls.flatMap((control) => problemsAt(state, control));
  return first ? fill(words.problems, controls.length, first.message) : '';
}
