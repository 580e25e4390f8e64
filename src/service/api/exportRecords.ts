/**
 * The action `x_datastore_export`: all records that match, out of one state of the table, written for an export. CKAN has
 * no such action. The answer is made of frames: a line with the kind, a number and the size in bytes, and these bytes.
 * The first one, `head`, has the number of records, and as JSON the fields, the kind of text, and the fields that became
 * texts. `text` has records in the form, and `lists` values of records, which the client writes. Without the last one,
 * `end` with the number of records that came, the answer is incomplete; for a sheet it has as JSON how many values of
 * fields became texts. `failed` has the status and body of an error. A frame of no records shows that the service works.
 */
import { type ExactValue, member } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { delimiterOf, DELIMITERS } from '../../base/quotes.ts';
import { endsWithin } from '../../base/untilAborted.ts';
import { notFound, validationError } from '../ckan/actionError.ts';
import type { RecordBlock, OutputField } from '../question/datastore.ts';
import { WRITTEN_KINDS, type WrittenForm } from '../question/tableQuestion.ts';
import type { ActionContext, ResultStream } from './action.ts';
import { ParameterReader, type ActionInput } from './parameterReader.ts';
import { listText } from './search/recordsText.ts';
import { describedFields } from './search/datastoreSearch.ts';
import { searchParameters } from './search/searchParameters.ts';
import { searchQuestion } from './search/searchQuestion.ts';

/** Less than the time that a client waits for the next byte. */
const SIGN_OF_LIFE_MS = 5000;

/** Throws ActionError for errors before the first piece; later ones reject there. */
export async function streamExport(
  { form: given, ...search }: ActionInput,
  { datastore, signal }: ActionContext,
): Promise<ResultStream> {
  const form = readForm(given);
  const parameters = searchParameters({ ...search, ...(!form.isTyped && { x_file_texts: true }) });
  // A search lowers its limit to what a page may have.
  const most = new ParameterReader(search).integer('limit') ?? Infinity;
  if (parameters.isPaged) throw validationError({ offset: ['An export has no pages'] });
  const table = await datastore.open(parameters.resourceId, signal);
  if (table?.written === undefined) throw notFound(`Resource "${parameters.resourceId}" was not found.`);
  const { question, columns, named } = searchQuestion({ ...parameters, limit: 0, includeTotal: true }, table, false);
  let total = 0;
  for await (const batch of table.page(question, signal)) total = batch.total ?? 0;
  const fields = describedFields(named, table, parameters.fileTexts);
  const whole = { ...question, counts: false, limit: most };
  const { kind, asText, blocks } = await table.written(whole, form, signal);
  const head = framed('head', Math.min(total, most), stringifyExact({ fields, kind, as_text: asText }));
  return pieces(head, blocks[Symbol.asyncIterator](), kind, columns);
}

async function* pieces(
  head: readonly (string | Uint8Array)[],
  blocks: AsyncIterator<RecordBlock>,
  kind: WrittenForm['kind'],
  columns: readonly OutputField[],
): AsyncGenerator<string | Uint8Array> {
  let records = 0;
  const asText = new Map<string, number>();
  try {
    yield* head;
    for (;;) {
      const next = blocks.next();
      while (!(await endsWithin(SIGN_OF_LIFE_MS, next))) yield* framed('text', 0, '');
      const read = await next;
      if (read.done === true) break;
      const block = read.value;
      if ('rows' in block) {
        const lists = block.rows.map((values) => listText(columns, values));
        yield* framed('lists', block.records, lists.join(','));
      } else {
        // Records of lists and JSON come behind a comma, also the first one.
        const isFirst = kind === 'lists' || (kind === 'json' && records === 0);
        yield* framed(kind === 'lists' ? 'lists' : 'text', block.records, block.text.subarray(isFirst ? 1 : 0));
        for (const [id, more] of block.asText ?? []) asText.set(id, (asText.get(id) ?? 0) + more);
      }
      records += block.records;
    }
    yield* framed('end', records, asText.size === 0 ? '' : JSON.stringify(Object.fromEntries(asText)));
  } finally {
    await blocks.return?.(undefined);
  }
}

export function framed(kind: string, count: number, content: string | Uint8Array): readonly (string | Uint8Array)[] {
  return [`${kind} ${String(count)} ${String(Buffer.byteLength(content))}\n`, content];
}

/** Throws ActionError for a form that the service can't write. */
function readForm(given: ExactValue = null): WrittenForm {
  const kind = WRITTEN_KINDS.find((each) => each === member(given, 'kind'));
  const named = member(given, 'delimiter');
  const delimiter = typeof named === 'string' ? delimiterOf(named) : DELIMITERS.csv;
  if (kind === undefined || delimiter === undefined)
    throw validationError({ form: [`Must be an object with one of ${WRITTEN_KINDS.join(', ')} as "kind"`] });
  const has = (name: string): boolean => member(given, name) === true;
  return { kind, delimiter, lineEnd: has('lf') ? '\n' : '\r\n', isSafe: has('safe'), isTyped: has('typed') };
}
