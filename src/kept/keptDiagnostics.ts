import * as vscode from 'vscode';
import { mapInSteps } from '../base/timeSlice.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { fillQuery } from '../document/kept/fillQuery.ts';
import type { JsonPath } from '../document/kept/jsonTree.ts';
import type { KeptQuery, ParameterType, QueryProblem } from '../document/kept/keptQuery.ts';
import { rangeOfMember } from '../document/kept/readQueryDocument.ts';
import { Owner } from '../platform/disposables.ts';
import { markIn, TextWatch } from '../platform/openTexts.ts';
import type { KeptPlacesPort, KeptPlaceState } from '../platform/ports/keptPort.ts';
import { agoText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { isQueryDocument, queriesIn } from './openQueries.ts';

/** A value of each type that fills a query to see which fields it names. */
const FILLERS: Readonly<Record<ParameterType, string>> = { text: '"a"', number: '0', boolean: 'true', list: '["a"]' };

type Shown = Pick<QueryProblem, 'range' | 'text' | 'severity'>;

/** Problems of query documents, by what their text says and what is known here of their resources. Asks no server. */
export class KeptDiagnostics extends Owner {
  readonly #places: Pick<KeptPlacesPort, 'look'>;
  readonly #shown = this.owned.add(vscode.languages.createDiagnosticCollection('datastore-queries'));
  readonly #watch: TextWatch;
  /** Looks at all open documents, because more may be known of their resources. */
  readonly lookAgain = (): void => this.#watch.lookAgain();

  constructor(places: Pick<KeptPlacesPort, 'look'>) {
    super();
    this.#places = places;
    const look = (editor: vscode.TextDocument) => this.#look(editor);
    const closed = (uri: vscode.Uri) => this.#shown.delete(uri);
    this.#watch = this.owned.add(new TextWatch({ fits: isQueryDocument, look, closed }));
  }

  async #look(editor: vscode.TextDocument): Promise<void> {
    const { version } = editor;
    const { queries, problems } = queriesIn(editor);
    const states = new Map<string, Promise<KeptPlaceState>>();
    const stateOf = ({ place }: KeptQuery): Promise<KeptPlaceState> => {
      const key = JSON.stringify(place);
      const state = states.get(key) ?? this.#places.look(editor.uri, place);
      states.set(key, state);
      return state;
    };
    const looked: KeptPlaceState[] = [];
    for (const kept of vscode.workspace.isTrusted ? queries : []) {
      looked.push(await stateOf(kept));
      if (editor.isClosed || editor.version !== version) return;
    }
    const ofPlaces = await mapInSteps([...looked.entries()], ([at, state]) => placeProblems(queries[at], state));
    if (editor.isClosed || editor.version !== version) return;
    const all: readonly Shown[] = [
      ...problems.filter(({ isOfSchema }) => !isOfSchema || !hasJson()),
      ...ofPlaces.flat(),
    ];
    this.#shown.set(
      editor.uri,
      all.map(({ range, text, severity }) => markIn(editor, range, text, severity)),
    );
  }
}

/** VS Code's own JSON language says what the JSON schema says. */
function hasJson(): boolean {
  return vscode.extensions.getExtension('vscode.json-language-features') !== undefined;
}

function placeProblems(kept: KeptQuery | undefined, state: KeptPlaceState): readonly Shown[] {
  if (kept === undefined || state.kind === 'unknown') return [];
  const at = (path: JsonPath, text: string): Shown => ({ range: rangeOfMember(kept, path), text, severity: 'warning' });
  if (state.kind === 'refused') return [{ ...at(['file'], state.reason), severity: 'error' }];
  const age = agoText(state.since.getTime());
  return missingFields(kept, state.fields).map(([name, path]) => at(path, translate(WORDS.noField, { name, age })));
}

/** The fields that a query names and its resource doesn't have, each with its place in the query. */
export function missingFields(
  kept: KeptQuery,
  fields: readonly Pick<Field, 'id'>[],
): readonly (readonly [name: string, path: JsonPath])[] {
  const values = new Map(kept.parameters.map(({ name, type, defaultJson }) => [name, defaultJson ?? FILLERS[type]]));
  const filled = fillQuery(kept, values);
  if ('problem' in filled) return [];
  const ids = new Set(['_id', ...fields.map(({ id }) => id)]);
  return namedFields(filled.query).filter(([name]) => !ids.has(name));
}

function namedFields(query: DatastoreQuery): readonly (readonly [string, JsonPath])[] {
  const { filters = [], fields = [], sort = [], qField, summary } = query;
  const ofRecords = summary === undefined;
  return [
    ...filters.flatMap(({ field }) => (field === null ? [] : [[field, ['filters', field]] as const])),
    ...(ofRecords ? fields.map((name, at) => [name, ['fields', at]] as const) : []),
    ...(ofRecords ? sort.map(({ field }) => [field, ['sort']] as const) : []),
    ...(qField === undefined ? [] : [[qField, ['q', qField]] as const]),
    ...(summary?.groups ?? []).map(({ field }, at) => [field, ['summarize', 'by', at]] as const),
    ...(summary?.measures ?? []).flatMap((measure, at) =>
      'field' in measure ? [[measure.field, ['summarize', 'measures', at]] as const] : [],
    ),
  ];
}
