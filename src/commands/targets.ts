/** The target of a command: what its argument names, what is active, or what people pick. */
import { defined } from '../base/defined.ts';
import type { DetailsTarget } from '../messages/detailsProtocol.ts';
import { choicesAgain, type FileToOpen, isFileToOpen, type ListedFile } from '../sources/local/localFile.ts';
import type { LocalFiles } from '../sources/local/localFiles.ts';
import { showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { choose } from '../platform/quickPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Program } from '../program.ts';
import { TREE_WORDS } from '../tree/treeWords.ts';
import { type CommandCall, datasetOf } from './call.ts';

type TargetDeps = Pick<Program, 'copies' | 'localFiles' | 'panels' | 'resourcePicker'>;

export async function copyOf({ copies, panels }: TargetDeps, { ref, title }: CommandCall): Promise<string | undefined> {
  const meant = ref.resourceId ?? panels.active?.ref.resourceId;
  const all = await copies.list();
  if (all.some(({ id }) => id === meant)) return meant;
  if (all.length > 0)
    return choose({
      title,
      placeholder: translate(TREE_WORDS.selectLocalCopy),
      items: all.map(({ id, name, origin }) => ({ label: name, description: origin.baseUrl, value: id })),
    });
  void showMessage('information', translate(TREE_WORDS.noLocalCopies));
  return undefined;
}

/** The file of the call's resource or of the active panel's, a file that couldn't be read, or one that people pick. */
export async function fileToRead(deps: TargetDeps, call: CommandCall): Promise<FileToOpen | undefined> {
  if (isFileToOpen(call.argument)) return call.argument;
  const listed = await listedFile(deps, call);
  if (listed === undefined) return undefined;
  const choices = choicesAgain(listed.read ?? {});
  const { part } = choices;
  return defined({ file: listed.file, choices, parts: part === undefined ? undefined : [part] });
}

/** The file that the call, the active panel or people name. Throws Problem for a resource without a file. */
export async function listedFile(
  { localFiles, resourcePicker, panels }: TargetDeps,
  { ref, title }: CommandCall,
): Promise<ListedFile | undefined> {
  const meant = ref.resourceId ?? panels.active?.ref.resourceId;
  const { id: portalId } = localFiles.portal;
  const resourceId = meant ?? (await resourcePicker.pick(title, { portalId }))?.resourceId;
  return resourceId === undefined ? undefined : fileOf(localFiles, resourceId);
}

/** A resource or dataset of the tree, the active panel's resource, or one that people pick. */
export async function detailsTarget(
  { panels, resourcePicker }: TargetDeps,
  { ref, argument, title }: CommandCall,
): Promise<DetailsTarget | undefined> {
  const { portalId, resourceId } = ref;
  const dataset = datasetOf(argument);
  if (portalId !== undefined && (resourceId ?? dataset) !== undefined)
    return defined({ portalId, resourceId, dataset });
  const meant = panels.active?.ref ?? (await resourcePicker.pick(title, portalId === undefined ? 'all' : { portalId }));
  return meant && { portalId: meant.portalId, resourceId: meant.resourceId };
}

/** The file of a resource. Throws Problem if it doesn't have one. */
export async function fileOf(localFiles: LocalFiles, resourceId: string): Promise<ListedFile> {
  const listed = await localFiles.find(resourceId);
  if (listed === undefined || listed.file === '') throw new Problem(translate(TREE_WORDS.notFromFile));
  return listed;
}
