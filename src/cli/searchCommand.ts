/** `datastore-explorer search`: records of a resource, to standard output. */
import { DatastoreClient } from '../datastore/client/client.ts';
import { describeNotice, type ResultNotice } from '../datastore/client/notice.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { Exchange } from '../http/exchange.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import { exitCodes, write, type CliIo } from './io.ts';
import { readSearchOptions } from './searchOptions.ts';

const TIMEOUT_MS = 120_000;

/** Writes batch by batch. Throws UsageError, HttpError, DatastoreError, or the reason of the signal. */
export async function search(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, query, writer } = readSearchOptions(argv, io.env);
  const transport = new UndiciTransport({
    noProxy: [],
    proxySupport: 'on',
    strictSsl: true,
    systemCertificates: true,
    environment: io.env,
  });
  const exchange = new Exchange({ transport, timeoutMs: () => TIMEOUT_MS });
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access) });
  let notices: readonly ResultNotice[] = [];
  let hasBegun = false;
  try {
    const onProgress = (progress: ExportProgress) => (notices = progress.notices);
    for await (const { fields, rows } of allRecords(client, query, io.signal, { onProgress })) {
      await write(io.stdout, (hasBegun ? '' : writer.begin(fields)) + writer.rows(rows));
      hasBegun = true;
      io.signal.throwIfAborted();
    }
    await write(io.stdout, writer.end());
    for (const notice of notices) await write(io.stderr, `${describeNotice(notice)}\n`);
    return exitCodes.ok;
  } finally {
    await transport.dispose();
  }
}
