// A folder with the tables of cases, for `serve --directory`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ckanTable } from '../ckanTable.ts';
import { writeTable } from '../typedTable.ts';

export class TableFolder {
  directory;

  constructor(directory) {
    this.directory = directory;
  }

  /** `payloads` are those of `datastore_create`, each with a `resource_id`. */
  static async create(payloads) {
    const folder = new TableFolder(fs.mkdtempSync(path.join(os.tmpdir(), 'tables-')));
    for (const payload of payloads) await writeTable(folder.directory, ckanTable(payload));
    return folder;
  }

  remove() {
    fs.rmSync(this.directory, { recursive: true, force: true });
  }
}
