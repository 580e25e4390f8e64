/** Code of random queries, parsed by its language, which tells what the code asks. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import {
  CODE_LANGUAGE_NAMES,
  CODE_LANGUAGES,
  queryCode,
  type CodeLanguageName,
} from '../../src/document/code/codes.ts';
import { codeRequest } from '../../src/document/code/codeRequest.ts';
import { figureOf, type KeptFigure } from './figures.ts';
import { printed, pythonWithLibraries } from './tools.ts';

interface Told {
  readonly path: string;
  readonly asked?: unknown;
  /** R and bash tell the text of the request's members. */
  readonly text?: string;
  readonly problem?: string;
}

/** Statements of a program for DuckDB. */
const STATEMENTS = 5;
const READERS = path.join(import.meta.dirname, 'readers');
const BATCH = 50;

type Reader = (paths: readonly string[]) => Promise<readonly Told[]>;

function withLines(command: string, ...args: readonly string[]): Reader {
  return async (paths) =>
    (await printed(command, args, paths.join('\n')))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Told);
}

/** bash reads each program twice: as a whole, and the line that has the request, which it runs. */
const bash: Reader = async (paths) => {
  const told: Told[] = [];
  for (let at = 0; at < paths.length; at += BATCH) {
    const batch = paths.slice(at, at + BATCH);
    const lines = batch.map(
      (file) => `bash -n ${file} && (eval "$(grep -a '^query=' ${file})" && printf '%s' "$query"); printf '\\0'`,
    );
    const texts = (await printed('bash', ['-s'], lines.join('\n'))).split('\0');
    batch.forEach((file, index) => told.push({ path: file, text: texts[index] ?? '' }));
  }
  return told;
};

/** The code of each query in each language that `isThere`. */
export async function programFigures(
  queries: readonly DatastoreQuery[],
  isThere: (name: CodeLanguageName) => boolean,
): Promise<readonly KeptFigure[]> {
  const python = withLines(pythonWithLibraries(), path.join(READERS, 'read.py'));
  const readers: Readonly<Record<CodeLanguageName, Reader>> = {
    curl: bash,
    python,
    ckanapi: python,
    r: withLines('Rscript', path.join(READERS, 'read.R')),
    javascript: withLines(
      process.execPath,
      '--no-warnings',
      '--experimental-vm-modules',
      path.join(READERS, 'read.mjs'),
    ),
    duckdb: python,
  };
  const figures: KeptFigure[] = [];
  for (const name of CODE_LANGUAGE_NAMES.filter(isThere)) {
    const folder = path.resolve('build', 'kept', 'programs', name);
    await mkdir(folder, { recursive: true });
    const bodies = new Map<string, string>();
    for (const [number, query] of queries.entries()) {
      const place = { baseUrl: 'https://data.example.org/en', query };
      const request = codeRequest(place);
      const code = queryCode(name, { ...place, ...(name !== 'duckdb' && { tokenHeader: 'Authorization' }) });
      if (typeof code !== 'string' || 'reason' in request) continue;
      const file = path.join(folder, `${String(number)}.${CODE_LANGUAGES[name].extension}`);
      await writeFile(file, code);
      bodies.set(file, request.body);
    }
    const told = await readers[name]([...bodies.keys()]);
    assert.equal(told.length, bodies.size, name);
    figures.push(figureOf(`parsed-${name}`, told, (each) => requireSame(each, bodies.get(each.path) ?? '')));
  }
  return figures;
}

function requireSame({ asked, text, problem }: Told, body: string): void {
  assert.equal(problem, undefined);
  if (text !== undefined) assert.equal(`{${text}}`, body);
  else if (typeof asked === 'number') assert.equal(asked, STATEMENTS);
  else assert.deepEqual(rounded(asked), rounded(JSON.parse(body)));
}

/** Numbers as a reader's own JSON has them. Those beyond doubles are null there. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
