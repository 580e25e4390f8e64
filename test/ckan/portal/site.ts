/** CKAN itself: installed from PyPI into a virtual environment, configured by one file, served by gunicorn. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { run } from './command.ts';
import type { Daemon } from './daemon.ts';
import type { CkanVersion } from './version.ts';

const GUNICORN_VERSION = '23.0.0';

/** Python's logging wants all of it; warnings go to the daemon's log. */
const LOGGING = `
[loggers]
keys = root
[handlers]
keys = console
[formatters]
keys = generic
[logger_root]
level = WARNING
handlers = console
[handler_console]
class = StreamHandler
args = (sys.stderr,)
formatter = generic
[formatter_generic]
format = %(asctime)s %(levelname)s %(name)s %(message)s
`;

export interface Backing {
  /** PostgreSQL URLs: CKAN's own database, the datastore for writing, the datastore for reading. */
  readonly database: string;
  readonly datastore: string;
  readonly readOnlyDatastore: string;
  readonly redis: string;
  readonly solr: string;
}

export class Site {
  readonly #daemon: Daemon;
  readonly #version: CkanVersion;
  readonly #venv: string;
  readonly #source: string;
  readonly #folder: string;
  readonly #ini: string;
  #port = 0;

  /** `programs` keeps the virtual environment, `folder` configuration and uploaded files. */
  constructor(daemon: Daemon, version: CkanVersion, programs: string, folder: string) {
    this.#daemon = daemon;
    this.#version = version;
    this.#venv = path.join(programs, 'venv');
    this.#source = path.join(programs, 'source');
    this.#folder = folder;
    this.#ini = path.join(folder, 'ckan.ini');
  }

  baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Takes over the site that an earlier run started. */
  adopt(): void {
    this.#port = this.#daemon.port() ?? 0;
  }

  installed(): boolean {
    return fs.existsSync(path.join(this.#venv, 'installed'));
  }

  /** The exact versions that the release pins, except that psycopg2 comes with its C library inside. */
  async install(): Promise<void> {
    for (const folder of [this.#venv, this.#source]) fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(this.#source, { recursive: true });
    await run({ command: 'python3', args: ['-m', 'venv', this.#venv] });
    const pip = (...args: string[]): Promise<string> => run({ command: this.#program('pip'), args: ['-q', ...args] });
    await pip('install', 'wheel', 'setuptools<81');
    const release = `ckan==${this.#version}`;
    await pip('download', '--no-deps', '--no-binary', ':all:', '--no-build-isolation', release, '-d', this.#source);
    const archive = path.join(this.#source, `ckan-${this.#version}.tar.gz`);
    await run({ command: 'tar', args: ['xzf', archive, '-C', this.#source, '--strip-components', '1'] });
    const pinned = fs.readFileSync(path.join(this.#source, 'requirements.txt'), 'utf8');
    const requirements = path.join(this.#source, 'requirements-binary.txt');
    fs.writeFileSync(requirements, pinned.replace(/^psycopg2==/m, 'psycopg2-binary=='));
    await pip('install', '-r', requirements, `gunicorn==${GUNICORN_VERSION}`);
    await pip('install', '--no-deps', '--no-build-isolation', archive);
    fs.writeFileSync(path.join(this.#venv, 'installed'), this.#version);
  }

  solrSchema(): string {
    return path.join(this.#source, 'ckan/config/solr/schema.xml');
  }

  /** Writes the configuration; done at every start because ports change. */
  configure(port: number, backing: Backing): void {
    this.#port = port;
    const settings = {
      use: 'egg:ckan',
      SECRET_KEY: this.#secret(),
      // CKAN 2.10's name for it.
      'beaker.session.secret': this.#secret(),
      'sqlalchemy.url': backing.database,
      'ckan.datastore.write_url': backing.datastore,
      'ckan.datastore.read_url': backing.readOnlyDatastore,
      'ckan.datastore.sqlsearch.enabled': 'true',
      'ckan.redis.url': backing.redis,
      solr_url: backing.solr,
      'ckan.site_url': this.baseUrl(),
      'ckan.site_title': 'Test portal',
      'ckan.storage_path': path.join(this.#folder, 'storage'),
      'ckan.plugins': 'datastore datatables_view',
      'ckan.views.default_views': 'datatables_view',
      'ckan.locale_default': 'en',
      'ckan.locales_offered': 'en fr de',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    fs.mkdirSync(this.#folder, { recursive: true });
    fs.writeFileSync(
      this.#ini,
      `[app:main]
${lines.join('\n')}
${LOGGING}`,
      { mode: 0o600 },
    );
  }

  /** Runs CKAN's own command line. */
  ckan(...args: string[]): Promise<string> {
    return run({ command: this.#program('ckan'), args: ['-c', this.#ini, ...args] });
  }

  async start(): Promise<void> {
    const served = ['--bind', `127.0.0.1:${this.#port}`, '--workers', '2', '--threads', '2', '--timeout', '300'];
    const args = [...served, '--chdir', import.meta.dirname, 'wsgi:application'];
    const env = { CKAN_INI: this.#ini, PYTHONDONTWRITEBYTECODE: '1' };
    await this.#daemon.start({ command: this.#program('gunicorn'), args, env }, this.#port, () => this.answers());
  }

  async answers(): Promise<boolean> {
    const response = await fetch(`${this.baseUrl()}/api/3/action/status_show`);
    await response.arrayBuffer();
    return response.ok;
  }

  /** The key that signs API tokens: it lives as long as the database does. */
  #secret(): string {
    const file = path.join(this.#folder, 'secret');
    if (!fs.existsSync(file)) {
      fs.mkdirSync(this.#folder, { recursive: true });
      fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
    }
    return fs.readFileSync(file, 'utf8');
  }

  #program(name: string): string {
    return path.join(this.#venv, 'bin', name);
  }
}
