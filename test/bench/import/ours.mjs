// ours.mjs FILE FOLDER: the time of one import, in milliseconds, and the highest memory, in MB.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { importFile } from '../../../src/service/reading/importFile.ts';

const [file, folder] = process.argv.slice(2);
const [directory, workDirectory] = [path.join(folder, 'data'), path.join(folder, 'work')];
mkdirSync(directory);
mkdirSync(workDirectory);
const start = performance.now();
await importFile({ file, directory, choices: {}, workDirectory, memoryLimitMb: 1024 }, () => undefined);
console.log(JSON.stringify({ ms: performance.now() - start, peakMb: process.resourceUsage().maxRSS / 1024 }));
