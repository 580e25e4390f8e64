/** What the form keeps in the webview's own state: it outlives a hidden tab and a window reload. */
import type { QueryDraft } from '../../shared/draft.ts';
import { draftKey, draftOf, entryOf, type FormEntry } from './formEntry.ts';
import { isEmptyDraft } from './formModel.ts';

export interface SavedForm {
  readonly version: 1;
  readonly entry: FormEntry;
  /** Keys of the drafts that the host got last; it may have kept any of them before the window went. */
  readonly sent: readonly string[];
}

const SENT_KEPT = 3;
/** A user name in an address, or a token among its parameters (threat T6: nothing secret is saved). */
const SECRET = /\/\/[^/\s]*@|[?&#;](?:[a-z_-]*token|api[_-]?key|key|authorization|password)=/i;

export function savedForm(entry: FormEntry, sent: readonly string[]): SavedForm {
  return { version: 1, entry: withoutSecrets(entry), sent };
}

export function withSent(sent: readonly string[], draft: QueryDraft): readonly string[] {
  const key = draftKey(draft);
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
    saved.sent.includes(draftKey(draft)) ||
    draftKey(draft) === draftKey(draftOf(saved.entry));
  return isKnown ? saved.entry : entryOf(draft);
}

function withoutSecrets(entry: FormEntry): FormEntry {
  return { ...entry, baseUrl: unlessSecret(entry.baseUrl), resource: unlessSecret(entry.resource) };
}

function unlessSecret(text: string): string {
  return SECRET.test(text) ? '' : text;
}

/** Only this file writes the state, so its version tells its shape. */
export function isSavedForm(saved: unknown): saved is SavedForm {
  return typeof saved === 'object' && saved !== null && (saved as Partial<SavedForm>).version === 1;
}
