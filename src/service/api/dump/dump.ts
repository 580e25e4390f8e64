/** Answers `/datastore/dump/ID` (ckanext/datastore/blueprint.py and writer.py of CKAN 2.12) as a stream. */
import type { ActionContext } from '../action.ts';
import { ActionError, notFound, type QueryInfo } from '../../ckan/actionError.ts';
import { DUMP_TYPES, dumpWriter, type DumpFormat } from './dumpWriter.ts';
import { ParameterReader } from '../parameterReader.ts';
import type { Table } from '../../question/datastore.ts';
import { searchQuestion, type AskedQuestion } from '../search/searchQuestion.ts';
import { searchParameters } from '../search/searchParameters.ts';

export interface Dump {
  readonly type: string;
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
}

interface BegunDump extends Dump {
  readonly pieces: AsyncGenerator<string>;
}

/** Thrown for a page that says why there is no dump. */
export class DumpRefusal extends Error {
  override readonly name = 'DumpRefusal';
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

const SEARCH_PARAMETERS = ['filters', 'q', 'distinct', 'plain', 'language', 'fields', 'x_file_texts'];
const PIECE = 1 << 16;
const BOM = '\ufeff';

/** Throws DumpRefusal for errors before the first piece; later ones reject there. `isHead` reads no records. */
export async function dump(id: string, query: URLSearchParams, context: ActionContext, isHead = false): Promise<Dump> {
  try {
    const begun = await begin(id, query, context);
    return isHead ? begun : { ...begun, pieces: await started(begun.pieces) };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw error.status === 404
      ? new DumpRefusal(404, 'DataStore resource not found')
      : new DumpRefusal(400, wordsOf(error));
  }
}

async function begin(id: string, query: URLSearchParams, context: ActionContext): Promise<BegunDump> {
  // CKAN takes the first of several values.
  const input = Object.fromEntries([...query].reverse());
  const reader = new ParameterReader(input);
  const format = readFormat(reader);
  const limit = reader.integer('limit');
  const offset = reader.integer('offset') ?? 0;
  reader.check();
  const table = await context.datastore.open(id, context.signal);
  if (table === undefined) throw notFound();
  const hasIds = table.fields.some((field) => field.id === '_id');
  const parameters = searchParameters({
    ...Object.fromEntries(Object.entries(input).filter(([name]) => SEARCH_PARAMETERS.includes(name))),
    resource_id: id,
    // Distinct records have no common `_id`.
    sort: reader.given('sort') ?? (hasIds && !reader.flag('distinct', false) ? '_id' : null),
    offset,
    limit: limit ?? null,
  });
  const fileTexts = parameters.fileTexts && ('alone' as const);
  const whole = { ...parameters, fileTexts, limit: limit ?? Infinity };
  const asked = searchQuestion(whole, table, context.ranks);
  const lines = format === 'csv' ? format : undefined;
  const question = { ...asked.question, counts: false, format: lines };
  return {
    type: DUMP_TYPES[format],
    name: `${table.id}.${format}`,
    pieces: pieces(format, reader.flag('bom', false), { ...asked, question }, table, context),
  };
}

async function* pieces(
  format: DumpFormat,
  hasBom: boolean,
  asked: AskedQuestion,
  table: Table,
  { signal }: ActionContext,
): AsyncGenerator<string> {
  const { question } = asked;
  const writer = dumpWriter(format, asked, table.fields);
  // CKAN writes no header if no records are requested.
  if (question.limit === 0 && writer.isText) return;
  let piece = (hasBom ? BOM : '') + writer.begin();
  for await (const records of table.stream(question, signal)) {
    for (const { content } of records) {
      piece += typeof content === 'string' ? content : writer.record(content);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + writer.end();
}

/** Waits for the first piece. Rejects with errors before it. */
async function started(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  let first: IteratorResult<string, unknown> | undefined = await pieces.next();
  const next = (): Promise<IteratorResult<string, unknown>> => {
    const waiting = first;
    first = undefined;
    return waiting === undefined ? pieces.next() : Promise.resolve(waiting);
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => pieces.return(undefined) }) };
}

function readFormat(reader: ParameterReader): DumpFormat {
  if (reader.given('format') === '') return 'csv';
  return reader.oneOf('format', Object.keys(DUMP_TYPES) as DumpFormat[], '()') ?? 'csv';
}

/** The message includes the engine's own words in `info`. */
function wordsOf({ body }: ActionError): string {
  return Object.entries({ ...body, ...(body['info'] as QueryInfo | undefined) })
    .filter(([name]) => name !== '__type' && name !== 'info')
    .map(([name, words]) => `${name}: ${[words].flat().map(String).join(' ')}`)
    .join('\n');
}
