import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { handles } from '../handles.ts';

describe('SQL documents in restricted mode', () => {
  it('run nothing, read no source and ask no portal', async () => {
    const { sqlSources, sqlResults, localFiles } = await handles();
    const document = vscode.Uri.file('/work/join.datastore.sql');
    const { signal } = new AbortController();
    const refused = { name: 'Problem', message: /Restricted Mode/ };
    const run = { document, number: 1, sql: 'select 1', sources: new Map<string, string>() };
    await assert.rejects(sqlResults.run(run, signal), refused);
    for (const place of ['lessons.csv', 'https://city.test/datastore/dump/r']) {
      const source = { name: 'lessons', place };
      await assert.rejects(sqlSources.prepare(document, source, signal), refused);
      await assert.rejects(sqlSources.refresh(document, source), refused);
    }
    const storage = path.dirname(localFiles.directory);
    const names = existsSync(storage) ? readdirSync(storage) : [];
    assert.ok(names.every((name) => !name.startsWith('results-')));
  });
});
