/** Where people do the main job (test/ui/mainJob*.test.ts): the same records, the same steps, another place. */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { until } from '../../tools/vscode/until.ts';
import type { VSC } from '../../tools/vscode/vsc.ts';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';

export interface MainJobPlace {
  readonly what: string;
  /** As the two resources are called there. */
  readonly lessons: string;
  readonly stations: string;
  /** The rows of the tree that name them, once the records of the lessons are shown. */
  readonly rows: readonly string[];
  /** As the form calls it. */
  readonly portal: string;
  /** The first row of the tree, once records were opened. */
  readonly firstRow: string;
  /** As the header of a field shows it that numbers the records. */
  readonly idHeader: string;
  /** As the status line says where records come from. */
  server(): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** From an empty view to the records of the lessons. */
  openByMouse(vsc: VSC): Promise<void>;
  /** The same with keys; `command` takes one from the palette. */
  openByKeyboard(vsc: VSC, command: (title: string) => Promise<void>): Promise<void>;
}

const SAMPLE: MainJobPlace = {
  what: 'the sample',
  lessons: 'lessons.csv',
  stations: 'stations.json',
  rows: ['lessons.csv120 records', 'stations.json40 records'],
  portal: 'Local files',
  firstRow: 'Local files',
  idHeader: '_id int',
  server: () => 'Local files',
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  openByMouse: (vsc) => vsc.page.getByRole('button', { name: 'Explore the Sample' }).click(),
  openByKeyboard: async ({ page, quickInput }, command) => {
    await command('Datastore: Open Records');
    await quickInput.title().filter({ hasText: 'Open Records' }).waitFor();
    await page.keyboard.type('sample');
    await quickInput.rows().first().filter({ hasText: 'Explore the Sample' }).waitFor();
    await page.keyboard.press('Enter');
  },
};

const PASSWORD = 'open sesame';

/** The sample's records as tables, under a role that needs a password. */
class PostgresPlace implements MainJobPlace {
  readonly what = 'tables of PostgreSQL';
  readonly lessons = 'lessons';
  readonly stations = 'stations';
  readonly rows = ['lessonspostgres · 120 records', 'lessons', 'stations'];
  readonly portal = 'postgres';
  readonly firstRow = 'Recent';
  readonly idHeader = '_id int';
  #cluster: PostgresCluster | undefined;

  server(): string {
    return `${new URL(this.#url()).host}/postgres`;
  }

  async start(): Promise<void> {
    const cluster = await PostgresCluster.start();
    this.#cluster = cluster;
    const sample = (file: string): string =>
      fs.readFileSync(path.join(projectRoot, 'media', 'sample', file), 'utf8');
    const [row] = await cluster.ask('show data_directory');
    await cluster.sql(
      `create table lessons (_id serial primary key, subject text, stage int, code text, title text,
         catalogue_no numeric, hours numeric, starts_on date, online boolean, note text);
       create table stations (_id serial primary key, station_id text, name text, lat numeric, lon numeric,
         elevation_m numeric, active boolean, passengers bigint, opened date);
       insert into stations (station_id, name, lat, lon, elevation_m, active, passengers, opened)
         select one->>'station_id', one->>'name', (one->>'lat')::numeric, (one->>'lon')::numeric,
           (one->>'elevation_m')::numeric, (one->>'active')::boolean, (one->>'passengers')::bigint, (one->>'opened')::date
         from json_array_elements($sample$${sample('stations.json')}$sample$) one;
       create role reader login password '${PASSWORD}'; grant select on lessons, stations to reader;
       copy (select unnest(array['host all reader all scram-sha-256', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();
       copy lessons (subject, stage, code, title, catalogue_no, hours, starts_on, online, note)
         from stdin with (format csv, header);
${sample('lessons.csv').trimEnd()}
\\.
analyze;`,
    );
  }

  async stop(): Promise<void> {
    await this.#cluster?.stop();
  }

  async openByMouse(vsc: VSC): Promise<void> {
    const { page, quickInput } = vsc;
    await page.locator('.welcome-view-content').getByRole('button', { name: 'Add Portal…' }).click();
    await quickInput.pick('PostgreSQL Database…');
    await this.#answer(vsc, () => quickInput.pick('Not encrypted'));
    await vsc.row('postgres').first().waitFor();
    await vsc.expand('Tables');
    await vsc.row('lessons').first().click();
  }

  async openByKeyboard(vsc: VSC, command: (title: string) => Promise<void>): Promise<void> {
    const { page, quickInput } = vsc;
    await command('Datastore: Add PostgreSQL Database…');
    await this.#answer(vsc, async () => {
      await quickInput.row('Not encrypted').waitFor();
      await page.keyboard.press('Enter');
    });
    await vsc.row('Tables').waitFor();
    await command('Datastore: Focus on Resources View');
    await page.locator('.pane-body .monaco-list:focus').waitFor();
    const marked = page.locator('.pane-body .monaco-list-row.focused');
    await page.keyboard.type('Tab');
    await marked.filter({ hasText: 'Tables' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await vsc.row('lessons').waitFor();
    // Letters would be added to those typed before, as VS Code reads quick ones as one word.
    await page.keyboard.press('ArrowDown');
    await marked.filter({ hasText: 'lessons' }).waitFor();
    await page.keyboard.press('Enter');
  }

  /** All questions about the database, one behind the other. */
  async #answer({ quickInput }: VSC, encryption: () => Promise<void>): Promise<void> {
    const question = (text: string) => quickInput.message().filter({ hasText: text }).waitFor();
    await question("database's address");
    await quickInput.enter(this.#url().replace('postgres@', 'reader@'));
    await question('schema whose tables');
    await quickInput.accept();
    await encryption();
    await question("VS Code's secret storage");
    await quickInput.enter(PASSWORD);
    await until(
      async () =>
        (await quickInput
          .box()
          .inputValue({ timeout: 500 })
          .catch(() => '')) === 'postgres',
      'a name is proposed',
    );
    await quickInput.accept();
  }

  #url(): string {
    return this.#cluster?.url() ?? '';
  }
}

export const MAIN_JOB_PLACES: readonly MainJobPlace[] = [SAMPLE, new PostgresPlace()];
