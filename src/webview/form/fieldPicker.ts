import { typeName } from '../../base/field.ts';
import { fill } from '../../base/words.ts';
import { comboBox, type ComboBoxProps, type ComboOption } from '../ui/controls/comboBox.ts';
import type { FormContext } from './control.ts';

export interface FieldPicker extends Pick<ComboBoxProps, 'id' | 'label' | 'placeholder'> {
  readonly field: string;
  /** The names to choose from, instead of the resource's fields. */
  readonly names?: readonly string[] | undefined;
  readonly about: Pick<ComboBoxProps, 'isInvalid' | 'describedBy'>;
  readonly onType: (field: string) => void;
  readonly onPick: (field: string) => void;
}

export function fieldPicker(context: FormContext, picker: FieldPicker): unknown {
  const { state, words, commands } = context;
  const { field, names, about, ...own } = picker;
  if (names !== undefined) {
    const options = names.map((name) => ({ key: name, label: name }));
    return comboBox({ ...own, ...about, text: field, picked: field, options, isLabelled: false, words, status: '' });
  }
  return comboBox({
    ...own,
    ...about,
    ...{ text: field, picked: field, options: fieldOptions(context), isLabelled: false, words },
    ...{ status: fieldStatus(context), isBusy: state.fields.kind === 'loading', onOpen: commands.needFields },
  });
}

function fieldOptions({ state: { fields }, words, commands }: FormContext): readonly ComboOption[] {
  if (fields.kind === 'known')
    return fields.fields.map(({ id, type }) => ({ key: id, label: id, detail: typeName(type) }));
  if (fields.kind !== 'failed') return [];
  return [{ key: '', label: words.tryAgain, icon: 'refresh', act: commands.retryFields }];
}

export function fieldStatus({ state: { fields, entry }, words }: FormContext): string {
  if (fields.kind === 'loading') return words.loadingFields;
  if (fields.kind === 'failed') return fill(words.fieldsFailed, fields.message);
  return entry.resource.trim() === '' ? words.fieldsWithoutResource : '';
}
