/** The history as a pick list, whose rows stay while their queries are pinned, named and removed. */
import { type Choice, separator } from '../../platform/quickPick.ts';
import { fixedStep, SearchingPick } from '../../platform/searchingPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type HistoryEntry, type HistoryGroup, historyGroups } from './historyEntry.ts';
import { entryFacts, entryTitle } from './historyText.ts';
import { HISTORY_WORDS as WORDS } from './historyWords.ts';

/** Running and saving end the pick. */
type Ending = 'run' | 'save';
type Change = 'pin' | 'name' | 'remove';

interface PickedEntry<A = Ending | Change> {
  readonly entry: HistoryEntry;
  readonly does: A;
}

/** Resolves to the entry that people run or save. `act` does everything else. */
export async function pickEntry(
  title: string,
  entries: () => Promise<readonly HistoryEntry[]>,
  act: (picked: PickedEntry<Change>) => Promise<void>,
): Promise<PickedEntry<Ending> | undefined> {
  const pick = new SearchingPick<PickedEntry>();
  try {
    for (let [text, id] = ['', '']; ;) {
      const rows = historyGroups(await entries(), new Date()).flatMap(choicesOf);
      const active = rows.find(({ value }) => value?.entry.id === id)?.value;
      const fixed = fixedStep({ title, placeholder: translate(WORDS.select), canGoBack: false, rows });
      const step = { ...fixed, text, active };
      const answer = await pick.ask(step);
      if (answer.kind !== 'chosen') return undefined;
      const { entry, does } = answer.value;
      if (does === 'run' || does === 'save') return { entry, does };
      await act({ entry, does });
      [text, id] = [step.text, entry.id];
    }
  } finally {
    pick.dispose();
  }
}

function choicesOf({ period, entries }: HistoryGroup): readonly Choice<PickedEntry>[] {
  const rows = entries.map((entry): Choice<PickedEntry> => {
    const { isPinned = false } = entry;
    const button = (does: PickedEntry['does'], icon: string, tooltip: string) => {
      return { icon, tooltip, value: { entry, does } };
    };
    return {
      label: entryTitle(entry),
      description: entryFacts(entry, period),
      value: { entry, does: 'run' },
      buttons: [
        button('pin', isPinned ? 'pinned' : 'pin', translate(isPinned ? WORDS.unpin : WORDS.pin)),
        button('save', 'add', translate(WORDS.save)),
        button('name', 'edit', translate(WORDS.name)),
        button('remove', 'close', translate(WORDS.remove)),
      ],
    };
  });
  return [separator(translate(WORDS[period])), ...rows];
}
