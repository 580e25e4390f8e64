import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { fill, numberText } from '../../base/words.ts';
import { COLUMN_TYPES, type ColumnLook, type ColumnOptions } from '../../messages/optionsProtocol.ts';
import type { OptionsStrings } from '../../messages/optionsStrings.ts';
import { icon, linkButton } from '../ui/controls/buttons.ts';
import { selectField } from '../ui/controls/selectField.ts';
import { visibleText } from '../ui/visibleText.ts';
import { columnMarks } from './columnMarks.ts';
import { labelled } from './optionField.ts';
import type { OptionsContext } from './optionsContext.ts';

export function columnRow(context: OptionsContext, place: number): TemplateResult | typeof nothing {
  const { words, look, setColumn } = context;
  const column = look.columns[place];
  if (column === undefined) return nothing;
  const { name, options, isChosen } = column;
  const id = `column-${place}`;
  const shown: ColumnOptions = isSuggested(column) ? { kind: 'text' } : options;
  const types = COLUMN_TYPES.map((type) => ({ value: type, label: words[type] }));
  return html`<li class="column">
    <div class="column-frame" role="group" aria-labelledby="${id}-name">
      <div class="column-name" id="${id}-name" title=${name}>
        <bdi>${visibleText(name) || words.noName}</bdi>
      </div>
      <div class="column-options">
        ${labelled(
          id,
          words.type,
          selectField({
            ...{ id, value: shown.kind, choices: types, describedBy: `${id}-fit` },
            // Options of one type don't apply to another, so they are dropped.
            onPick: (kind) => setColumn(place, { kind }),
          }),
        )}
        ${columnMarks(context, id, shown, (changed) => setColumn(place, { ...options, ...changed }))}
      </div>
      <div class="column-fit">
        <div class="column-facts" id="${id}-fit">
          ${fit(context, column)} ${missing(context, column)} ${doubt(context, column)}
        </div>
        ${ways(context, place, column)}
        ${isChosen ? linkButton(words.useDetected, () => setColumn(place, null)) : nothing}
      </div>
    </div>
  </li>`;
}

/** Whether most values look like another type, while the column stays text unless people choose that type. */
export function isSuggested({ doubt, isChosen }: ColumnLook): boolean {
  return doubt !== undefined && !isChosen;
}

function fit({ words, init }: OptionsContext, column: ColumnLook): TemplateResult | typeof nothing {
  const { options, values, fitting } = column;
  // A check mark would suggest that the column has the other type.
  const isText = options.kind === 'text' || (isSuggested(column) && fitting === values);
  if (isText || values === 0) return nothing;
  const count = (value: number): string => numberText(value, init.language);
  const share = shareText(fitting / values, init.language);
  const isWhole = fitting === values;
  return html`<span class="fit ${isWhole ? 'whole' : 'part'}" title=${fill(words.fitOf, count(fitting), count(values))}
    >${icon(isWhole ? 'check' : 'warning')}<span>${words[options.kind]}: ${fill(words.fit, share)}</span></span
  >`;
}

/** The share as a percentage. Rounding down reserves 100 % for all values. */
function shareText(share: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(Math.floor(share * 1000) / 1000);
}

function missing({ words, init }: OptionsContext, { missing: absent }: ColumnLook): TemplateResult | typeof nothing {
  if (absent === undefined) return nothing;
  const count = numberText(absent.values, init.language);
  const quoted = absent.words.map((word) => `"${word}"`).join(', ');
  return html`<span dir="auto">${visibleText(fill(words.missing, count, quoted))}</span>`;
}

function doubt({ words }: OptionsContext, column: ColumnLook): TemplateResult | typeof nothing {
  const text = doubtText(column, words);
  return text === '' ? nothing : html`<span dir="auto">${visibleText(text)}</span>`;
}

/** Why a column stays text, or which values become NULL. Empty if there is no doubt. */
export function doubtText({ options, doubt, misfit }: ColumnLook, words: OptionsStrings): string {
  const reasons = {
    dateOrder: words.dateOrderUnclear,
    decimalMark: words.decimalMarkUnclear,
    leadingZeros: words.leadingZeros,
    brackets: words.bracketsUnclear,
    declared: words.declaredText,
  };
  const misfitTexts = misfit && options.kind !== 'text' ? [misfitText(misfit, words)] : [];
  const reason = doubt === undefined || doubt === 'misfits' ? misfitTexts : [reasons[doubt]];
  return [...reason, ...(doubt === undefined ? [] : [words.staysText])].join(' ');
}

function misfitText({ text, line }: NonNullable<ColumnLook['misfit']>, words: OptionsStrings): string {
  return line === undefined ? fill(words.misfit, text) : fill(words.misfitInLine, text, line);
}

function ways(
  { words, setColumn }: OptionsContext,
  place: number,
  column: ColumnLook,
): TemplateResult | typeof nothing {
  const { options, doubt: why, misfit } = column;
  if (isSuggested(column)) return linkButton(fill(words.useType, words[options.kind]), () => setColumn(place, options));
  const hasMisfits = why === 'misfits' || (options.misfits !== undefined && misfit !== undefined);
  if (!hasMisfits) return nothing;
  const { misfits, ...strict } = options;
  const isAccepted = misfits === 'null';
  return html`<label class="tick"
    ><input
      type="checkbox"
      .checked=${live(isAccepted)}
      @change=${() => setColumn(place, isAccepted ? strict : { ...options, misfits: 'null' })}
    />${words.nullMisfits}</label
  >`;
}
