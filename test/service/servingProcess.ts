/** A datastore in a process of its own. Arguments: its folder. Prints its address and token. */
import { startServer } from '../../src/service/http/server.ts';

const [, , directory = ''] = process.argv;
const { baseUrl, token } = await startServer({ directory, memoryLimitMb: 512 });
process.stdout.write(`${JSON.stringify({ baseUrl, token })}\n`);
