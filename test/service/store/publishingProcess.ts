/**
 * Publishes a resource into a folder at each message, as its own process. Arguments: folder, id, and the number of the
 * file system call before which it's killed.
 */
import files, { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { publish } from '../../../src/service/reading/publish.ts';

const [, , directory = '', id = '', step = '0'] = process.argv;

let steps = 0;
const published = { id, name: 'file.csv', file: '/file.csv', size: 1, modified: 1, records: 1 };

process.on('message', (content: string) => {
  void publishOnce(content).then((answer) => process.send?.(answer));
});
process.send?.('ready');

async function publishOnce(content: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const workDirectory = await mkdtemp(path.join(directory, 'import-'));
  const part = path.join(workDirectory, 'data.part');
  await writeFile(part, content);
  if (step !== '0') killAt(Number(step));
  const answer = await publish(directory, part, published, { fields: [], ids: 'place' }).then(
    () => 'done',
    (error: unknown) => String(error),
  );
  await rm(workDirectory, { recursive: true });
  return answer;
}

function killAt(last: number): void {
  const counted = <A extends unknown[], R>(call: (...values: A) => R) =>
    function (...values: A): R {
      steps += 1;
      if (steps === last) process.kill(process.pid, 'SIGKILL');
      return call(...values);
    };
  const { open, readdir, readFile, rename, rm: remove, stat } = files;
  Object.assign(files, {
    open: counted(open),
    readdir: counted(readdir as (name: string) => Promise<string[]>),
    readFile: counted(readFile),
    rename: counted(rename),
    rm: counted(remove),
    stat: counted(stat),
  });
  syncBuiltinESMExports();
}
