/** The calls of the host, checked before they reach the form. */
import type { QueryDraft } from '../../messages/draft.ts';
import type { FormView, PortalChoice, RunState } from '../../messages/formProtocol.ts';
import type { Served } from '../../messages/rpc.ts';
import { checked, membersOf } from '../../base/shape.ts';

/** Calls wait for the form, which needs the host's first answer. */
export function servedForm(form: Promise<FormView>): Served<FormView> {
  return {
    show: { check: ([draft]) => [checked(draft, isDraft)], run: async (draft) => (await form).show(draft) },
    settle: {
      check: ([before, draft]) => [checked(before, isDraft), checked(draft, isDraft)],
      run: async (before, draft) => (await form).settle(before, draft),
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
