import type { Disposable, Memento } from 'vscode';
import type { Field } from '../datastore/model.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../shared/draft.ts';
import { withoutSecrets } from '../shared/secretText.ts';
import { readDraftShape } from './draftShape.ts';

const KEY = 'drafts';
const KEPT = 20;
const WRITE_AFTER_MS = 250;

type FieldTypes = ReadonlyMap<string, string>;

interface Entry {
  readonly draft: QueryDraft;
  /** Types of the resource's fields, when they were last seen: values whose type follows the field depend on them. */
  readonly types?: FieldTypes;
}

/** What stood in the form, by resource, newest first: so nothing typed is lost by a look at another resource. */
export class DraftStore implements Disposable {
  readonly #state: Memento;
  #entries: readonly Entry[];
  #timer: NodeJS.Timeout | undefined;

  constructor(state: Memento) {
    this.#state = state;
    this.#entries = readSaved(state.get(KEY));
  }

  get current(): QueryDraft {
    return this.#entries[0]?.draft ?? EMPTY_DRAFT;
  }

  /** What was last typed for this resource, if it was ever in the form of this window. */
  of({ portalId, resourceId }: ResourceRef): QueryDraft | undefined {
    return this.#entries.find(({ draft }) => draft.portalId === portalId && draft.resource === resourceId)
      ?.draft;
  }

  typesFor(draft: QueryDraft): FieldTypes | undefined {
    return this.#entries.find((entry) => isSameTarget(entry.draft, draft))?.types;
  }

  remember(draft: QueryDraft): void {
    const types = this.typesFor(draft);
    const others = this.#entries.filter((other) => !isReplacedBy(other.draft, draft));
    this.#entries = [{ draft, ...(types && { types }) }, ...others].slice(0, KEPT);
    this.#writeSoon();
  }

  rememberTypes(draft: QueryDraft, fields: readonly Field[]): void {
    const types = new Map(fields.map(({ id, type }) => [id, type]));
    this.#entries = this.#entries.map((entry) =>
      isSameTarget(entry.draft, draft) ? { ...entry, types } : entry,
    );
    this.#writeSoon();
  }

  dispose(): void {
    if (this.#timer !== undefined) this.#write();
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries.map(({ draft, types }) => ({
      draft: withoutSecrets(draft),
      types: types && [...types],
    }));
    void this.#state.update(KEY, { version: 1, entries });
  }
}

function readSaved(saved: unknown): readonly Entry[] {
  if (typeof saved !== 'object' || saved === null) return [];
  const { version, entries } = saved as { version?: unknown; entries?: unknown };
  if (version !== 1 || !Array.isArray(entries)) return [];
  return entries.slice(0, KEPT).flatMap((entry: unknown) => readEntry(entry) ?? []);
}

function readEntry(entry: unknown): Entry | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { draft: savedDraft, types } = entry as { draft?: unknown; types?: unknown };
  const draft = readDraftShape(savedDraft);
  if (draft === undefined) return undefined;
  return Array.isArray(types) && types.every(isPair) ? { draft, types: new Map(types) } : { draft };
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function isSameTarget(one: QueryDraft, other: QueryDraft): boolean {
  return one.portalId === other.portalId && one.baseUrl === other.baseUrl && one.resource === other.resource;
}

/** While an id is being typed, each letter is not a new resource: only the last text is kept. */
function isReplacedBy(old: QueryDraft, draft: QueryDraft): boolean {
  return (
    old.portalId === draft.portalId && (draft.resource.startsWith(old.resource) || isSameTarget(old, draft))
  );
}
