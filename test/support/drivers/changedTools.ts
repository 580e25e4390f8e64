/** The tools of agents as a bundle of their sources, whole or without one of their guards. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { AgentBudget } from '../../../src/agents/agentBudget.ts';
import type { callTool } from '../../../src/agents/callTool.ts';
import type { UndiciTransport } from '../../../src/http/undiciTransport.ts';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';

/** A text that its file has once, and what stands there without the guard. */
export interface Guard {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface AgentTools {
  readonly callTool: typeof callTool;
  readonly AgentBudget: typeof AgentBudget;
  readonly UndiciTransport: typeof UndiciTransport;
}

const ENTRY = `
  export { callTool } from './src/agents/callTool.ts';
  export { AgentBudget } from './src/agents/agentBudget.ts';
  export { UndiciTransport } from './src/http/undiciTransport.ts';
`;

/** The sources themselves stay as they are. Throws if they don't have the guard once. */
export async function agentTools(without?: Guard): Promise<AgentTools> {
  fs.mkdirSync(buildDir, { recursive: true });
  const folder = fs.mkdtempSync(path.join(buildDir, 'tools-'));
  const outfile = path.join(folder, 'tools.mjs');
  const changing = without && {
    name: 'without-guard',
    setup(to: { onLoad: (options: { filter: RegExp }, load: (args: { path: string }) => object | undefined) => void }) {
      const changed = path.join(projectRoot, without.file);
      to.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (file !== changed) return undefined;
        const parts = fs.readFileSync(file, 'utf8').split(without.from);
        assert.equal(parts.length, 2, `${without.file} has its guard once`);
        return { contents: parts.join(without.to), loader: 'ts' };
      });
    },
  };
  try {
    await build({
      ...{ stdin: { contents: ENTRY, resolveDir: projectRoot }, outfile, bundle: true, packages: 'external' },
      ...{ platform: 'node', format: 'esm', logLevel: 'silent', plugins: changing === undefined ? [] : [changing] },
    });
    return (await import(pathToFileURL(outfile).href)) as AgentTools;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
