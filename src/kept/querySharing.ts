/** Copies queries as links, as URLs of the API, and as code. */
import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import type { QueryToKeep } from '../document/kept/keptQuery.ts';
import { CODE_LANGUAGE_NAMES, CODE_LANGUAGES, queryCode } from '../document/code/codes.ts';
import type { CodePlace } from '../document/code/codeRequest.ts';
import { type Unsaid, UNSAID_REASONS } from '../document/code/codeWords.ts';
import { getUrl } from '../document/code/getUrl.ts';
import { LINK_WORDS } from '../document/code/linkWords.ts';
import { linkText, type QueryLink } from '../document/code/queryLink.ts';
import { TOKEN_HEADER } from '../http/origin.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { Problem } from '../platform/problem.ts';
import { type Choice, choose } from '../platform/quickPick.ts';
import { translate, translated } from '../platform/windowLanguage.ts';
import { openQuery, questionOf, requireReadable } from './openQueries.ts';
import { type PlacedQuery, queryToKeep } from './placedQuery.ts';
import { SHARING_WORDS as WORDS } from './keptEditorWords.ts';

/** A query to copy. The path of a file is absolute. */
export interface SharedQuery extends QueryToKeep {
  /** The fields of the answer, for languages that name columns. */
  readonly fields?: readonly Field[];
}

export interface QuerySharingParts {
  readonly places: Pick<KeptPlacesPort, 'placeOf'>;
  readonly portals: Pick<PortalPort, 'tokenUse' | 'findByUrl' | 'dialect'>;
}

/** Each call copies a text, and resolves to what people are told. Undefined if they cancel. Throws Problem. */
export class QuerySharing {
  readonly #parts: QuerySharingParts;
  readonly copyRecordLink = ({ place }: QueryToKeep, id: string): Promise<string> =>
    copyLink({ kind: 'record', place: inWindow(place), id });

  constructor(parts: QuerySharingParts) {
    this.#parts = parts;
  }

  async ofPanel(placed: PlacedQuery, fields?: readonly Field[]): Promise<SharedQuery> {
    return { ...(await queryToKeep(placed, this.#parts.places)), ...defined({ fields }) };
  }

  copyLink({ place, query, chart }: QueryToKeep): Promise<string> {
    return copyLink({ kind: 'query', place: inWindow(place), query, ...defined({ chart }) });
  }

  async copyUrl(shared: SharedQuery): Promise<string> {
    const { baseUrl, query, route } = await this.#codePlace(shared);
    const url = getUrl(baseUrl, query, route);
    if (!(url instanceof URL)) throw new Problem(unsaidText(url));
    await vscode.env.clipboard.writeText(url.href);
    return translate(query.limit === undefined ? WORDS.urlPage : WORDS.urlCopied);
  }

  async copyCode(shared: SharedQuery): Promise<string | undefined> {
    const place = await this.#codePlace(shared);
    const items = CODE_LANGUAGE_NAMES.map((name): Choice<{ readonly title: string; readonly code: string }> => {
      const { title } = CODE_LANGUAGES[name];
      const code = queryCode(name, place);
      return typeof code === 'string'
        ? { label: title, icon: 'code', value: { title, code } }
        : { label: title, icon: 'circle-slash', detail: unsaidText(code) };
    });
    const placeholder = translate(WORDS.selectLanguage);
    const chosen = await choose({ title: translate(WORDS.copyAsCode), placeholder, items });
    if (chosen === undefined) return undefined;
    await vscode.env.clipboard.writeText(chosen.code);
    return translate(WORDS.codeCopied, { language: chosen.title });
  }

  /** Throws Problem for a file, whose address ends with this window. */
  async #codePlace({ place, query, fields }: SharedQuery): Promise<CodePlace> {
    const { portals } = this.#parts;
    if (place.kind === 'file') throw new Problem(translate(WORDS.fileHasNoApi));
    const { baseUrl } = place;
    const portal = portals.findByUrl(baseUrl);
    const dialect = portal && portals.dialect(portal.id);
    const needsToken = (await portals.tokenUse(baseUrl)) === 'sent';
    const tokenHeader = needsToken ? (portal?.tokenHeader ?? TOKEN_HEADER) : undefined;
    const { route, facts } = dialect ?? {};
    return { baseUrl, query, ...defined({ fields, route, facts, tokenHeader }) };
  }
}

/** The query of a lens, or the one at the cursor, with the default values of its parameters. Throws Problem. */
export function sharedQueryOf(argument: unknown): SharedQuery | QueryLink {
  const open = openQuery(argument);
  const { editor, kept } = open;
  requireReadable(open);
  const { place, chart, name } = kept;
  const needsValues = kept.parameters.some(({ defaultJson }) => defaultJson === undefined);
  const documentPath = needsValues && editor.uri.scheme === 'file' ? pathInWindow(editor.uri) : undefined;
  if (documentPath !== undefined) return { kind: 'document', path: documentPath, name };
  const query = questionOf(open);
  const path = place.kind === 'file' ? resolve(dirname(editor.uri.fsPath), place.path) : '';
  return { place: place.kind === 'file' ? { ...place, path } : place, query, ...defined({ chart }) };
}

export async function copyLink(link: QueryLink): Promise<string> {
  const text = linkText(link, vscode.env.uriScheme, translated(LINK_WORDS));
  if (typeof text !== 'string') throw new Problem(text.problem);
  await vscode.env.clipboard.writeText(text);
  return translate(WORDS.linkCopied);
}

/** A link names files by their paths in the folders of the window. Throws Problem for one outside. */
function inWindow(place: SharedQuery['place']): SharedQuery['place'] {
  if (place.kind === 'portal') return place;
  const path = pathInWindow(vscode.Uri.file(place.path));
  if (path === undefined) throw new Problem(translate(WORDS.notInFolder, { name: place.path }));
  return { ...place, path };
}

function pathInWindow(uri: vscode.Uri): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder && vscode.workspace.asRelativePath(uri, false);
}

function unsaidText({ reason, details = {} }: Unsaid): string {
  return translate(UNSAID_REASONS[reason], details);
}
