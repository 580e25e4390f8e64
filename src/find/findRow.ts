import type { Dataset, DatasetResource } from '../datastore/catalog/dataset.ts';
import type { FoundResource, ResourceRef } from '../platform/portal.ts';
import type { DetailsTarget } from '../messages/detailsProtocol.ts';
import type { DatasetHit, PortalSearch, SearchedPortal } from './portalSearch.ts';

export interface FoundFile {
  readonly portal: SearchedPortal;
  readonly dataset: Dataset;
  readonly resource: DatasetResource;
}

export type RecentResource = ResourceRef & FoundResource;

export type FindRow =
  | DatasetHit
  | { readonly kind: 'resources'; readonly hit: DatasetHit }
  | { readonly kind: 'portal'; readonly portal: SearchedPortal }
  | { readonly kind: 'addPortal' }
  | { readonly kind: 'recent'; readonly recent: RecentResource }
  /** A row at the end of a portal's hits that loads more, retries or leads elsewhere. */
  | { readonly kind: 'more' | 'token' | 'addResource'; readonly search: PortalSearch }
  | { readonly kind: 'details'; readonly target: DetailsTarget }
  | ({ readonly kind: 'records' | 'file' | 'openFile' | 'website' } & FoundFile);
