// The portal by hand: `node test/ckan/portal/run.mjs start|stop [--folder build/ckan] [--port N]`.
// `start` prints one JSON line {"baseUrl","token"} and leaves CKAN running.
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
const commands = {
  start: async () => {
    const port = values.port === undefined ? undefined : Number(values.port);
    console.log(JSON.stringify(await portal.start(port)));
  },
  stop: () => portal.stop(),
};
if (command === undefined || !Object.hasOwn(commands, command)) {
  console.error('usage: node test/ckan/portal/run.mjs start|stop [--folder FOLDER] [--port N]');
  process.exit(2);
}
await commands[command]().catch((error) => {
  console.error(`ckan: ${error.message}`);
  process.exit(1);
});
