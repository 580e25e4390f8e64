import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { fill } from '../../base/words.ts';
import type { FileOption } from '../../messages/optionsProtocol.ts';
import { textButton } from '../ui/controls/buttons.ts';
import { type TextField, textField } from '../ui/controls/textField.ts';
import { selectField } from '../ui/controls/selectField.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { OptionsContext } from './optionsContext.ts';
import { beingTyped, labelled, wordsField } from './optionField.ts';

export const NULL_WORDS_ID = 'null-words';

/** The options that are chosen or in doubt, and the others folded away. */
export function fileOptions(context: OptionsContext): TemplateResult {
  const { words, look, open: names } = context;
  const open = look.options.filter(({ name }) => names.has(name));
  const folded = look.options.filter(({ name }) => !names.has(name));
  const nullWords = nullWordsField(context);
  const hasNullWords = names.has(NULL_WORDS_ID);
  return html`<section class="file-options" aria-label=${words.file}>
      ${open.map((option) => optionField(context, option))} ${hasNullWords ? nullWords : nothing} ${parts(context)}
    </section>
    <details class="more">
      <summary>
        ${fill(words.more, [...folded.map(summaryOf), ...(hasNullWords ? [] : [words.nullWords])].join(' · '))}
      </summary>
      <section class="file-options">
        ${folded.map((option) => optionField(context, option))} ${hasNullWords ? nothing : nullWords}
      </section>
    </details>
    ${look.isChosen ? html`<div class="choice-buttons">${choiceButtons(context)}</div>` : nothing}`;
}

function choiceButtons({ init, words, look, isLeaving, host, leave, reset }: OptionsContext): TemplateResult {
  const similar = { id: 'similar', label: words.openSimilar, press: () => leave(host.acceptSimilar()) };
  return html`${textButton({ id: 'reset', label: words.resetToDetected, press: reset })}${
    init.canUseForOthers ? textButton({ ...similar, isDisabled: isLeaving || !look.canOpen }) : nothing
  }`;
}

function summaryOf({ label, value, choices }: FileOption): string {
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  return shown === '' ? label : `${label}: ${shown}`;
}

function optionField(context: OptionsContext, option: FileOption): TemplateResult {
  const { words, host, send } = context;
  const { name, label, value, choices, typed, fact, isWrong = false } = option;
  const about = { id: `${name}-fact`, isWrong };
  const typeField = (own: Partial<TextField> & { readonly id: string; readonly value: string }): TemplateResult =>
    textField({
      ...own,
      value: beingTyped(own.id) ?? own.value,
      onType: (text) => send(host.typeOption(name, text)),
      about,
    });
  const isNumber = name === 'headerLine' || name === 'skipEnd';
  return labelled(
    name,
    label,
    html`${
        choices.length === 0
          ? typeField({ id: name, value, isNumber })
          : selectField({
              ...{ id: name, value, choices, describedBy: about.id },
              onPick: (picked) => send(host.setOption(name, picked)),
            })
      }${
        typed === undefined || choices.length === 0
          ? nothing
          : typeField({ id: `${name}-typed`, value: typed, label: fill(words.typedValue, label) })
      } <span class="fact" id=${about.id}>${fact === undefined ? nothing : visibleText(fact)}</span>`,
  );
}

function nullWordsField({ words, look, typed, host, send }: OptionsContext): TemplateResult {
  return labelled(
    NULL_WORDS_ID,
    words.nullWords,
    wordsField({
      ...{ id: NULL_WORDS_ID, words: look.nullWords, hint: words.nullWordsHint, typed },
      onWords: (changed) => send(host.setNullWords(changed)),
    }),
  );
}

/** The sheets or tables. Each ticked one becomes a resource. */
function parts({ look, words, host, send }: OptionsContext): TemplateResult | typeof nothing {
  if (look.parts === undefined) return nothing;
  const { label, all, selected, leftOut = [] } = look.parts;
  const toggled = (part: string): readonly string[] =>
    all.filter((other) => selected.includes(other) !== (other === part));
  return html`<fieldset class="parts" aria-describedby=${selected.length === 0 ? 'no-part' : nothing}>
    <legend>${label}</legend>
    ${all.map(
      (part) =>
        html`<label class="tick"
          ><input
            type="checkbox"
            .checked=${live(selected.includes(part))}
            @change=${() => send(host.setParts(toggled(part)))}
          /><bdi>${visibleText(part)}</bdi></label
        >`,
    )}
    ${leftOut.map((text) => html`<p class="note"><bdi>${visibleText(text)}</bdi></p>`)}
    ${selected.length === 0 ? html`<p class="note" id="no-part">${words.noneSelected}</p>` : nothing}
  </fieldset>`;
}
