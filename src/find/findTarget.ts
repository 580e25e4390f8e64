import * as v from 'valibot';
import { optionalMember, readStored, storedObject } from '../base/stored.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const findTarget = storedObject({
  portalId: optionalMember(text),
  /** Name or id of a dataset whose resources are shown at once. */
  dataset: optionalMember(text),
  within: optionalMember(v.object({ facet: v.picklist(['organization', 'groups', 'tags']), name: text, title: text })),
});

/** A place to find a dataset: one portal of the list, or all of them. */
export type FindTarget = Readonly<v.InferOutput<typeof findTarget>>;

/** Reads the argument of a command, ignoring members that don't fit. */
export function readFindTarget(argument: unknown): FindTarget {
  return readStored(findTarget, argument) ?? {};
}
