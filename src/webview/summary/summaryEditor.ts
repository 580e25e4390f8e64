import { html, nothing, type TemplateResult } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import type { DateUnit } from '../../base/calendarDay.ts';
import { fieldKind, typeName } from '../../base/field.ts';
import { fill } from '../../base/words.ts';
import { type CalculationName, CALCULATIONS, MOST_GROUP_FIELDS, MOST_MEASURES } from '../../datastore/query/summary.ts';
import {
  fitsCalculation,
  type GroupDraft,
  isGroupable,
  isZoned,
  type MeasureDraft,
  type SummaryDraft,
  type SummaryField,
  type SummaryProblem,
  WORD_OF_PROBLEM,
  takesField,
  withGroup,
} from '../../datastore/query/summaryDraft.ts';
import { unitsOf } from '../../datastore/query/summaryCheck.ts';
import type { SummaryStrings } from '../../messages/summaryStrings.ts';
import { icon, iconButton, linkButton } from '../ui/controls/buttons.ts';
import { comboBox, type ComboBoxProps } from '../ui/controls/comboBox.ts';
import { selectField } from '../ui/controls/selectField.ts';
import { type AboutField, textField } from '../ui/controls/textField.ts';
import './summaryEditor.css';

export interface SummaryEditor {
  /** The first part of all ids in the editor: `${id}-group-0-field`. */
  readonly id: string;
  readonly draft: SummaryDraft;
  /** The fields of the records, not those of a summary's answer. */
  readonly fields: readonly SummaryField[];
  /** What the lists of fields say and do while fields are loading or couldn't be loaded. */
  readonly loading?: Partial<Pick<ComboBoxProps, 'status' | 'isBusy' | 'onOpen'>>;
  readonly words: SummaryStrings;
  /** The problem to show, from `readSummary`. */
  readonly problem?: SummaryProblem | undefined;
  /** Takes the new draft, draws, then focuses the element with the id `focus`, if given. */
  readonly change: (draft: SummaryDraft, focus?: string) => void;
}

/** The controls of a summary: its groups, its calculations, and how many groups are shown. */
export function summaryEditor(editor: SummaryEditor): TemplateResult {
  const { id, draft, fields, words } = editor;
  const { groups, measures } = draft;
  const add = (label: string, name: string, next: SummaryDraft, focus: string): TemplateResult =>
    linkButton([icon('add'), label], () => editor.change(next, `${id}-${focus}`), `${id}-add-${name}`);
  const group: GroupDraft = { field: '' };
  const measure: MeasureDraft = { calculate: 'count', field: '' };
  return html`<div class="summary-editor">
    <div class="summary-part" role="group" aria-labelledby="${id}-groups">
      <span class="label" id="${id}-groups">${words.groupBy}</span>
      ${groups.map((each, place) => groupRow(editor, each, place))}
      ${when(groups.length < MOST_GROUP_FIELDS, () =>
        add(words.addGroup, 'group', { ...draft, groups: [...groups, group] }, `group-${groups.length}-field`),
      )}
    </div>
    <div class="summary-part" role="group" aria-labelledby="${id}-measures">
      <span class="label" id="${id}-measures">${words.calculations}</span>
      ${measures.map((each, place) => measureRow(editor, each, place))}
      ${when(measures.length < MOST_MEASURES, () =>
        add(
          ...([words.addCalculation, 'measure', { ...draft, measures: [...measures, measure] }] as const),
          `measure-${measures.length}-calculation`,
        ),
      )}
    </div>
    ${groups.length > 0 ? shownGroups(editor) : nothing} ${isZoned(draft, fields) ? zone(editor) : nothing}
  </div>`;
}

/** The problem, if it is in this control or in one of this row. */
function problemAt({ id, problem, words }: SummaryEditor, control: string): unknown {
  if (problem === undefined || !`${problem.control}-`.startsWith(`${control}-`)) return nothing;
  const text = words[WORD_OF_PROBLEM[problem.kind]];
  return html`<div class="problem" id="${id}-problem" role="alert">${icon('error')}<span>${text}</span></div>`;
}

type GroupChoice = DateUnit | 'value' | 'width';

function groupRow(editor: SummaryEditor, group: GroupDraft, place: number): TemplateResult {
  const { id, draft, fields, words } = editor;
  const control = `group-${String(place)}`;
  const { field, unit, width } = group;
  const type = fields.find((each) => each.id === field)?.type ?? '';
  const units = unitsOf(type);
  const choices: readonly GroupChoice[] = [
    'value',
    ...(unit === undefined || units.includes(unit) ? units : [unit]),
    ...(fieldKind(type) === 'number' || width !== undefined ? (['width'] as const) : []),
  ];
  const put = (next: GroupDraft, focus?: string): void =>
    editor.change({ ...draft, groups: draft.groups.with(place, next) }, focus);
  const choose = (choice: GroupChoice): void => {
    if (choice === 'width') put({ field, width: width ?? '' }, `${id}-${control}-width`);
    else put(choice === 'value' ? { field } : { field, unit: choice });
  };
  return html`<div class="summary-row" role="group" aria-label=${fill(words.groupRow, place + 1)}>
    ${fieldBox(editor, control, {
      label: fill(words.groupField, place + 1),
      field,
      offered: ({ type: own }) => isGroupable(own),
      put: (picked) => put(withGroup(group, picked, fields)),
    })}
    ${selectField<GroupChoice>({
      id: `${id}-${control}-unit`,
      value: unit ?? (width === undefined ? 'value' : 'width'),
      choices: choices.map((value) => ({ value, label: words[`by${capital(value)}`] })),
      label: fill(words.groupUnit, field || place + 1),
      onPick: choose,
    })}
    ${when(width !== undefined, () =>
      textField({
        ...{ id: `${id}-${control}-width`, value: width ?? '', label: fill(words.groupWidth, field || place + 1) },
        ...wrongAt(editor, `${control}-width`),
        onType: (typed) => put({ field, width: typed }),
      }),
    )}
    ${iconButton('close', fill(words.removeGroup, field || place + 1), () =>
      editor.change({ ...draft, groups: draft.groups.toSpliced(place, 1) }, nextAfter(editor, 'group', place)),
    )}
    ${problemAt(editor, control)}
  </div>`;
}

function measureRow(editor: SummaryEditor, measure: MeasureDraft, place: number): TemplateResult {
  const { id, draft, words } = editor;
  const control = `measure-${String(place)}`;
  const { calculate, field } = measure;
  const put = (next: MeasureDraft): void => editor.change({ ...draft, measures: draft.measures.with(place, next) });
  const remove = (): void =>
    editor.change({ ...draft, measures: draft.measures.toSpliced(place, 1) }, nextAfter(editor, 'measure', place));
  return html`<div class="summary-row" role="group" aria-label=${fill(words.measureRow, place + 1)}>
    ${selectField<CalculationName>({
      id: `${id}-${control}-calculation`,
      value: calculate,
      choices: CALCULATIONS.map((value) => ({ value, label: words[`calculate${capital(value)}`] })),
      label: fill(words.measureRow, place + 1),
      onPick: (picked) => put({ calculate: picked, field }),
    })}
    ${
      takesField(calculate)
        ? fieldBox(editor, control, {
            label: fill(words.measureField, place + 1),
            field,
            offered: ({ type }) => fitsCalculation(type, calculate),
            put: (picked) => put({ calculate, field: picked }),
          })
        : html`<span class="summary-records">${words.ofRecords}</span>`
    }
    ${when(draft.measures.length > 1, () => iconButton('close', fill(words.removeMeasure, place + 1), remove))}
    ${problemAt(editor, control)}
  </div>`;
}

function shownGroups(editor: SummaryEditor): TemplateResult {
  const { id, draft, words } = editor;
  const { top, ...others } = draft;
  const select = selectField<'all' | 'top'>({
    id: `${id}-shown`,
    value: top === undefined ? 'all' : 'top',
    choices: [
      { value: 'all', label: words.allGroups },
      { value: 'top', label: words.largestGroups },
    ],
    onPick: (picked) =>
      picked === 'all' ? editor.change(others) : editor.change({ ...others, top: USUAL_TOP }, `${id}-top`),
  });
  return html`<div class="summary-part">
    <label class="label" for="${id}-shown">${words.shownGroups}</label>
    <div class="summary-row">
      ${select}
      ${when(
        top !== undefined,
        () =>
          html`${textField({
              ...{ id: `${id}-top`, value: top ?? '', label: words.topGroups, isNumber: true },
              ...wrongAt(editor, 'top'),
              onType: (typed) => editor.change({ ...draft, top: typed }),
            })}<span class="summary-records">${words.restAsOthers}</span>`,
      )}
      ${problemAt(editor, 'top')}
    </div>
  </div>`;
}

const USUAL_TOP = '10';

function zone(editor: SummaryEditor): TemplateResult {
  const { id, draft, words } = editor;
  const change = (typed: string): void => editor.change({ ...draft, zone: typed });
  return html`<div class="summary-part">
    <label class="label" for="${id}-zone">${words.zoneOf}</label>
    ${comboBox({
      ...{ id: `${id}-zone`, text: draft.zone, picked: draft.zone, label: words.zoneOf, isLabelled: true },
      options: Intl.supportedValuesOf('timeZone').map((key) => ({ key, label: key })),
      ...{ placeholder: 'UTC', words, ...wrongAt(editor, 'zone') },
      ...{ onType: change, onPick: change },
    })}
    ${problemAt(editor, 'zone')}
  </div>`;
}

interface FieldBox {
  readonly label: string;
  readonly field: string;
  readonly offered: (field: SummaryField) => boolean;
  readonly put: (field: string) => void;
}

function fieldBox(editor: SummaryEditor, control: string, { label, field, offered, put }: FieldBox): unknown {
  const { id, fields, words, loading } = editor;
  return comboBox({
    ...{ id: `${id}-${control}-field`, text: field, picked: field, label, isLabelled: false },
    options: fields.filter(offered).map(({ id: key, type }) => ({ key, label: key, detail: typeName(type) })),
    ...{ placeholder: words.chooseField, words, ...loading, ...wrongAt(editor, `${control}-field`) },
    ...{ onType: put, onPick: put },
  });
}

/** The control to focus after a row is removed: the next row, the previous one, or the button that adds one. */
function nextAfter({ id, draft }: SummaryEditor, kind: 'group' | 'measure', place: number): string {
  const left = (kind === 'group' ? draft.groups : draft.measures).length - 1;
  if (left === 0) return `${id}-add-${kind}`;
  return `${id}-${kind}-${String(Math.min(place, left - 1))}-${kind === 'group' ? 'field' : 'calculation'}`;
}

function wrongAt({ id, problem }: SummaryEditor, control: string): { readonly about?: AboutField } {
  return problem?.control === control ? { about: { id: `${id}-problem`, isWrong: true } } : {};
}

function capital<T extends string>(word: T): Capitalize<T> {
  return (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<T>;
}
