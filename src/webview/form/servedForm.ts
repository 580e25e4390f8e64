/** The calls of the host, checked before they reach the form. */
import type { QueryDraft } from '../../messages/draft.ts';
import type { FormView, PortalChoice, RunState } from '../../messages/formProtocol.ts';
import type { Served } from '../../messages/rpc.ts';
import { checked, isText, membersOf } from '../../base/shape.ts';

/** Calls wait for the form, which needs the host's first answer. */
export function servedForm(form: Promise<FormView>): Served<FormView> {
  return {
    show: {
      check: ([draft, revision, edits]) => [
        checked(draft, isDraft),
        checked(revision, isText),
        checked(edits, isEdits),
      ],
      run: async (draft, revision, edits) => (await form).show(draft, revision, edits),
    },
    portals: {
      check: ([portals]) => [checked(portals, isPortals)],
      run: async (portals) => (await form).portals(portals),
    },
    runState: {
      check: ([state]) => [checked(state, isRunState)],
      run: async (state) => (await form).runState(state),
    },
    focus: { check: () => [], run: async () => (await form).focus() },
  };
}

function isDraft(value: unknown): value is QueryDraft {
  const { filterRows, filterMode, ...texts } = membersOf<QueryDraft>(value);
  return (
    Array.isArray(filterRows) &&
    (filterMode === 'rows' || filterMode === 'json') &&
    [texts.portalId, texts.baseUrl, texts.resource, texts.q, texts.filterJson, texts.limit].every(
      (text) => typeof text === 'string',
    )
  );
}

function isEdits(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function isPortals(value: unknown): value is readonly PortalChoice[] {
  return (
    Array.isArray(value) && value.every((portal) => Array.isArray(membersOf<PortalChoice>(portal).resources))
  );
}

function isRunState(value: unknown): value is RunState {
  const state = membersOf<RunState>(value);
  if (state.kind === 'failed') return typeof state.problem?.message === 'string';
  return state.kind === 'idle' || state.kind === 'running';
}
