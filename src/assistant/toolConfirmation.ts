/** What a dialog says before a tool runs: where it asks, and what. */
import { fileOfPlaces, portalOfPlaces } from '../agents/agentPlaces.ts';
import type { AgentToolName } from '../agents/agentTool.ts';
import type { WordTable } from '../base/words.ts';
import { quotedNames } from '../document/sqlTokens.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { GivenInput, WindowFile, WindowPlaces, WindowPortal } from './assistantPlaces.ts';
import type { AssistantPorts, NamedResource } from './assistantPorts.ts';
import {
  ASSISTANT_WORDS as WORDS,
  TOOL_INPUT_WORDS,
  TOOL_QUESTION_WORDS,
  TOOL_RUNNING_WORDS,
} from './assistantWords.ts';

export interface ToolConfirmation {
  readonly running: string;
  readonly title: string;
  /** Paragraphs, which hold texts of the model. */
  readonly lines: readonly string[];
}

/** Asks no server and reads no file. */
export async function toolConfirmation(
  tool: AgentToolName,
  places: WindowPlaces,
  { portals, files }: Pick<AssistantPorts, 'portals' | 'files'>,
): Promise<ToolConfirmation> {
  const { input } = places;
  const meant = placesMeant(tool, places, files.portal.id);
  const resources = meant.resources.map(({ name, ref }) =>
    ref.portalId === files.portal.id ? name : portals.names(ref).resource,
  );
  const details = { resource: resources.join(', ') || textIn(input, 'resource') };
  const where = [
    ...(await Promise.all(meant.portals.map((portal) => portalLine(portal, portals)))),
    ...(meant.files.length > 1 ? [translate(WORDS.files, { count: meant.files.length })] : []),
    ...(meant.files.length === 1 ? meant.files.map(({ name }) => translate(WORDS.file, { name })) : []),
  ];
  return {
    running: translate(TOOL_RUNNING_WORDS[tool], details),
    title: translate(TOOL_QUESTION_WORDS[tool], details),
    lines: [
      ...(where.length === 0 ? [translate(WORDS.nowhere)] : where),
      ...meant.resources.map(({ ref }, at) => translate(WORDS.resource, { name: resources[at], id: ref.resourceId })),
      ...Object.entries(TOOL_INPUT_WORDS as WordTable).flatMap(([member, word]) => {
        const value = textIn(input, member);
        return value === '' ? [] : [translate(word, { value })];
      }),
      ...(tool === 'datastore_show' ? [] : [translate(WORDS.answer)]),
    ],
  };
}

/** A resource with the name that the input has for it. */
interface ResourceMeant extends NamedResource {
  readonly portal?: WindowPortal;
  readonly file?: WindowFile;
}

interface PlacesMeant {
  readonly portals: readonly WindowPortal[];
  readonly files: readonly WindowFile[];
  readonly resources: readonly ResourceMeant[];
}

/** The places that a call asks, by the rules of the tools themselves. */
export function placesMeant(tool: AgentToolName, places: WindowPlaces, localId: string): PlacesMeant {
  const { input, portals, files } = places;
  if (tool === 'datastore_find') {
    const name = textIn(input, 'portal').toLowerCase();
    const isOfAll = name === '' && textIn(input, 'organization') === '';
    const meant = portals.filter(
      (each) => name === '' || [each.name, each.baseUrl].some((text) => text.toLowerCase() === name),
    );
    return { portals: meant, files: isOfAll ? files : [], resources: [] };
  }
  const sql = textIn(input, 'sql');
  const names = sql === '' ? [textIn(input, 'resource')] : quotedNames(sql);
  const resources = [...new Set(names)].flatMap((name): readonly ResourceMeant[] => {
    const file = fileOfPlaces(places, name);
    if (file !== undefined) return [{ name, file, ref: { portalId: localId, resourceId: file.resourceId } }];
    const { portal, resourceId = '' } = portalOfPlaces(places, name) ?? {};
    // Columns of a statement stand in quotes, too.
    if (portal === undefined || (sql !== '' && resourceId === name)) return [];
    return [{ name, portal, ref: { portalId: portal.portalId ?? '', resourceId } }];
  });
  const [only, ...others] = portals;
  const ofSql = sql !== '' && resources.length === 0 && only !== undefined && others.length === 0 ? [only] : [];
  return {
    portals: [...new Set([...resources.flatMap(({ portal }) => portal ?? []), ...ofSql])],
    files: resources.flatMap(({ file }) => file ?? []),
    resources,
  };
}

/** A text as it is, and the JSON of everything else. */
function textIn(input: GivenInput, member: string): string {
  const value = input[member];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

async function portalLine(
  { portalId, name, baseUrl }: WindowPortal,
  portals: AssistantPorts['portals'],
): Promise<string> {
  if (portalId === undefined) return translate(WORDS.otherPortal, { address: name });
  const word = (await portals.tokenUse(baseUrl)) === 'sent' ? WORDS.portalWithToken : WORDS.portal;
  return translate(word, { name: portals.names({ portalId, resourceId: '' }).server, address: name });
}
