/** CKAN's catalogue index: Solr with CKAN's own schema, from Maven Central. */
import fs from 'node:fs';
import path from 'node:path';
import { run } from './command.ts';
import { freePort, type Daemon } from './daemon.ts';

const SOURCES = path.join(import.meta.dirname, 'solr');

export class Solr {
  readonly #daemon: Daemon;
  readonly #libraries: string;
  readonly #home: string;
  #port = 0;

  /** `programs` keeps the libraries, which are the same for each CKAN, `site` the index. */
  constructor(daemon: Daemon, programs: string, site: string) {
    this.#daemon = daemon;
    this.#libraries = path.join(programs, 'solr');
    this.#home = path.join(site, 'solr');
  }

  installed(): boolean {
    return fs.existsSync(this.#libraries);
  }

  async install(): Promise<void> {
    const unfinished = `${this.#libraries}.part`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    const pom = path.join(SOURCES, 'pom.xml');
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
    await run({ command: 'mvn', args });
    fs.renameSync(unfinished, this.#libraries);
  }

  /** An empty index. `schema` is the file of the CKAN release. */
  create(schema: string): void {
    const conf = path.join(this.#home, 'ckan', 'conf');
    fs.rmSync(this.#home, { recursive: true, force: true });
    fs.mkdirSync(conf, { recursive: true });
    fs.writeFileSync(path.join(this.#home, 'solr.xml'), '<solr></solr>\n');
    fs.writeFileSync(path.join(this.#home, 'ckan', 'core.properties'), 'name=ckan\n');
    fs.copyFileSync(path.join(SOURCES, 'solrconfig.xml'), path.join(conf, 'solrconfig.xml'));
    fs.copyFileSync(schema, path.join(conf, 'schema.xml'));
    for (const list of ['stopwords', 'synonyms', 'protwords']) fs.writeFileSync(path.join(conf, `${list}.txt`), '');
  }

  async start(): Promise<void> {
    this.#port = await freePort();
    const classPath = path.join(this.#libraries, '*');
    const runner = path.join(SOURCES, 'Runner.java');
    const args = ['-Xmx512m', `-Dsolr.log.dir=${this.#home}`, '-cp', classPath, runner, this.#home, String(this.#port)];
    await this.#daemon.start(
      { command: 'java', args },
      this.#port,
      async () => (await fetch(`${this.url()}/select?q=*:*`)).ok,
    );
  }

  url(): string {
    return `http://127.0.0.1:${this.#daemon.port() ?? this.#port}/solr/ckan`;
  }
}
