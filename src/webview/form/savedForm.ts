/** What the form keeps in VS Code while its frame is hidden or the window reloads. */
import { withoutSecrets } from '../../base/secretText.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../messages/draft.ts';
import { entryOf, type FormEntry } from './formEntry.ts';

export interface SavedForm {
  readonly version: 1;
  readonly entry: FormEntry;
  /** The id of the revision that it is an edit of. */
  readonly revision?: string;
}

export function savedForm(entry: FormEntry, revision: string): SavedForm {
  return { version: 1, entry: withoutSecrets(entry), revision };
}

/** The entry to begin with: the host's draft, or where it gives none what was saved here, with the last letters typed. */
export function restoredEntry(saved: SavedForm | undefined, draft: QueryDraft | null): FormEntry {
  return draft === null && saved ? saved.entry : entryOf(draft ?? EMPTY_DRAFT);
}

/** Only this file writes the state, so its version tells its shape. */
export function isSavedForm(saved: unknown): saved is SavedForm {
  return typeof saved === 'object' && saved !== null && (saved as Partial<SavedForm>).version === 1;
}
