/** `<file>.schema.json` describes the columns of a CSV file, for other programs and for the next import. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Failures } from '../../platform/failures.ts';
import { askToConfirm } from '../../platform/messages.ts';
import { Problem } from '../../platform/problem.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { fileEdition, type Inspection, type LocalResource, schemaFileOf, writeSchema } from '../../service/index.ts';
import { type ListedFile, nameOf } from './localFile.ts';
import type { LocalFiles } from './localFiles.ts';
import { goneProblem, importProblem, requireTrust } from './localProblems.ts';
import { OPENING_WORDS, SCHEMA_FILE_WORDS as WORDS } from './localWords.ts';

/** Writes the schema file, after asking people if it would replace one. Throws Problem. */
export async function writeSchemaFile(
  { id, file, read }: ListedFile,
  localFiles: Pick<LocalFiles, 'inspect' | 'adoptSchema'>,
  failures: Pick<Failures, 'offer'>,
): Promise<void> {
  requireTrust();
  const name = nameOf(file);
  if ((await fileEdition(file)) === undefined) throw goneProblem(file);
  const inspection = await inspected(file, read, localFiles);
  if (inspection === undefined) return;
  // Other formats contain their columns' types, and some have several tables.
  if (inspection.reading.format !== 'csv')
    throw new Problem(translate(WORDS.onlyCsv), translate(WORDS.typedAlready, { name }));
  const target = schemaFileOf(file);
  const schema = basename(target);
  if ((await fileEdition(target)) !== undefined && !(await mayReplace(name, schema))) return;
  try {
    await writeSchema(file, withMisfits(inspection, read));
    await localFiles.adoptSchema(id);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(translate(WORDS.failed, { schema, why }), '', { cause: error });
  }
  const open = async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(target)));
  };
  const said = translate(WORDS.written, { name, schema });
  failures.offer('Schema file', 'information', said, [{ label: translate(WORDS.open), run: open }]);
}

async function inspected(
  file: string,
  read: LocalResource | undefined,
  localFiles: Pick<LocalFiles, 'inspect'>,
): Promise<Inspection | undefined> {
  const choices = read?.reading ?? {};
  const title = translate(OPENING_WORDS.inspecting, { name: nameOf(file) });
  try {
    return await withLateProgress(title, (signal) => localFiles.inspect(file, choices, signal));
  } catch (error) {
    throw error instanceof Problem ? error : importProblem(file, choices, error);
  }
}

/** An inspection sees only the beginning of a file. The import has seen all values that make a column text. */
function withMisfits(inspection: Inspection, read: LocalResource | undefined): Inspection {
  const { misfits = [], ambiguous = [] } = read ?? {};
  const texts = [...misfits.filter(({ became }) => became === 'text'), ...ambiguous];
  const isText = new Set(texts.map(({ field }) => field));
  const columns = inspection.columns.map((column) =>
    isText.has(column.reading.field) ? { ...column, doubt: 'misfits' as const } : column,
  );
  return { ...inspection, columns };
}

function mayReplace(name: string, schema: string): Promise<boolean> {
  const question = translate(WORDS.replace, { name: schema });
  const detail = [translate(WORDS.replaceDetail, { name })];
  return askToConfirm('warning', question, detail, translate(WORDS.replaceButton));
}
