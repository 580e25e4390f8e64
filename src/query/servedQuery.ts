import { nothing, textOf } from '../platform/messageCheck.ts';
import type { QueryDraft } from '../messages/draft.ts';
import type { FormHost } from '../messages/formProtocol.ts';
import type { Served } from '../messages/rpc.ts';
import { readDraftShape } from './draftShape.ts';
import type { QueryController } from './queryController.ts';

/** The form's calls, with their arguments checked. */
export function servedQuery(controller: QueryController): Served<FormHost> {
  return {
    ready: { check: nothing, run: () => controller.ready() },
    check: {
      check: ([draft, isAddressWhole]) => [...draftOf([draft]), isAddressWhole === true],
      run: (draft, isAddressWhole) => controller.check(draft, isAddressWhole),
    },
    fields: { check: draftOf, run: (draft, signal) => controller.fields(draft, signal) },
    filtersToRows: { check: ([json]) => [textOf(json)], run: (json) => controller.filtersToRows(json) },
    filtersToJson: { check: draftOf, run: (draft) => controller.filtersToJson(draft) },
    run: { check: draftOf, run: (draft) => controller.run(draft) },
    cancel: { check: nothing, run: () => controller.cancel() },
    copyRequest: { check: draftOf, run: (draft) => controller.copyRequest(draft) },
    setToken: { check: draftOf, run: (draft) => controller.setToken(draft) },
    addPortal: { check: nothing, run: () => controller.addPortal() },
    openLocalFile: { check: nothing, run: () => controller.openLocalFile() },
  };
}

function draftOf([value]: readonly unknown[]): [QueryDraft] {
  const draft = readDraftShape(value);
  if (draft === undefined) throw new TypeError('A draft was expected');
  return [draft];
}
