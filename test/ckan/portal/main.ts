/**
 * The portal by hand: node test/ckan/portal/main.ts start|stop [--folder build/ckan] [--port N]
 * `start` prints one JSON line {"baseUrl","token"} and leaves CKAN running.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Portal } from './portal.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: path.join(import.meta.dirname, '../../../build/ckan') },
    port: { type: 'string' },
  },
});

const portal = new Portal(values.folder, (line) => console.error(`ckan: ${line}`));
const [command] = positionals;
if (command === 'start')
  console.log(
    JSON.stringify(await portal.start(values.port === undefined ? undefined : Number(values.port))),
  );
else if (command === 'stop') await portal.stop();
else {
  console.error('usage: node test/ckan/portal/main.ts start|stop [--folder FOLDER] [--port N]');
  process.exitCode = 2;
}
