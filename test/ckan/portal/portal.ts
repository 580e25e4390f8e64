/** A real CKAN on this machine: PostgreSQL, Redis, Solr and CKAN, on free loopback ports. */
import fs from 'node:fs';
import path from 'node:path';
import { quotedName } from '../../../src/base/quotes.ts';
import { Daemon, freePort } from './daemon.ts';
import { Postgres } from './postgres.ts';
import { checkPrerequisites } from './prerequisites.ts';
import { Redis } from './redis.ts';
import { Site } from './site.ts';
import { Solr } from './solr.ts';
import { type CkanVersion, USUAL_VERSION } from './version.ts';

export interface RunningPortal {
  readonly baseUrl: string;
  /** API token of a system administrator. */
  readonly token: string;
}

export class Portal {
  readonly #log: (line: string) => void;
  readonly #version: CkanVersion;
  readonly #data: string;
  readonly #tokenFile: string;
  /** In the order of their start, with the signal that ends each at once. */
  readonly #daemons: readonly (readonly [Daemon, NodeJS.Signals])[];
  readonly #postgres: Postgres;
  readonly #redis: Redis;
  readonly #solr: Solr;
  readonly #site: Site;

  /**
   * `folder` keeps programs, databases and the records of running processes between starts; `log` gets one line for
   * each step that takes time.
   */
  constructor(folder: string, log: (line: string) => void, version: CkanVersion = USUAL_VERSION) {
    this.#log = log;
    this.#version = version;
    const programs = path.resolve(folder, version);
    this.#data = path.join(programs, 'data');
    this.#tokenFile = path.join(this.#data, 'token');
    const daemon = (name: string): Daemon => new Daemon(path.join(programs, 'run'), name);
    const [postgres, redis, solr, ckan] = [daemon('postgres'), daemon('redis'), daemon('solr'), daemon('ckan')];
    this.#daemons = [
      [postgres, 'SIGINT'],
      [redis, 'SIGTERM'],
      [solr, 'SIGTERM'],
      [ckan, 'SIGTERM'],
    ];
    this.#postgres = new Postgres(postgres, this.#data);
    this.#redis = new Redis(redis);
    this.#solr = new Solr(solr, path.resolve(folder), this.#data);
    this.#site = new Site(ckan, version, programs, this.#data);
  }

  /**
   * Starts everything, or finds it running. What an interrupted start left half done is done again.
   * @param port of the site; any free one if absent
   * @throws Error that says what is missing or which part did not start, with the end of its log
   */
  async start(port?: number): Promise<RunningPortal> {
    if (await this.#running()) this.#log(`CKAN ${this.#version} is already running`);
    else {
      checkPrerequisites();
      await this.stop();
      try {
        await this.install();
        await this.#startAll(port ?? (await freePort()));
      } catch (error) {
        await this.stop();
        throw error;
      }
    }
    return { baseUrl: this.#site.baseUrl(), token: fs.readFileSync(this.#tokenFile, 'utf8') };
  }

  /**
   * Records straight into a resource's table, which its trigger makes ready for the full-text search: CKAN itself takes
   * 50 s for a hundred thousand. `names`: of the fields, in the order of the values.
   */
  async fill(resourceId: string, names: readonly string[], records: readonly (readonly string[])[]): Promise<void> {
    const line = (texts: readonly string[]): string => `${texts.map(quotedName).join(',')}\n`;
    const copy = `COPY ${quotedName(resourceId)} (${names.map(quotedName).join(',')}) FROM STDIN (FORMAT csv);\n`;
    await this.#postgres.sql(`\\connect datastore\n${copy}${records.map(line).join('')}\\.\n`);
  }

  /** The address of Solr's index of datasets, once Solr runs. */
  index(): string {
    return this.#solr.url();
  }

  /** Ends every process that a start with this folder left running. */
  async stop(): Promise<void> {
    for (const [daemon, signal] of this.#daemons.toReversed()) await daemon.stop(signal);
  }

  async #running(): Promise<boolean> {
    if (this.#daemons.some(([daemon]) => daemon.port() === undefined)) return false;
    this.#site.adopt();
    return this.#site.answers().catch(() => false);
  }

  /** Fetches the programs that aren't there yet. */
  async install(): Promise<void> {
    if (!this.#site.installed()) {
      this.#log(`installing CKAN ${this.#version} from PyPI (about 1 min)`);
      await this.#site.install();
    }
    if (!this.#solr.installed()) {
      this.#log('fetching Solr from Maven Central');
      await this.#solr.install();
    }
  }

  async #startAll(port: number): Promise<void> {
    // The token is written last, so without it a set-up did not come to its end.
    const empty = !fs.existsSync(this.#tokenFile) || !this.#postgres.exists();
    if (empty) {
      this.#log('making empty databases and an empty index');
      fs.rmSync(this.#data, { recursive: true, force: true });
      await this.#postgres.create();
      this.#solr.create(this.#site.solrSchema());
    }
    this.#log('starting PostgreSQL, Redis and Solr');
    await Promise.all([this.#postgres.start(), this.#redis.start(), this.#solr.start()]);
    this.#site.configure(port, {
      database: this.#postgres.url('ckan', 'ckan'),
      datastore: this.#postgres.url('ckan', 'datastore'),
      readOnlyDatastore: this.#postgres.url('datastore_ro', 'datastore'),
      redis: this.#redis.url(),
      solr: this.#solr.url(),
    });
    if (empty) {
      this.#log('setting up CKAN and its administrator');
      fs.writeFileSync(this.#tokenFile, await this.#setUp(), { mode: 0o600 });
    }
    this.#log('starting CKAN');
    await this.#site.start();
  }

  /** @returns the administrator's API token */
  async #setUp(): Promise<string> {
    await this.#postgres.sql(`
      CREATE ROLE ckan LOGIN;
      CREATE ROLE datastore_ro LOGIN;
      CREATE DATABASE ckan OWNER ckan;
      CREATE DATABASE datastore OWNER ckan;`);
    const ckan = (line: string): Promise<string> => this.#site.ckan(...line.split(' '));
    await ckan('db init');
    await this.#postgres.sql(await ckan('datastore set-permissions'));
    await ckan('user add admin email=admin@localhost.test password=never-used-12345');
    await ckan('sysadmin add admin');
    return (await ckan('user token add --quiet admin tests')).trim();
  }
}
