import { html, nothing, type TemplateResult } from 'lit-html';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import { fill } from '../../base/words.ts';
import { operatorEntry, USUAL_OPERATOR } from '../../datastore/query/operators.ts';
import { conditionEditor } from '../conditions/conditionEditor.ts';
import { type FilterServer, hasGreyed, operatorPicker } from '../conditions/operatorPicker.ts';
import { iconButton } from '../ui/controls/buttons.ts';
import { textField } from '../ui/controls/textField.ts';
import { explained, messages, type FormContext } from './control.ts';
import { fieldPicker } from './fieldPicker.ts';
import { type FilterRow, portalOf } from './formEntry.ts';
import type { FormState } from './formModel.ts';

const GREYED_NOTE = 'filters-greyed';

export function filterRow(context: FormContext, row: FilterRow, index: number): TemplateResult {
  const { state, words, send, onLeave, commands } = context;
  const control = `row-${row.key}` as const;
  const neighbour = state.entry.rows[index + 1] ?? state.entry.rows[index - 1];
  return html`<div
    class="filter-row"
    role="group"
    aria-label=${fill(words.filterRow, index + 1)}
    @focusout=${onLeave({ kind: 'left', control })}
    @focusin=${commands.needFields}
  >
    ${rowField(context, row)}
    ${operatorPicker({
      ...{ id: `${control}-operator`, operator: row.operator ?? USUAL_OPERATOR, kind: kindOf(state, row) },
      ...{ server: filterServer(state), words, describedBy: GREYED_NOTE },
      onPick: (operator) => send({ kind: 'operatorChosen', key: row.key, operator }),
    })}
    ${rowValues(context, row)}
    ${iconButton('close', fill(words.removeFilter, row.field || index + 1), () =>
      send({ kind: 'rowRemoved', key: row.key }, neighbour ? `row-${neighbour.key}-field` : 'add-filter'),
    )}
    ${messages(context, control)}
  </div>`;
}

export function greyedNote({ state, words }: FormContext): TemplateResult | typeof nothing {
  const isGreyed = state.entry.rows.some((row) => hasGreyed(kindOf(state, row), filterServer(state)));
  return isGreyed ? html`<p class="note below" id=${GREYED_NOTE}>${words.filterOff}</p>` : nothing;
}

function rowValues(context: FormContext, row: FilterRow): TemplateResult | typeof nothing {
  const { state, words, send, onLeave } = context;
  const { key, field, operator } = row;
  const control = `row-${key}` as const;
  const label = fill(words.valueOf, field || words.field);
  const entry = operatorEntry(operator);
  if (entry.input === 'values')
    return conditionEditor({
      ...{ id: control, entry: row, fieldType: typeOf(state, row), label, placeholder: words.valuePlaceholder },
      ...explained(context, control, { rowPart: 'value' }),
      ...{ addsByEnter: true, words },
      send: (action, focus) => send({ ...action, key }, focus),
      onLeave: onLeave({ kind: 'valueAdded', key, onPurpose: false }),
    });
  if (entry.input === 'none') return nothing;
  if (entry.input === 'text' || entry.ends.length === 1) return rowText(context, row, 0, label, words.valuePlaceholder);
  return html`<div class="row-ends">
    ${entry.ends.map((end, place) => rowText(context, row, place, words[end.label]))}
  </div>`;
}

function rowText(
  context: FormContext,
  { key, values }: FilterRow,
  place: number,
  label: string,
  hint = label,
): TemplateResult {
  return textField({
    ...{ id: `row-${key}-${place === 0 ? 'value' : 'end'}`, label, hint },
    value: values[place]?.text ?? '',
    ...explained(context, `row-${key}`, { rowPart: 'value' }),
    onType: (text) => context.send({ kind: 'textTyped', key, place, text }),
  });
}

function rowField(context: FormContext, { key, field, operator }: FilterRow): unknown {
  const { words, send } = context;
  const next = `row-${key}-${operatorEntry(operator).input === 'none' ? 'operator' : 'value'}`;
  return fieldPicker(context, {
    ...{ id: `row-${key}-field`, field, label: words.field, placeholder: words.fieldPlaceholder },
    ...explained(context, `row-${key}`, { rowPart: 'field' }),
    onType: (text) => send({ kind: 'fieldEntered', key, field: text }),
    onPick: (id) => send({ kind: 'fieldEntered', key, field: id }, next),
  });
}

function typeOf({ fields }: FormState, { field }: FilterRow): string | undefined {
  return fields.kind === 'known' ? fields.fields.find(({ id }) => id === field)?.type : undefined;
}

function kindOf(state: FormState, row: FilterRow): FieldKind | undefined {
  const type = typeOf(state, row);
  return type === undefined ? undefined : fieldKind(type);
}

function filterServer({ support, entry, portals }: FormState): FilterServer {
  const { q, qMode, qField } = entry;
  const beside = { q, ...(qMode && { qMode }), ...(qField !== undefined && { qField }) };
  return { ...support, ...beside, findsWords: portalOf(entry, portals)?.qMeans === 'words' };
}
