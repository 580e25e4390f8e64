import fs from 'node:fs';
import path from 'node:path';
import { until } from '../../../tools/vscode/until.ts';
import { installedExtensionsDir } from '../../../tools/vscode/projectPaths.ts';

export interface ToolAnswer {
  readonly text?: string;
  /** What VS Code rejects a call with. */
  readonly error?: string;
  readonly tools?: readonly { readonly name: string; readonly tags: readonly string[] }[];
}

/** Calls tools in a VS Code with the extension `test/support/toolCaller`, as an extension with a model does. */
export class ToolCalls {
  readonly #folder: string;
  #count = 0;

  /** @param folder The folder that VS Code has open. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins a call. The returned function waits for its answer. */
  begin(name: string, input: object = {}): () => Promise<ToolAnswer> {
    this.#count += 1;
    const file = (kind: string) => path.join(this.#folder, `${String(this.#count)}.${kind}.json`);
    const [call, answer] = [file('call'), file('answer')];
    fs.writeFileSync(`${call}.part`, JSON.stringify({ name, input }));
    fs.renameSync(`${call}.part`, call);
    return () =>
      until(
        () => fs.existsSync(answer) && (JSON.parse(fs.readFileSync(answer, 'utf8')) as ToolAnswer),
        `an answer of ${name}`,
        30_000,
      );
  }
}

/** A folder of extensions with ours, as it was installed, and the one that calls tools. */
export function extensionsWithToolCaller(folder: string): string {
  fs.cpSync(installedExtensionsDir, folder, { recursive: true });
  // VS Code reads the folder itself if there is no list.
  fs.rmSync(path.join(folder, 'extensions.json'));
  const source = path.join(import.meta.dirname, '../toolCaller');
  fs.cpSync(source, path.join(folder, 'datastore-explorer-tests.tool-caller-0.0.1'), { recursive: true });
  return folder;
}
