/** The answer of `x_datastore_export`, an action of our own service (service/api/exportRecords.ts). */
import { isList, isObject, member, type RecordRow } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { parseExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import { parseInSlices } from '../../base/slicedJson.ts';
import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { FileAnswer } from '../../http/fileRequest.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { readResult } from '../wire/envelope.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { PortalAccess } from '../wire/model.ts';
import { actionUrl, searchBody } from '../wire/request.ts';
import { readFields, readLists } from '../wire/searchPage.ts';

/** How the service writes records. It gives others, or all with `lists`, as values. */
export interface StreamForm {
  readonly kind: 'csv' | 'tsv' | 'json' | 'ndjson' | 'lists' | 'parquet' | 'xlsx';
  readonly delimiter?: string;
  readonly lf?: boolean;
  readonly safe?: boolean;
  readonly typed?: boolean;
}

export type StreamPiece =
  | {
      /** The text in the parts in which it came. Joining them would copy every byte of an export. */
      readonly text: readonly Uint8Array[];
      readonly records: number;
      /** How many values of each field became texts in all pieces before this one. */
      readonly asText?: ReadonlyMap<string, number>;
    }
  | {
      readonly text?: undefined;
      readonly rows: readonly RecordRow[];
      /** Whether an object in a value has a key twice, of which one is kept. */
      readonly repeatsKeys: boolean;
    };

export interface RecordStream {
  readonly fields: readonly Field[];
  readonly total: number;
  /** Whether the text is a Parquet file. It is JSON lines if the service can't write exactly these records as one. */
  readonly isParquet: boolean;
  /** Ids of fields that the service has written as texts, because no type of the format holds their values. */
  readonly asText: readonly string[];
  /** Throws HttpError `truncated` unless the answer proves that it is complete. */
  readonly pieces: AsyncIterable<StreamPiece>;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const latin1 = new TextDecoder('latin1');
const LINE_END = 0x0a;

/** Throws HttpError, DatastoreError, or the reason of an abort. */
export async function openStream(
  file: Exchange['file'],
  { baseUrl, token, tokenHeader, allowPlainHttp }: PortalAccess,
  query: DatastoreQuery,
  form: StreamForm,
  signal: AbortSignal,
): Promise<RecordStream> {
  const search = searchBody(query, { takesConditions: true });
  const answer = await file(
    {
      url: actionUrl(baseUrl, 'x_datastore_export'),
      body: `${search.slice(0, -1)},"form":${JSON.stringify(form)}}`,
      ...defined({ token, tokenHeader, allowPlainHttp }),
      maxBytes: Infinity,
      mayGoTo: () => Promise.resolve(false),
    },
    signal,
  );
  if (answer.status !== 200) {
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    throw await refusal(answer, answer.status, Buffer.concat(parts), signal);
  }
  const frames = framesOf(answer);
  const head = await frames.next();
  const { count = 0, content } = head.value ?? {};
  const facts = content === undefined ? null : parseExact(utf8.decode(Buffer.concat(content)));
  const fields = readFields(facts, answer.url.host);
  if (fields === undefined) throw new DatastoreError('unfit', answer.url.host);
  const asText = member(facts, 'as_text');
  return {
    fields,
    total: count,
    isParquet: member(facts, 'kind') === 'parquet',
    asText: isList(asText) ? asText.filter((id) => typeof id === 'string') : [],
    pieces: piecesOf(answer, frames, fields, signal),
  };
}

async function* piecesOf(
  answer: FileAnswer,
  frames: AsyncIterable<Frame>,
  fields: readonly Field[],
  signal: AbortSignal,
): AsyncGenerator<StreamPiece, void, undefined> {
  let records = 0;
  for await (const { kind, count, content } of frames) {
    if (kind === 'failed') throw await refusal(answer, count, Buffer.concat(content), signal);
    if (kind === 'end' && count === records) {
      const counts = content.length === 0 ? undefined : parseExact(utf8.decode(Buffer.concat(content)));
      const asText = new Map(isObject(counts) ? Object.entries(counts).map(([id, count]) => [id, Number(count)]) : []);
      yield { text: [], records: 0, asText };
      return;
    }
    if (kind !== 'text' && kind !== 'lists') break;
    records += count;
    yield kind === 'text'
      ? { text: content, records: count }
      : await readRows(Buffer.concat(content), fields, answer, signal);
  }
  throw new HttpError('truncated', answer.url.host, { message: 'an export without its end' });
}

interface Frame {
  readonly kind: string;
  readonly count: number;
  readonly content: readonly Uint8Array[];
}

async function* framesOf({ body }: FileAnswer): AsyncGenerator<Frame, void, undefined> {
  let head: (Pick<Frame, 'kind' | 'count'> & { readonly size: number }) | undefined;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    parts.push(chunk);
    length += chunk.length;
    for (;;) {
      if (head === undefined) {
        const [only, ...others] = parts;
        if (only === undefined) break;
        const line = others.length === 0 ? only : Buffer.concat(parts, length);
        const end = line.indexOf(LINE_END);
        parts = [line.subarray(end + 1)];
        if (end < 0) break;
        const [kind = '', count, size] = latin1.decode(line.subarray(0, end)).split(' ');
        head = { kind, count: Number(count), size: Number(size) };
        length -= end + 1;
      }
      if (!(length >= head.size)) break;
      const { size, ...facts } = head;
      const { content, rest } = cut(parts, size);
      [parts, length, head] = [rest, length - size, undefined];
      yield { ...facts, content };
    }
  }
}

/** Cuts parts into those of the first `size` bytes and the others. None is empty. */
function cut(parts: readonly Uint8Array[], size: number): { content: Uint8Array[]; rest: Uint8Array[] } {
  const [content, rest]: [Uint8Array[], Uint8Array[]] = [[], []];
  let left = size;
  for (const part of parts) {
    if (left > 0 && part.length > 0) content.push(part.subarray(0, left));
    if (part.length > left) rest.push(part.subarray(left));
    left = Math.max(0, left - part.length);
  }
  return { content, rest };
}

async function readRows(
  content: Uint8Array,
  fields: readonly Field[],
  { url }: FileAnswer,
  signal: AbortSignal,
): Promise<StreamPiece> {
  // Records are as deep as in the answer of a search, so that values are cut at the same depth.
  const texts = ['{"result":{"records":[', utf8.decode(content), ']}}'];
  const { value, repeatsKeys } = await parseInSlices(texts, {}, signal);
  const records = member(member(value, 'result'), 'records');
  const rows = isList(records) ? await readLists(records, fields, signal) : undefined;
  if (rows === undefined) throw new DatastoreError('unfit', url.host);
  return { rows, repeatsKeys };
}

/** The error that CKAN's envelope describes. */
async function refusal(
  { headers, url }: FileAnswer,
  status: number,
  content: Uint8Array,
  signal: AbortSignal,
): Promise<unknown> {
  const text = utf8.decode(content);
  const answer = { status, headers, text, url, tokenSent: true, lossyUtf8: false, elapsedMs: 0 };
  return readResult(answer, true, {}, signal).then(
    () => new DatastoreError('unfit', url.host),
    (error: unknown) => error,
  );
}
