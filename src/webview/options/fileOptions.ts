import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { selectField } from '../ui/controls/selectField.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { OptionsContext } from './optionsContext.ts';
import { labelled, wordsField } from './optionField.ts';

export function fileOptions(context: OptionsContext): TemplateResult {
  const { words, look, typed } = context;
  return html`<section class="file-options" aria-label=${words.file}>
    ${look.options.map(({ name, label, value, choices, note }) =>
      labelled(
        name,
        label,
        html`${selectField({
          ...{ id: name, value, choices, onPick: (picked: string) => context.setOption(name, picked) },
          ...(note !== undefined && { describedBy: `${name}-note` }),
        })}
        ${note === undefined ? nothing : html`<p class="note" id=${`${name}-note`}>${note}</p>`}`,
      ),
    )}
    ${labelled(
      'null-words',
      words.nullWords,
      wordsField({
        ...{ id: 'null-words', words: look.nullWords, hint: words.nullWordsHint, typed },
        onWords: context.setNullWords,
      }),
    )}
    ${parts(context)}
  </section>`;
}

/** The sheets or tables. Each ticked one becomes a resource. */
function parts({ look, words, setParts }: OptionsContext): TemplateResult | typeof nothing {
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
            @change=${() => setParts(toggled(part))}
          /><bdi>${visibleText(part)}</bdi></label
        >`,
    )}
    ${leftOut.map((text) => html`<p class="note"><bdi>${visibleText(text)}</bdi></p>`)}
    ${selected.length === 0 ? html`<p class="note" id="no-part">${words.noneSelected}</p>` : nothing}
  </fieldset>`;
}
