import * as v from 'valibot';
import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';
import { EMPTY_DRAFT, QueryDraft, SearchMode, SortDraft } from '../datastore/query/draft.ts';
import { SummaryDraft } from '../datastore/query/summaryDraft.ts';
import { withoutSecrets } from '../base/secretText.ts';
import { optionalMember, storedList, storedObject } from '../base/stored.ts';

const KEPT = 20;
const WRITE_AFTER_MS = 250;

type FieldTypes = ReadonlyMap<string, string>;

interface Entry {
  readonly draft: QueryDraft;
  /** Types of the fields when last loaded, on which filter values without a type of their own depend. */
  readonly types?: FieldTypes;
  /** A stage of typing another name: nothing was requested from it or changed. Such entries aren't kept. */
  readonly isPassing?: true;
  /** Id of the page's revision that sent the draft. Absent if the host made the draft. */
  readonly revision?: string;
}

/** Two drafts, of which the second replaced the first without a person typing it. */
export interface ReplacedDraft {
  readonly before: QueryDraft;
  readonly draft: QueryDraft;
}

/** One draft for each resource, newest first, so that none is lost by looking at another. Pages edit copies. */
export class DraftStore implements vscode.Disposable {
  readonly #saved: StoredList<typeof storedEntry>;
  #current: Entry | undefined;
  /** One entry for each resource. The current resource's entry is from before it was a stage of typing. */
  #kept: readonly Entry[];
  #timer: NodeJS.Timeout | undefined;
  readonly #store = new DisposableStore();
  readonly #replaced = this.#store.add(new vscode.EventEmitter<ReplacedDraft>());
  readonly #targeted = this.#store.add(new vscode.EventEmitter<void>());
  readonly onDidReplace = this.#replaced.event;
  readonly onDidChangeTarget = this.#targeted.event;

  /** `key` separates the drafts of the forms in storage. */
  constructor(state: Storage, key = 'drafts') {
    this.#saved = new StoredList(state, { key, member: 'entries', item: storedEntry, most: KEPT });
    [this.#current, ...this.#kept] = this.#saved.items.map(({ types, ...rest }) => ({
      ...rest,
      ...(types && { types: new Map(types) }),
    }));
  }

  get current(): QueryDraft {
    return this.#current?.draft ?? EMPTY_DRAFT;
  }

  isNewest(revision: string): boolean {
    return this.#current === undefined || this.#current.revision === revision;
  }

  of({ portalId, resourceId }: ResourceRef): QueryDraft | undefined {
    const entries = this.#entries.filter(({ draft }) => draft.portalId === portalId && draft.resource === resourceId);
    return (entries.find(({ isPassing }) => isPassing === undefined) ?? entries[0])?.draft;
  }

  typesFor(draft: QueryDraft): FieldTypes | undefined {
    return this.#entries.find(({ draft: other, types }) => types && isSameTarget(other, draft))?.types;
  }

  /** Stores the form's draft. `isChosen`: its resource was chosen or requested, and isn't a half-typed name. */
  remember(draft: QueryDraft, isChosen = false, revision?: string): void {
    const before = this.#current;
    const isSame = before !== undefined && isSameTarget(before.draft, draft);
    const isPassing = isSame ? before.isPassing && JSON.stringify(before.draft) === JSON.stringify(draft) : true;
    const types = this.typesFor(draft);
    if (!isSame && before !== undefined) this.#keep(before);
    this.#current = {
      draft,
      ...defined({ types }),
      ...(isPassing && !isChosen && { isPassing }),
      ...defined({ revision }),
    };
    this.#writeSoon();
    if (!isSame) this.#targeted.fire();
  }

  /** Replaces a draft by an equivalent one for the same resource, unless there is a newer draft. */
  replace(before: QueryDraft, draft: QueryDraft): void {
    if (this.current !== before) return;
    this.remember(draft, true);
    this.#kept = this.#kept.filter((entry) => !isSameTarget(entry.draft, before));
    this.#replaced.fire({ before, draft });
  }

  rememberTypes(draft: QueryDraft, fields: readonly Field[]): void {
    const types = new Map(fields.map(({ id, type }) => [id, type]));
    const typed = (entry: Entry): Entry => (isSameTarget(entry.draft, draft) ? { ...entry, types } : entry);
    this.#current = this.#current && typed(this.#current);
    this.#kept = this.#kept.map(typed);
    this.#writeSoon();
  }

  dispose(): void {
    if (this.#timer !== undefined) this.#write();
    this.#store.dispose();
  }

  get #entries(): readonly Entry[] {
    return this.#current ? [this.#current, ...this.#kept] : this.#kept;
  }

  #keep(entry: Entry): void {
    if (entry.isPassing || entry.draft.resource === '') return;
    const others = this.#kept.filter((other) => !isSameTarget(other.draft, entry.draft));
    this.#kept = [entry, ...others].slice(0, KEPT - 1);
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries.map(({ draft, types, ...rest }) => ({
      draft: withoutSecrets(draft),
      ...(types && { types: [...types] }),
      ...rest,
    }));
    void this.#saved.set(entries);
  }
}

export const storedDraft = storedObject({
  ...QueryDraft.entries,
  // A stored draft without these members is worth keeping, too.
  qMode: optionalMember(SearchMode),
  qField: optionalMember(v.string()),
  summary: optionalMember(SummaryDraft),
  sort: optionalMember(storedList(SortDraft)),
  fields: optionalMember(v.array(v.string())),
  distinct: optionalMember(v.literal(true)),
});

const storedEntry = storedObject({
  draft: storedDraft,
  types: optionalMember(v.array(v.tuple([v.string(), v.string()]))),
  isPassing: optionalMember(v.literal(true)),
  revision: optionalMember(v.string()),
});

function isSameTarget(one: QueryDraft, other: QueryDraft): boolean {
  return one.portalId === other.portalId && one.baseUrl === other.baseUrl && one.resource === other.resource;
}
