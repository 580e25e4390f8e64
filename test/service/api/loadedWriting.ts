/**
 * A datastore in a process of its own, asked to create a resource. Arguments: its folder, and `writable` or nothing. Prints the
 * status of the answer and which modules of api/writing it has loaded.
 */
import { registerHooks } from 'node:module';
import path from 'node:path';

const loaded: string[] = [];
registerHooks({
  load: (url, context, nextLoad) => {
    if (url.includes('/api/writing/')) loaded.push(path.basename(url));
    return nextLoad(url, context);
  },
});
const { startServer } = await import('../../../src/service/http/server.ts');
const [, , directory = '', mode] = process.argv;
const server = await startServer({ directory, memoryLimitMb: 256, writable: mode === 'writable' });
const headers = { Authorization: server.token, 'Content-Type': 'application/json' };
const ask = (action: string, body: object): Promise<Response> =>
  fetch(`${server.baseUrl}/api/3/action/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
await ask('help_show', { name: 'datastore_create' });
await ask('datastore_search', { resource_id: '_table_metadata' });
const { status } = await ask('datastore_create', { resource: {}, records: [{ a: 1 }] });
await server.close();
process.stdout.write(JSON.stringify({ status, loaded }));
