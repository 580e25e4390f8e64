/** A real CKAN over HTTP, as its users meet it: gunicorn, two workers; a public resource, so no token is looked up. */
import fs from 'node:fs';
import path from 'node:path';
import { action, ActionError, type Actor } from '../../ckan/action.ts';
import { Portal } from '../../ckan/portal/portal.ts';
import { USUAL_VERSION } from '../../ckan/portal/version.ts';
import { dumpFinding, searchFinding, type Contender } from './contender.ts';
import { fillTable } from './datastoreTable.ts';
import { HttpConnection } from './httpConnection.ts';
import { PgConnection } from './pgConnection.ts';
import type { Question } from './questions.ts';
import { FIELDS } from './records.ts';

const ORGANIZATION = 'bench';

export class CkanRival {
  readonly #actor: Actor;
  readonly #dataset: string;
  readonly #resourceId: string;
  readonly #http: HttpConnection;
  readonly #leave: () => Promise<void>;

  private constructor(actor: Actor, dataset: string, resourceId: string, leave: () => Promise<void>) {
    this.#actor = actor;
    this.#dataset = dataset;
    this.#resourceId = resourceId;
    this.#http = new HttpConnection(actor.baseUrl);
    this.#leave = leave;
  }

  /** Starts the portal of that folder, or joins the running one, and loads the records by CKAN's own database. */
  static async start(folder: string, isRunning: boolean, file: string): Promise<CkanRival> {
    const portal = new Portal(folder, (line) => console.log(`  ckan: ${line}`));
    const actor = await portal.start();
    const leave = async (): Promise<void> => {
      if (!isRunning) await portal.stop();
    };
    try {
      return await CkanRival.#filled(actor, databaseOf(folder), file, leave);
    } catch (error) {
      await leave();
      throw error;
    }
  }

  static async #filled(actor: Actor, database: string, file: string, leave: () => Promise<void>): Promise<CkanRival> {
    const dataset = `bench-${String(Date.now())}`;
    await action(actor, 'organization_create', { name: ORGANIZATION }).catch((error: unknown) => {
      if (!(error instanceof ActionError && error.status === 409)) throw error;
    });
    await action(actor, 'package_create', { name: dataset, owner_org: ORGANIZATION });
    const { resource_id: id } = await action<{ resource_id: string }>(actor, 'datastore_create', {
      resource: { package_id: dataset, name: 'records' },
      fields: FIELDS.map(([name, type]) => ({ id: name, type })),
    });
    const pg = await PgConnection.open(database);
    await fillTable(pg, id, file).finally(() => pg.close());
    return new CkanRival(actor, dataset, id, leave);
  }

  /** Needs no token, because the resource is public. */
  get access(): { readonly baseUrl: string; readonly resourceId: string } {
    return { baseUrl: this.#actor.baseUrl, resourceId: this.#resourceId };
  }

  contender(): Contender {
    return {
      name: 'CKAN',
      ask: (question) => {
        // datastore_search_sql is off in a CKAN as it comes.
        if (question.kind === 'sql' || question.isOtherInCkan) return undefined;
        if (question.kind === 'dump')
          return async () => {
            const body = await this.#http.get(`/datastore/dump/${this.#resourceId}`);
            return () => dumpFinding(body);
          };
        return async () => {
          const body = await this.#search(this.#http, question);
          return () => searchFinding(body, question.fields);
        };
      },
      client: () => {
        const http = new HttpConnection(this.#actor.baseUrl);
        return Promise.resolve({ ask: (question) => this.#search(http, question), close: () => http.close() });
      },
    };
  }

  #search(http: HttpConnection, question: Question): Promise<Buffer> {
    return http.post('/api/3/action/datastore_search', { resource_id: this.#resourceId, ...question.search });
  }

  async stop(): Promise<void> {
    this.#http.close();
    await action(this.#actor, 'datastore_delete', { resource_id: this.#resourceId, force: true });
    await action(this.#actor, 'dataset_purge', { id: this.#dataset });
    await this.#leave();
  }

  static readonly version = USUAL_VERSION;
}

/** Returns the address of the datastore for a superuser, because CKAN's own role may not COPY from a file. */
function databaseOf(folder: string): string {
  const ini = fs.readFileSync(path.join(folder, USUAL_VERSION, 'data', 'ckan.ini'), 'utf8');
  const url = /^ckan\.datastore\.write_url = (\S+)$/m.exec(ini)?.[1];
  if (url === undefined) throw new Error(`${folder} has no ckan.ini with a datastore`);
  return url.replace('//ckan@', '//postgres@');
}
