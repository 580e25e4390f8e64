/** A process of its own that serves a seeded table, until it is ended. Argument: how many records. Prints its address. */
import { SeededTable } from './seededTable.ts';
import { startTable } from './tableServer.ts';

const server = await startTable(new SeededTable({ records: Number(process.argv[2]), version: '2.12' }));
process.stdout.write(`${server.url().origin}\n`);
