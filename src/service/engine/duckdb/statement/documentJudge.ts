/** Judges a statement of a document, which reads its sources by their names. */
import { isList, isObject, member } from '../../../../base/cells.ts';
import type { Engine } from '../engine.ts';
import { StatementRefused } from '../../../resource/statementRefused.ts';
import { isDocumentFunction } from './sqlFunctions.ts';
import { judge, Misjudged } from './sqlJudge.ts';
import { foldedName, syntaxTree, textMember } from './sqlTree.ts';

/** Returns those of the sources that the statement reads. Throws StatementRefused. */
export async function judgeSources<Source extends { readonly name: string }>(
  engine: Pick<Engine, 'rows'>,
  sql: string,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const answer = await syntaxTree(engine, sql, signal);
  if (answer === undefined) throw new StatementRefused({ code: 'deep', details: [] });
  if (member(answer, 'error') === true) {
    const message = textMember(answer, 'error_message');
    if (message.startsWith('Only SELECT')) throw new StatementRefused({ code: 'notSelect', details: [] });
    throw engineRefusal(message, sql, textMember(answer, 'position') || undefined);
  }
  const statements = member(answer, 'statements');
  const [statement] = isList(statements) ? statements : [];
  if (isList(statements) && statements.length > 1) throw new StatementRefused({ code: 'several', details: [] });
  if (!isObject(statement)) throw new StatementRefused({ code: 'notSelect', details: [] });
  const byName = new Map(sources.map((source) => [foldedName(source.name), source]));
  try {
    // A source may be called `pg_class`: its view hides the engine's own table.
    return [...judge(statement, isDocumentFunction, () => false)].map(([name, place]) => {
      const source = byName.get(foldedName(name));
      if (source !== undefined) return source;
      const names = sources.map((each) => each.name).join(', ');
      const code = names === '' ? 'noSources' : 'unknownSource';
      throw new StatementRefused({ code, details: [name, names] }, placeOf(sql, place));
    });
  } catch (error) {
    if (!(error instanceof Misjudged)) throw error;
    throw new StatementRefused(error.reason, placeOf(sql, error.place));
  }
}

/** `bytes` is the place in the text. The engine tells of a text that is nested too deeply in words of its own. */
export function engineRefusal(message: string, sql: string, bytes: string | undefined): StatementRefused {
  // DuckDB calls every view so.
  const words = message.replace(/^Values list (?=")/, 'Table ').replaceAll('\n', ' ');
  const isDeep = /^memory exhausted|expression depth/.test(words);
  return new StatementRefused(
    isDeep ? { code: 'deep', details: [] } : { code: 'engine', details: [words] },
    placeOf(sql, bytes),
  );
}

/** The place of a byte of the text, in UTF-16 units. */
function placeOf(sql: string, bytes: string | number | undefined): number | undefined {
  const place = Number(bytes ?? NaN);
  const text = Buffer.from(sql);
  return place >= 0 && place <= text.length ? text.subarray(0, place).toString().length : undefined;
}
