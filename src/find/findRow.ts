import type { Dataset, DatasetResource } from '../datastore/catalog/dataset.ts';
import type { FoundResource, Portal, ResourceRef } from '../platform/portal.ts';
import type { DetailsTarget } from '../messages/detailsProtocol.ts';
import type { PortalSearch } from './portalSearch.ts';

/** A portal whose catalog is searched. */
export type SearchedPortal = Pick<Portal, 'id' | 'name' | 'baseUrl'>;

/** A dataset that a portal has found. */
export interface DatasetHit {
  readonly kind: 'dataset';
  readonly portal: SearchedPortal;
  readonly dataset: Dataset;
}

export interface FoundFile {
  readonly portal: SearchedPortal;
  readonly dataset: Dataset;
  readonly resource: DatasetResource;
}

/** A resource that was opened before. */
export type RecentResource = ResourceRef & FoundResource;

/** What people can choose. */
export type FindRow =
  | DatasetHit
  | { readonly kind: 'resources'; readonly hit: DatasetHit }
  | { readonly kind: 'portal'; readonly portal: SearchedPortal }
  | { readonly kind: 'addPortal' }
  | { readonly kind: 'recent'; readonly recent: RecentResource }
  /** More datasets of a portal, or another try. */
  | { readonly kind: 'more' | 'token' | 'addResource'; readonly search: PortalSearch }
  /** A resource, whose records are opened; without any, it's asked what to do with its file. */
  | { readonly kind: 'details'; readonly target: DetailsTarget }
  | ({ readonly kind: 'records' | 'file' | 'openFile' | 'website' } & FoundFile);
