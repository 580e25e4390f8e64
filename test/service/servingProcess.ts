/** A datastore as its own process. Its argument is the folder. Prints its address and token. */
import { startServer } from '../../src/service/http/server.ts';

const [, , directory = ''] = process.argv;
const { baseUrl, token } = await startServer({ directory, memoryLimitMb: 512 });
process.stdout.write(`${JSON.stringify({ baseUrl, token })}\n`);
