import { typeName } from '../../base/field.ts';
import { fill } from '../../base/words.ts';
import { comboBox, type ComboBoxProps, type ComboOption } from '../ui/controls/comboBox.ts';
import type { FormContext } from './control.ts';

export interface FieldPicker extends Pick<ComboBoxProps, 'id' | 'label' | 'placeholder' | 'about'> {
  readonly field: string;
  /** The names to choose from, instead of the resource's fields. */
  readonly names?: readonly string[] | undefined;
  readonly onType: (field: string) => void;
  readonly onPick: (field: string) => void;
}

export function fieldPicker(context: FormContext, picker: FieldPicker): unknown {
  const { state, words, commands } = context;
  const { field, names, ...own } = picker;
  const options = names?.map((name) => ({ key: name, label: name })) ?? fieldOptions(context);
  return comboBox({
    ...own,
    ...{ text: field, picked: field, options, isLabelled: false, words },
    ...(names === undefined && {
      ...{ status: fieldStatus(context), isBusy: state.fields.kind === 'loading', onOpen: commands.needFields },
    }),
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
