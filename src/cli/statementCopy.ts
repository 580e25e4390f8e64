import { defined } from '../base/defined.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import type { Exchange } from '../http/exchange.ts';
import { resourceIdOf, type StatementFolders } from '../service/index.ts';
import { type CliIo, writeLine } from './io.ts';
import { readToken } from './options.ts';
import { PortalCopy } from './portalCopy.ts';

export interface CopyOptions extends Omit<Parameters<typeof readToken>[1], 'base-url'> {
  /** Downloads a copy although one is kept. */
  readonly refreshes?: boolean;
}

/** The copy of a portal's resource that statements read, and whether records may be missing or doubled in it. */
export async function copyForStatement(
  { name, baseUrl, resourceId }: { readonly name: string; readonly baseUrl: string; readonly resourceId: string },
  options: CopyOptions,
  datastore: StatementFolders['sources'],
  exchange: Exchange,
  io: CliIo,
): Promise<{ readonly id: string; readonly hasDoubts: boolean }> {
  const id = resourceIdOf(`copy:${baseUrl}`, resourceId);
  const kept = (await datastore.resources()).find((each) => each.id === id)?.origin;
  if (kept !== undefined && options.refreshes !== true && (await datastore.hasData(id))) {
    await writeLine(io.stderr, `${name}: the copy of ${kept.downloaded} is read. --refresh downloads another one.`);
    return { id, hasDoubts: false };
  }
  const { token, remarks } = readToken(baseUrl, options, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  const access = defined({ baseUrl, token });
  const client = new DatastoreClient({
    exchange,
    access: () => Promise.resolve(access),
    dialect: new LearnedDialect(),
  });
  const copy = new PortalCopy(client, { baseUrl, query: { resourceId } }, io);
  await datastore.copy({ id, name }, copy.download, io.signal);
  return { id, hasDoubts: await copy.tellDoubts() };
}
