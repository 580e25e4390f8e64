import fs from 'node:fs';
import path from 'node:path';
import { openPromise } from 'yauzl';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

/** The target of the machine that runs this, as vsce names it. */
export const THIS_TARGET = `${process.platform}-${process.arch}`;

/** The path at which scripts/package.mjs of a project puts the VSIX of a target ("universal" has no platform). */
export function vsixOf(target: string, project = projectRoot): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return path.join(project, 'build', `${manifest.name}-${manifest.version}-${target}.vsix`);
}

/** The files of a VSIX by name, without the "extension/" that most names begin with. */
export async function filesOfVsix(vsix: string): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await openPromise(vsix);
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName.replace(/^extension\//, ''), Buffer.concat(chunks));
  }
  return files;
}
