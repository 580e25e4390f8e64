/** Calls of commands by menus, clicks and other extensions. Their arguments are checked here. */
import * as v from 'valibot';
import { defined } from '../base/defined.ts';
import { optionalMember, readStored, storedList, storedObject } from '../base/stored.ts';
import type { FoundResource, ResourceRef } from '../platform/portal.ts';

export interface CommandCall {
  /** A row of the tree, or what another extension passed. */
  readonly argument: unknown;
  /** The second argument of menus that allow a selection. */
  readonly selection: unknown;
  readonly ref: Partial<ResourceRef>;
  readonly title: string;
}

/**
 * Whether a row's menu called, and the row is gone: VS Code then passes two arguments without a value. The palette and
 * keys pass none. Buttons above a tree (`aboveViews`) pass the same where no row has the focus.
 */
export function isOfGoneRow(command: string, args: readonly unknown[], aboveViews: ReadonlySet<string>): boolean {
  const isWithoutValue = args.every((argument) => argument === undefined || argument === null);
  return args.length === 2 && isWithoutValue && !aboveViews.has(command);
}

export type Handler = (call: CommandCall) => unknown;

/** A command that first finds what it is about. It does nothing if people cancel that. */
export function withTarget<T extends object | string>(
  find: (call: CommandCall) => Promise<T | undefined>,
  run: (target: T, call: CommandCall) => unknown,
): Handler {
  return async (call) => {
    const target = await find(call);
    if (target !== undefined) await run(target, call);
  };
}

/** A text that is a member of an object. */
const textIn = (member: string) =>
  v.pipe(
    v.object({ [member]: v.string() }),
    v.transform((object) => object[member] ?? ''),
  );

const manifestTitles = v.object({
  contributes: v.object({
    commands: storedList(
      v.object({
        command: v.string(),
        // VS Code passes an object with the English title beside a translated one.
        title: v.union([v.string(), textIn('value')]),
      }),
    ),
  }),
});

/** The titles of our commands in the window's language, without a final "…". */
export function titlesIn(manifest: unknown): ReadonlyMap<string, string> {
  const commands = readStored(manifestTitles, manifest)?.contributes.commands ?? [];
  return new Map(commands.map(({ command, title }) => [command, title.replace(/…$/, '')]));
}

const manifestMenus = v.object({
  contributes: v.object({ menus: v.object({ 'view/title': storedList(v.object({ command: v.string() })) }) }),
});

/** The commands that have buttons above views. */
export function commandsAboveViews(manifest: unknown): ReadonlySet<string> {
  const items = readStored(manifestMenus, manifest)?.contributes.menus['view/title'] ?? [];
  return new Set(items.map(({ command }) => command));
}

const target = storedObject({
  portalId: optionalMember(v.string()),
  resourceId: optionalMember(v.string()),
  portal: optionalMember(textIn('id')),
  resource: optionalMember(textIn('id')),
});

const datasetTarget = v.object({ dataset: v.union([v.string(), textIn('name')]) });

/** Reads and checks an argument from the tree, a click or another extension (docs/security.md 20). */
export function refOf(argument: unknown): Partial<ResourceRef> {
  const { portal, resource, ...ref } = readStored(target, argument) ?? {};
  return { ...defined({ portalId: portal, resourceId: resource }), ...ref };
}

const named = storedObject({
  name: optionalMember(v.string()),
  resource: optionalMember(v.object({ name: v.string() })),
});

export function nameIn(argument: unknown): string | undefined {
  const { name, resource } = readStored(named, argument) ?? {};
  return name ?? resource?.name;
}

export function datasetOf(argument: unknown): string | undefined {
  return readStored(datasetTarget, argument)?.dataset;
}

const foundTarget = v.object({
  resource: v.object({ name: v.pipe(v.string(), v.nonEmpty()), hasRecords: v.optional(v.literal(true)) }),
  dataset: v.optional(v.object({ name: v.string(), title: v.string() })),
  isTable: v.optional(v.literal(true)),
});

/** A resource found in its dataset, unless it has no records to open, or a table of a database. */
export function foundIn(argument: unknown): FoundResource | undefined {
  const { resource, dataset, isTable = false } = readStored(foundTarget, argument) ?? {};
  if (resource === undefined || (dataset === undefined && !isTable)) return undefined;
  return defined({ name: resource.name, dataset });
}
