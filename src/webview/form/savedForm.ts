/** What the form keeps in the webview's own state: it outlives a hidden tab and a window reload. */
import type { QueryDraft } from '../../messages/draft.ts';
import { withoutSecrets } from '../../base/secretText.ts';
import { draftKey, draftOf, entryOf, type FormEntry } from './formEntry.ts';
import { isEmptyDraft } from './formModel.ts';

export interface SavedForm {
  readonly version: 1;
  readonly entry: FormEntry;
  /** Keys of the drafts that the host got last, as it keeps them; it may have kept any before the window went. */
  readonly sent: readonly string[];
}

const SENT_KEPT = 3;

export function savedForm(entry: FormEntry, sent: readonly string[]): SavedForm {
  return { version: 1, entry: withoutSecrets(entry), sent };
}

export function withSent(sent: readonly string[], draft: QueryDraft): readonly string[] {
  const key = keptKey(draft);
  return sent.at(-1) === key ? sent : [...sent, key].slice(-SENT_KEPT);
}

/**
 * The entry to begin with. The host's draft wins when the host has something newer to show (a tree
 * selection); else what was saved here does, because it holds the last letters typed.
 */
export function restoredEntry(saved: SavedForm | undefined, draft: QueryDraft): FormEntry {
  if (!saved) return entryOf(draft);
  const isKnown =
    isEmptyDraft(draft) ||
    saved.sent.includes(keptKey(draft)) ||
    keptKey(draft) === draftKey(draftOf(saved.entry));
  return isKnown ? saved.entry : entryOf(draft);
}

/** No secret stands in a key: it is saved too. */
function keptKey(draft: QueryDraft): string {
  return draftKey(withoutSecrets(draft));
}

/** Only this file writes the state, so its version tells its shape. */
export function isSavedForm(saved: unknown): saved is SavedForm {
  return typeof saved === 'object' && saved !== null && (saved as Partial<SavedForm>).version === 1;
}
