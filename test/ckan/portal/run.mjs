// The portals by hand: `node test/ckan/portal/run.mjs start|stop [--ckan 2.11.6] [--folder build/ckan] [--port N]`.
// `start` prints one JSON line {"baseUrl","token"} and leaves CKAN running; `stop` without --ckan ends each version.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Portal } from './portal.ts';
import { CKAN_VERSIONS, ckanVersion, USUAL_VERSION } from './version.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ckan: { type: 'string' },
    folder: { type: 'string', default: path.join(import.meta.dirname, '../../../build/ckan') },
    port: { type: 'string' },
  },
});

const log = (line) => console.error(`ckan: ${line}`);
const commands = {
  start: async () => {
    const port = values.port === undefined ? undefined : Number(values.port);
    const portal = new Portal(values.folder, log, ckanVersion(values.ckan ?? USUAL_VERSION));
    console.log(JSON.stringify(await portal.start(port)));
  },
  stop: async () => {
    const versions = values.ckan === undefined ? CKAN_VERSIONS : [ckanVersion(values.ckan)];
    for (const version of versions) await new Portal(values.folder, log, version).stop();
  },
};
const [command] = positionals;
if (command === undefined || !Object.hasOwn(commands, command)) {
  console.error('usage: node test/ckan/portal/run.mjs start|stop [--ckan VERSION] [--folder FOLDER] [--port N]');
  process.exit(2);
}
await commands[command]().catch((error) => {
  console.error(`ckan: ${error.message}`);
  process.exit(1);
});
