/** A window that imports a file as its own process. Arguments: folder, file. Any input cancels the import. */
import path from 'node:path';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const [, , directory = '', file = ''] = process.argv;
const datastore = new EmbeddedDatastore({
  servicePath: path.join(projectRoot, 'src/service/process/main.ts'),
  directory,
  memoryLimitMb: () => 256,
  log: () => undefined,
});
const cancel = new AbortController();
process.on('message', () => cancel.abort());
const importing = datastore.importFile(file, {}, cancel.signal, undefined, (preview) => {
  process.send?.({ preview });
});
try {
  process.send?.({ done: await importing });
} catch {
  datastore.dispose();
  process.disconnect();
}
