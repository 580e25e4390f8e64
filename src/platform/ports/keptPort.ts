/** What query documents need from sources. `sources/kept/` implements it, and program.ts connects both. */
import type { Uri } from 'vscode';
import type { Field } from '../../base/field.ts';
import type { KeptPlace } from '../../document/kept/keptQuery.ts';
import type { ResourceRef } from '../portal.ts';

export type KeptPlaceState =
  /** `since` is when the fields were learned: the file was read, or the copy downloaded. */
  | { readonly kind: 'ready'; readonly fields: readonly Field[]; readonly since: Date }
  /** Nothing is known of its fields here. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface KeptPlacesPort {
  /**
   * Finds the resource where a query is asked: reads a file that the document may read, and asks people about a host
   * that isn't in their list. A link has no document, and can name no file. Undefined if people cancel. Rejects with a
   * Problem, or the signal's reason.
   */
  resource(document: Uri | undefined, place: KeptPlace, signal: AbortSignal): Promise<ResourceRef | undefined>;
  /**
   * How a document names a resource, with the options that people chose for its file. The path of a file in the
   * document's folder is relative. Rejects with a Problem if a document can't name it.
   */
  placeOf(ref: ResourceRef, document?: Uri): Promise<KeptPlace>;
  /** What is known of a place here. Reads no data, asks no server, and never rejects for what a document says. */
  look(document: Uri, place: KeptPlace): Promise<KeptPlaceState>;
}
