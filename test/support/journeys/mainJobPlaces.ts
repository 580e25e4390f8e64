/** Places in which people do the main job (test/ui/journeys/mainJob*.test.ts): the records and steps are the same. */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { type ExactValue, isList, member } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';
import type { VSC } from '../../../tools/vscode/vsc.ts';
import { PostgresCluster } from '../../service/engine/postgresCluster.ts';
import { cluster, type Column, create } from '../../trino/fixture.ts';

export interface MainJobPlace {
  readonly what: string;
  /** Names of the two resources in this place. */
  readonly lessons: string;
  readonly stations: string;
  /** Their rows in the tree, once the records of the lessons are shown. */
  readonly rows: readonly string[];
  /** The portal's name in the form. */
  readonly portal: string;
  /** The first row of the tree, once records were opened. */
  readonly firstRow: string;
  /** The header of the field that numbers the records. */
  readonly idHeader: string;
  /** The source of records in the status line. */
  server(): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Goes from an empty view to the records of the lessons. */
  openByMouse(vsc: VSC): Promise<void>;
  /** Does so by keyboard. `command` runs one from the palette. */
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

function sample(file: string): string {
  return fs.readFileSync(path.join(projectRoot, 'media', 'sample', file), 'utf8');
}

/** Tables of a database, added like people add one. */
abstract class DatabasePlace implements MainJobPlace {
  readonly lessons = 'lessons';
  readonly stations = 'stations';
  readonly firstRow = 'Recent';
  readonly idHeader = '_id int';
  abstract readonly what: string;
  abstract readonly portal: string;
  /** The database's name among the kinds of portals: `Trino Catalog`. */
  protected abstract readonly kind: string;

  get rows(): readonly string[] {
    return [`lessons${this.portal} · 120 records`, 'lessons', 'stations'];
  }

  abstract server(): string;
  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;

  /** Answers all questions except the one for a name. `pick` chooses from a list. */
  protected abstract answer(vsc: VSC, pick: (label: string) => Promise<void>): Promise<void>;

  async openByMouse(vsc: VSC): Promise<void> {
    const { page, quickInput } = vsc;
    await page.locator('.welcome-view-content').getByRole('button', { name: 'Add Portal…' }).click();
    await quickInput.pick(`${this.kind}…`);
    await this.#answerAll(vsc, (label) => quickInput.pick(label));
    await vsc.row(this.portal).first().waitFor();
    await vsc.expand('Tables');
    await vsc.row('lessons').first().click();
  }

  async openByKeyboard(vsc: VSC, command: (title: string) => Promise<void>): Promise<void> {
    const { page, quickInput } = vsc;
    await command(`Datastore: Add ${this.kind}…`);
    await this.#answerAll(vsc, async (label) => {
      await quickInput.row(label).waitFor();
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
    // VS Code reads quickly typed letters as one word, so more letters would be added to the previous ones.
    await page.keyboard.press('ArrowDown');
    await marked.filter({ hasText: 'lessons' }).waitFor();
    await page.keyboard.press('Enter');
  }

  async #answerAll(vsc: VSC, pick: (label: string) => Promise<void>): Promise<void> {
    const { quickInput } = vsc;
    await this.answer(vsc, pick);
    await until(
      async () =>
        (await quickInput
          .box()
          .inputValue({ timeout: 500 })
          .catch(() => '')) === this.portal,
      'a name is proposed',
    );
    await quickInput.accept();
  }
}

/** Waits for a question that contains the text. */
function question({ quickInput }: VSC, text: string): Promise<void> {
  return quickInput.message().filter({ hasText: text }).waitFor();
}

/** The sample's records as tables, owned by a role with a password. */
class PostgresPlace extends DatabasePlace {
  readonly what = 'tables of PostgreSQL';
  readonly portal = 'postgres';
  protected readonly kind = 'PostgreSQL Database';
  #cluster: PostgresCluster | undefined;

  server(): string {
    return `${new URL(this.#url()).host}/postgres`;
  }

  async start(): Promise<void> {
    const cluster = await PostgresCluster.start();
    this.#cluster = cluster;
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

  protected async answer(vsc: VSC, pick: (label: string) => Promise<void>): Promise<void> {
    const { quickInput } = vsc;
    await question(vsc, "database's address");
    await quickInput.enter(this.#url().replace('postgres@', 'reader@'));
    await question(vsc, 'schema whose tables');
    await quickInput.accept();
    await pick('Not encrypted');
    await question(vsc, "VS Code's secret storage");
    await quickInput.enter(PASSWORD);
  }

  #url(): string {
    return this.#cluster?.url() ?? '';
  }
}

const SCHEMA = 'school';
const LESSON_COLUMNS = columnsOf(
  'subject varchar, stage integer, code varchar, title varchar, catalogue_no decimal(38,0), hours decimal(6,2), ' +
    'starts_on date, online boolean, note varchar',
);
const STATION_COLUMNS = columnsOf(
  'station_id varchar, name varchar, lat decimal(9,6), lon decimal(9,5), elevation_m decimal(6,2), active boolean, ' +
    'passengers bigint, opened date',
);

function columnsOf(text: string): readonly Column[] {
  return text.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ');
    return [name, type];
  });
}

/** Creates a table whose `_id` counts its records. */
function createNumbered(
  name: string,
  columns: readonly Column[],
  records: readonly (readonly ExactValue[])[],
): Promise<void> {
  const numbered = records.map((record, at) => [String(at + 1), ...record]);
  return create(name, [['_id', 'bigint'], ...columns], numbered, SCHEMA);
}

/** The sample's records as tables in the cluster of test/trino/fixture.ts. */
class TrinoPlace extends DatabasePlace {
  readonly what = 'tables of Trino';
  readonly portal = `memory.${SCHEMA}`;
  protected readonly kind = 'Trino Catalog';

  server(): string {
    return `${new URL(cluster().origin).host}/memory`;
  }

  async start(): Promise<void> {
    await cluster().sql(`create schema memory.${SCHEMA}`);
    const lessons = parse(sample('lessons.csv'), {
      fromLine: 2,
      // Only a quoted empty text is an empty text.
      cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
    });
    await createNumbered('lessons', LESSON_COLUMNS, lessons);
    const stations = parseExact(sample('stations.json'));
    await createNumbered(
      'stations',
      STATION_COLUMNS,
      (isList(stations) ? stations : []).map((station) =>
        STATION_COLUMNS.map(([name]) => member(station, name) ?? null),
      ),
    );
  }

  async stop(): Promise<void> {
    await cluster().sql(`drop schema memory.${SCHEMA} cascade`);
  }

  protected async answer(vsc: VSC): Promise<void> {
    const { quickInput } = vsc;
    await question(vsc, "coordinator's address");
    await quickInput.enter(cluster().origin.replace('//', '//reader@'));
    await question(vsc, 'Enter the catalog');
    await quickInput.enter('memory');
    await question(vsc, 'schema whose tables');
    await quickInput.enter(SCHEMA);
  }
}

/** Trino starts slowly and has tests of its own: `npm run test:trino` selects it. */
export const MAIN_JOB_PLACES: readonly MainJobPlace[] =
  process.env['MAIN_JOB_PLACE'] === 'trino' ? [new TrinoPlace()] : [SAMPLE, new PostgresPlace()];
