import * as v from 'valibot';
import { optionalMember, readStored, storedObject } from '../base/stored.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const findTarget = storedObject({
  portalId: optionalMember(text),
  /** Name or id: its resources at once. */
  dataset: optionalMember(text),
  within: optionalMember(
    v.object({ facet: v.picklist(['organization', 'groups', 'tags']), name: text, title: text }),
  ),
});

/** Where to look for a dataset; a portal of the list, or all of them. */
export type FindTarget = Readonly<v.InferOutput<typeof findTarget>>;

/** From the argument of a command. */
export function readFindTarget(argument: unknown): FindTarget {
  return readStored(findTarget, argument) ?? {};
}
