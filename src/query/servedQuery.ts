import { naturalOf, nothing, textOf } from '../platform/messageCheck.ts';
import type { DraftRevision, QueryDraft } from '../messages/draft.ts';
import type { FormHost } from '../messages/formProtocol.ts';
import type { Served } from '../messages/rpc.ts';
import { membersOf } from '../base/shape.ts';
import { readDraftShape } from './draftShape.ts';
import type { QueryController } from './queryController.ts';

/** The form's calls, with their arguments checked. */
export function servedQuery(controller: QueryController): Served<FormHost> {
  return {
    ready: {
      check: ([kept]) => [kept === null ? kept : textOf(kept)],
      run: (kept) => controller.ready(kept),
    },
    check: {
      check: ([draft, revision, isAddressWhole]) => [
        ...draftOf([draft]),
        revisionOf(revision),
        isAddressWhole === true,
      ],
      run: (draft, revision, isAddressWhole) => controller.check(draft, revision, isAddressWhole),
    },
    fields: { check: draftOf, run: (draft, signal) => controller.fields(draft, signal) },
    filtersToRows: { check: ([json]) => [textOf(json)], run: (json) => controller.filtersToRows(json) },
    filtersToJson: { check: draftOf, run: (draft) => controller.filtersToJson(draft) },
    run: {
      check: ([draft, revision]) => [...draftOf([draft]), revisionOf(revision)],
      run: (draft, revision) => controller.run(draft, revision),
    },
    cancel: { check: nothing, run: () => controller.cancel() },
    copyRequest: { check: draftOf, run: (draft) => controller.copyRequest(draft) },
    setToken: { check: draftOf, run: (draft) => controller.setToken(draft) },
    addPortal: { check: nothing, run: () => controller.addPortal() },
    openLocalFile: { check: nothing, run: () => controller.openLocalFile() },
  };
}

function revisionOf(value: unknown): DraftRevision {
  const { id, edits } = membersOf<DraftRevision>(value);
  return { id: textOf(id), edits: naturalOf(edits) };
}

function draftOf([value]: readonly unknown[]): [QueryDraft] {
  const draft = readDraftShape(value);
  if (draft === undefined) throw new TypeError('A draft was expected');
  return [draft];
}
