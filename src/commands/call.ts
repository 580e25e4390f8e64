/** How commands are called: by menus, by clicks, by other extensions. What they were given is checked here. */
import * as v from 'valibot';
import { optionalMember, readStored, storedList, storedObject } from '../base/stored.ts';
import type { FoundResource, ResourceRef } from '../platform/portal.ts';

/** How a command was called. */
export interface Call {
  /** A node of the tree, or what another extension passed. */
  readonly argument: unknown;
  /** From menus that take a selection. */
  readonly selection: unknown;
  /** What the argument names. */
  readonly ref: Partial<ResourceRef>;
  /** The command's own, for the questions that it asks. */
  readonly title: string;
}

export type Handler = (call: Call) => unknown;

const manifestTitles = v.object({
  contributes: v.object({
    commands: storedList(
      v.object({
        command: v.string(),
        // VS Code adds the English title to a translated one.
        title: v.union([
          v.string(),
          v.pipe(
            v.object({ value: v.string() }),
            v.transform(({ value }) => value),
          ),
        ]),
      }),
    ),
  }),
});

/** The titles of our commands, in the language of the window, without what says that they ask for more. */
export function titlesIn(manifest: unknown): ReadonlyMap<string, string> {
  const commands = readStored(manifestTitles, manifest)?.contributes.commands ?? [];
  return new Map(commands.map(({ command, title }) => [command, title.replace(/…$/, '')]));
}

const id = v.pipe(
  v.object({ id: v.string() }),
  v.transform((named) => named.id),
);
const target = storedObject({
  portalId: optionalMember(v.string()),
  resourceId: optionalMember(v.string()),
  portal: optionalMember(id),
  resource: optionalMember(id),
});

const datasetTarget = v.object({
  dataset: v.union([
    v.string(),
    v.pipe(
      v.object({ name: v.string() }),
      v.transform(({ name }) => name),
    ),
  ]),
});

/** What a command gets from the tree, from a click, or from another extension: checked before it is used (docs/security.md 20). */
export function refOf(argument: unknown): Partial<ResourceRef> {
  const { portal, resource, ...ref } = readStored(target, argument) ?? {};
  return {
    ...(portal !== undefined && { portalId: portal }),
    ...(resource !== undefined && { resourceId: resource }),
    ...ref,
  };
}

const named = storedObject({
  name: optionalMember(v.string()),
  resource: optionalMember(v.object({ name: v.string() })),
});

/** As the resource of the argument is called. */
export function nameIn(argument: unknown): string | undefined {
  const { name, resource } = readStored(named, argument) ?? {};
  return name ?? resource?.name;
}

/** The dataset that an argument names, or a node of it. */
export function datasetOf(argument: unknown): string | undefined {
  return readStored(datasetTarget, argument)?.dataset;
}

const found = v.object({
  resource: v.object({ name: v.pipe(v.string(), v.nonEmpty()), hasRecords: v.optional(v.literal(true)) }),
  dataset: v.optional(v.object({ name: v.string(), title: v.string() })),
  isTable: v.optional(v.literal(true)),
});

/** A resource that was found in its dataset, unless it's known to have no records to open; or a table of a database. */
export function foundIn(argument: unknown): FoundResource | undefined {
  const { resource, dataset, isTable = false } = readStored(found, argument) ?? {};
  if (resource === undefined || (dataset === undefined && !isTable)) return undefined;
  return { name: resource.name, ...(dataset !== undefined && { dataset }) };
}
