import { DATABASE_DIALECT } from '../../datastore/dialect/dialect.ts';
import { portalAddress, type Portal } from '../../platform/portal.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { PortalPlace } from '../dialectStore.ts';
import { ListedPortal, type ListedPortalDeps } from '../listedPortal.ts';
import type { Connecting, PortalKey, PortalLook, PortalOffer, PortalSource } from '../portalSource.ts';
import type { DatabaseActions } from './databaseActions.ts';
import { databaseKindOf, isDatabase } from './databaseAddress.ts';
import { DATABASE_KINDS } from './databaseKinds.ts';
import { databaseProblem } from './databaseQuestions.ts';
import type { DatabaseServers } from './databaseServers.ts';
import { DATABASE_WORDS } from './databaseWords.ts';

export interface DatabasePortalDeps extends ListedPortalDeps {
  readonly servers: Pick<DatabaseServers, 'access'>;
  readonly databaseActions: DatabaseActions;
}

/** Databases, whose tables our own process serves. They have no catalog, website or API tokens. */
export class DatabasePortal extends ListedPortal implements PortalSource {
  readonly look: PortalLook = {
    context: 'database',
    resourceContext: 'resource+database',
    icon: 'database',
    spoken: DATABASE_WORDS.spoken,
    lists: 'tables',
    isOnWeb: false,
    qMeans: 'contains',
  };
  readonly care: DatabaseActions;
  readonly offer: PortalOffer;
  readonly #servers: DatabasePortalDeps['servers'];

  constructor(deps: DatabasePortalDeps) {
    super(deps);
    this.care = deps.databaseActions;
    this.offer = offerOf(deps.databaseActions);
    this.#servers = deps.servers;
  }

  fits(portal: PortalKey): boolean {
    return isDatabase(portal);
  }

  connect(place: PortalPlace): Connecting {
    return { access: async (signal) => this.#servers.access(this.portalAt(place), signal), dialect: DATABASE_DIALECT };
  }

  /** Databases are named by their addresses, because many are called `postgres`. */
  protected override serverName(portal: Portal): string {
    return portalAddress(portal);
  }
}

/** A row of Add Portal has no address yet, so its value is the kind's scheme alone. */
function offerOf(actions: DatabaseActions): PortalOffer {
  return {
    rows: () =>
      Object.values(DATABASE_KINDS).map(({ protocol, example, words }) => ({
        label: translate(words.row),
        description: translate(words.about),
        detail: example,
        icon: 'database',
        value: protocol,
      })),
    isMeant: (address) => databaseKindOf(address) !== undefined,
    problem: (address) => {
      const kind = databaseKindOf(address);
      return kind && databaseProblem(kind, address);
    },
    add: async (address) => {
      const kind = databaseKindOf(address);
      if (kind === undefined) return undefined;
      return actions.add(kind, address === DATABASE_KINDS[kind].protocol ? undefined : address);
    },
  };
}
