import { html, nothing, type TemplateResult } from 'lit-html';
import type { SearchMode } from '../../datastore/query/draft.ts';
import type { FormStrings } from '../../messages/formStrings.ts';
import { selectField } from '../ui/controls/selectField.ts';
import { textField } from '../ui/controls/textField.ts';
import { control, explained, type FormContext } from './control.ts';
import { fieldPicker } from './fieldPicker.ts';
import { portalOf } from './formEntry.ts';
import type { FormState } from './formModel.ts';

const NOTE = 'q-note';
const OFF_NOTE = 'q-off';

export function searchControl(context: FormContext): TemplateResult {
  const { state, words, send } = context;
  return control(context, {
    ...{ control: 'q', id: 'q', label: words.search },
    body: html`${textField({
        ...{ id: 'q', value: state.entry.q },
        ...explained(context, 'q', { noteId: NOTE }),
        onType: (text) => send({ kind: 'typed', part: 'q', text }),
      })}
      <div class="search-scope">${searchedField(context)} ${searchMode(context)}</div>
      <p class="note below" id=${NOTE}>${searchNote(state, words)}</p>
      ${isOff(state) ? html`<p class="note below" id=${OFF_NOTE}>${words.searchOff}</p>` : nothing}`,
  });
}

function searchedField(context: FormContext): unknown {
  const { state, words, send } = context;
  const search = (field: string): void =>
    send(field === '' ? { kind: 'dropped', part: 'qField' } : { kind: 'set', parts: { qField: field } });
  return fieldPicker(context, {
    ...{ id: 'q-field', field: state.entry.qField ?? '' },
    ...{ label: words.searchField, placeholder: words.anyField },
    onType: search,
    onPick: search,
  });
}

function searchMode({ state, words, send }: FormContext): TemplateResult {
  const { qMode = 'plain' } = state.entry;
  const off = isOff(state);
  return selectField<SearchMode | 'plain'>({
    ...{ id: 'q-mode', value: qMode, label: words.searchMode },
    describedBy: off ? `${NOTE} ${OFF_NOTE}` : NOTE,
    choices: [
      { value: 'plain', label: findsWords(state) ? words.searchWords : words.searchContains },
      { value: 'startsWith', label: words.searchStartsWith, isOff: off },
      { value: 'expression', label: words.searchExpression, isOff: off },
    ],
    onPick: (qMode) => send(qMode === 'plain' ? { kind: 'dropped', part: 'qMode' } : { kind: 'set', parts: { qMode } }),
  });
}

function searchNote(state: FormState, words: FormStrings): string {
  const plain = findsWords(state) ? words.searchWordsNote : words.searchContainsNote;
  const notes = { plain, startsWith: words.searchStartsWithNote, expression: words.searchExpressionNote };
  return notes[state.entry.qMode ?? 'plain'];
}

function isOff({ support }: FormState): boolean {
  return !support.hasExpressions;
}

function findsWords({ entry, portals }: FormState): boolean {
  return (portalOf(entry, portals)?.qMeans ?? 'words') === 'words';
}
