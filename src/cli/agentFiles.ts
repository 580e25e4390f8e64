import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { untilAborted } from '../base/untilAborted.ts';
import { AgentFault } from '../agents/agentFault.ts';
import type { AgentFile } from '../agents/agentPlaces.ts';
import {
  fileEdition,
  type FileToServe,
  isSameEdition,
  type LocalResource,
  resourceIdOf,
  type StatementFolders,
  whileRunningStatements,
} from '../service/index.ts';
import type { CliIo } from './io.ts';

/** A file of the command line, with one table of it if it has several. */
interface NamedFile extends Pick<FileToServe, 'file' | 'choices'> {
  readonly name: string;
}

/**
 * Files for agents. Nothing is opened and no process runs until a call needs a file; it is read again after it has
 * changed. What is read lies in a temporary folder, which goes with `close`.
 */
export class AgentFiles {
  readonly #io: CliIo;
  readonly #memoryLimitMb: number;
  readonly #files: readonly AgentFile[];
  /** The sheets or tables of a file, by its name, once it turns out to have several. */
  readonly #parts = new Map<string, readonly AgentFile[]>();
  /** The resources that have been read, by the names of their files. */
  readonly #opened = new Map<string, Promise<LocalResource>>();
  /** The ids of resources that have been read, or are being read. */
  readonly #ids = new Set<string>();
  readonly #stopped = new AbortController();
  readonly #over = Promise.withResolvers<undefined>();
  #folders: Promise<StatementFolders> | undefined;
  #serving: Promise<undefined> | undefined;

  constructor(files: readonly FileToServe[], io: CliIo) {
    this.#io = { ...io, signal: AbortSignal.any([io.signal, this.#stopped.signal]) };
    this.#memoryLimitMb = Math.max(0, ...files.map(({ memoryLimitMb }) => memoryLimitMb));
    const names = new Set<string>();
    this.#files = files.map(({ file, choices }) => {
      const { name, ext } = path.parse(file);
      let free = name + ext;
      for (let number = 2; names.has(free); number += 1) free = `${name} (${String(number)})${ext}`;
      names.add(free);
      return this.#agentFile({ name: free, file: path.resolve(file), choices });
    });
  }

  /** A file with several sheets or tables is a file for each, from the first call on that reads it. */
  get list(): readonly AgentFile[] {
    return this.#files.flatMap((file) => this.#parts.get(file.name) ?? file);
  }

  /** Ends the processes and removes what was read. */
  async close(): Promise<void> {
    const reads = [...this.#opened.values()];
    this.#stopped.abort();
    await Promise.allSettled(reads);
    // What still writes would make the folder anew.
    const { sources } = (await this.#folders?.catch(() => undefined)) ?? {};
    for (const id of this.#ids) await sources?.untilCleanedUp(id);
    this.#over.resolve(undefined);
    await this.#serving?.catch(() => undefined);
  }

  #agentFile(named: NamedFile): AgentFile {
    const { name } = named;
    const linkPath = linkPathOf(named);
    const file: AgentFile = {
      name,
      ...(linkPath !== undefined && { linkPath }),
      parts: async (signal) => {
        await this.#resource(named, signal).catch((error: unknown) => {
          if (!this.#parts.has(name)) throw error;
        });
        return this.#parts.get(name) ?? [file];
      },
      open: async (signal) => {
        const { id } = await this.#resource(named, signal);
        const { sources } = await this.#ready();
        return { resourceId: id, access: (stop) => sources.access(stop) };
      },
    };
    return file;
  }

  /** Reading goes on for later calls when the signal aborts. Throws AgentFault. */
  async #resource(named: NamedFile, signal: AbortSignal): Promise<LocalResource> {
    const { name, file } = named;
    const opened = this.#opened.get(name);
    const before = opened && (await untilAborted(opened, signal));
    const edition = await fileEdition(file, before?.reading?.format);
    if (edition === undefined) throw new AgentFault("The file isn't there any more.", 'Ask people for the file.', name);
    if (before !== undefined && isSameEdition(before, edition)) return before;
    // Another call may have begun to read the changed file meanwhile.
    const current = this.#opened.get(name);
    if (current !== undefined && current !== opened) return untilAborted(current, signal);
    const resource = this.#read(named).catch((error: unknown) => {
      if (this.#opened.get(name) === resource) this.#opened.delete(name);
      if (!(error instanceof Error) || error instanceof AgentFault) throw error;
      const words = error.message.replaceAll(file, () => name);
      const named = words.includes(name) ? words : `${name}: ${words}`;
      throw new AgentFault("The file can't be read.", 'Tell people why, or use another file.', named);
    });
    this.#opened.set(name, resource);
    return untilAborted(resource, signal);
  }

  async #read(named: NamedFile): Promise<LocalResource> {
    const { signal } = this.#io;
    const { choices } = named;
    const file = await realpath(named.file);
    const { sources } = await this.#ready();
    if (choices.part === undefined) {
      const { parts = [] } = await sources.inspectFile(file, choices, signal);
      if (parts.length > 1) {
        const { name } = named;
        const tables = parts.map((part) =>
          this.#agentFile({ name: `${name}: ${part}`, file, choices: { ...choices, part } }),
        );
        this.#parts.set(name, tables);
        const names = tables.map((table) => JSON.stringify(table.name)).join(', ');
        throw new AgentFault('The file has several tables.', 'Use the name of one as the resource.', names);
      }
    }
    this.#ids.add(resourceIdOf(file, choices.part));
    return sources.importFile(file, choices, signal);
  }

  #ready(): Promise<StatementFolders> {
    this.#folders ??= this.#start().catch((error: unknown) => {
      this.#folders = undefined;
      throw error;
    });
    return this.#folders;
  }

  #start(): Promise<StatementFolders> {
    const { promise, resolve, reject } = Promise.withResolvers<StatementFolders>();
    this.#serving = whileRunningStatements(undefined, this.#memoryLimitMb, this.#io, (folders) => {
      resolve(folders);
      return this.#over.promise;
    });
    this.#serving.catch(reject);
    return promise;
  }
}

/** A link names a file below the folder of its window, which is usually the one in which a client starts a server. */
function linkPathOf({ file, choices }: NamedFile): string | undefined {
  const below = path.relative(process.cwd(), file);
  const isOutside = below.startsWith('..') || path.isAbsolute(below);
  return isOutside || Object.keys(choices).length > 0 ? undefined : below.replaceAll(path.sep, '/');
}
