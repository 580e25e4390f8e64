/** A window that imports a file as its own process. Arguments: program, folder, file. Any input cancels the import. */
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';

const [, , servicePath = '', directory = '', file = ''] = process.argv;
const datastore = new EmbeddedDatastore({ servicePath, directory, memoryLimitMb: () => 256, log: () => undefined });
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
