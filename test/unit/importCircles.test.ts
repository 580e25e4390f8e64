import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

const SOURCES = path.join(projectRoot, 'src');
/** The path of a relative import or re-export, types included: a circle of types is one for readers, too. */
const IMPORT = /^(?:import|export)\b[^;'"]*?\bfrom '(\.[^']+\.ts)';/gm;

function importGraph(): Graph {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(
    files.map((file) => {
      const text = fs.readFileSync(path.join(SOURCES, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, target = '']) => path.join(path.dirname(file), target));
      return [file, targets];
    }),
  );
}

/** The groups of files that reach each other (Tarjan's strongly connected components of more than one file). */
function circles(graph: Graph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) groups.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

describe('circles between files', () => {
  it('are found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['b']],
      ['d', []],
    ]);
    assert.deepEqual(circles(graph), [['b', 'c']]);
  });

  it('are nowhere in src', () => {
    const groups = circles(importGraph()).map((files) => files.map((file) => path.basename(file, '.ts')).join(' '));
    assert.deepEqual(groups, []);
  });
});
