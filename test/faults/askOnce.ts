/**
 * A process of its own that asks one URL once. Argument: JSON of AskOnce. Prints JSON of AskedOnce. For what a
 * process has only one of: the certificates that Node trusts, and the global slots of undici.
 */
import { HttpError } from '../../src/http/errors.ts';
import type { NetworkSettings } from '../../src/http/networkSettings.ts';
import { UndiciTransport } from '../../src/http/undiciTransport.ts';
import { everyNameIsHere, textOf } from './client.ts';

export interface AskOnce {
  readonly url: string;
  readonly settings: NetworkSettings;
}

export interface AskedOnce {
  /** The status, or the kind of the HttpError. */
  readonly ended: number | string;
  /** The message of the error; empty if there was none. */
  readonly message: string;
  readonly globalSlots: readonly boolean[];
}

async function run({ url, settings }: AskOnce): Promise<AskedOnce> {
  const transport = new UndiciTransport(settings, { lookup: everyNameIsHere });
  const ended = await ask(transport, new URL(url));
  await transport.dispose();
  const slots = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  return { ...ended, globalSlots: slots.map((slot) => Symbol.for(slot) in globalThis) };
}

async function ask(transport: UndiciTransport, url: URL): Promise<Pick<AskedOnce, 'ended' | 'message'>> {
  try {
    const response = await transport.send({ method: 'GET', url, headers: {} }, AbortSignal.timeout(10_000));
    await textOf(response.body);
    return { ended: response.status, message: '' };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ended: error.kind, message: error.message };
  }
}

void run(JSON.parse(process.argv[2] ?? '') as AskOnce).then((asked) => {
  process.stdout.write(JSON.stringify(asked));
});
