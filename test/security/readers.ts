/** Every reader of texts from outside: pasted, typed, sent by a server or in a file. Figure S10 times them. */
import { parseExact, parseRounded } from '../../src/base/exactJson.ts';
import { fieldKind } from '../../src/base/field.ts';
import { oneLine } from '../../src/base/oneLine.ts';
import { printable } from '../../src/base/printable.ts';
import { Redactor } from '../../src/base/secretText.ts';
import { addressText, isSecretName, withoutSecrets } from '../../src/base/secretText.ts';
import { breaksOff, parseInSlices } from '../../src/base/slicedJson.ts';
import { datasetSearchBody } from '../../src/datastore/catalog/datasetQuery.ts';
import { readDatasetDetails } from '../../src/datastore/catalog/datasetDetails.ts';
import { readFacet, readFacetList } from '../../src/datastore/catalog/facet.ts';
import { parseResource } from '../../src/datastore/wire/address.ts';
import { describeError } from '../../src/datastore/wire/errorWords.ts';
import { readResult } from '../../src/datastore/wire/envelope.ts';
import { queryFromUrl } from '../../src/datastore/wire/request.ts';
import { readTokenFacts } from '../../src/datastore/client/tokenFacts.ts';
import { LiteralReader } from '../../src/datastore/draft/literal.ts';
import { readPastedCall } from '../../src/datastore/draft/pastedCall.ts';
import { hasSecretHeader } from '../../src/datastore/draft/secretHeader.ts';
import { shellWords } from '../../src/datastore/draft/shellWords.ts';
import { statementQuery } from '../../src/datastore/draft/pastedCall.ts';
import { conditionWith, parseFilters } from '../../src/datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../../src/datastore/draft/draftWords.ts';
import { readSqlDocument } from '../../src/document/sqlDocument.ts';
import { sourcePlace } from '../../src/document/sourcePlace.ts';
import { completionContext } from '../../src/sql/completionContext.ts';
import { unknownTables } from '../../src/sql/statementTables.ts';
import { readDraft, expandPastedCall } from '../../src/datastore/draft/readDraft.ts';
import { beginningsOf, searchFromWire } from '../../src/datastore/query/searchText.ts';
import { parseClauses, parseSort } from '../../src/datastore/query/sortText.ts';
import { geometryJson, pointOfPair } from '../../src/export/geometryText.ts';
import { journalOf } from '../../src/export/journal.ts';
import { answerText } from '../../src/http/answerText.ts';
import { checkToken, sentAddress } from '../../src/http/origin.ts';
import { isPrivate } from '../../src/http/privateNetwork.ts';
import { retryAfterMs } from '../../src/http/retry.ts';
import { fileEnding } from '../../src/sources/local/fileEnding.ts';
import { readValue } from '../../src/datastore/query/condition.ts';
import { EMPTY_DRAFT } from '../../src/datastore/query/draft.ts';
import { plain, plainLabel } from '../../src/platform/plain.ts';
import { safeFileName } from '../../src/platform/fileName.ts';
import { linkTarget } from '../../src/platform/links.ts';
import { readPostgresUrl } from '../../src/service/process/postgresUrl.ts';
import { readTrinoUrl } from '../../src/service/process/trinoUrl.ts';
import { kindOfHead } from '../../src/service/resource/fileKinds.ts';
import { trinoType } from '../../src/service/engine/trino/trinoType.ts';
import { markdownView } from '../../src/webview/details/markdownView.ts';
import { FILE_READERS } from './fileReaders.ts';
import { IN_JSON, type OutsideReader, pieces } from './outsideReader.ts';

const { signal } = new AbortController();
const API = 'https://h.test/api/3/action/datastore_search';

const answer = (text: string, status = 200) => ({
  ...{ status, headers: new Map<string, string>(), tokenSent: false, lossyUtf8: false, elapsedMs: 0 },
  ...{ url: new URL(API), text, pieces: [text] },
});

export const READERS: readonly OutsideReader[] = [
  // These readers get pasted and typed texts.
  {
    name: 'pasted call',
    read: readPastedCall,
    around: [
      ['curl ', ''],
      ['curl "', ''],
      ["curl -d '", `' ${API}`],
      [`curl -d '{"sql":"SELECT * FROM t`, `x y z"}' ${API}_sql`],
      [`curl -d '{"sql":"SELECT`, `x"}' ${API}_sql`],
      [`curl -d '{"resource_id":"x","filters":{"a":`, `}}' ${API}`],
      ['wget ', ''],
      ['http ', ''],
      [`http ${API} `, ''],
      ['ckanapi action datastore_search ', ''],
      ['Invoke-RestMethod ', ''],
      ['POST https://h.test/api/action/datastore_search\n', ''],
      ['GET https://h.test/', ''],
      [`requests.get('${API}', params={`, ''],
      [`fetch("${API}", {a: [`, ''],
      ['x "', ''],
      ['x `', ''],
      ['TOKEN=', ' curl'],
      [`${API}?`, ''],
      [`${API}_sql?sql=`, ''],
    ],
  },
  { name: 'secret header', read: hasSecretHeader },
  {
    name: 'bash words',
    read: (text) => shellWords(text, 'bash'),
    around: [
      ['a "', ''],
      ["a $'", ''],
    ],
  },
  { name: 'cmd words', read: (text) => shellWords(text, 'cmd'), around: [['a "', '']] },
  { name: 'PowerShell words', read: (text) => shellWords(text, 'powershell'), around: [['a "', '']] },
  { name: 'shell words', read: (text) => shellWords(text), around: [['curl "', '']] },
  {
    name: 'literal',
    read: (text) => new LiteralReader(text).objectAt(0),
    around: [
      ['{', ''],
      ['{a:', ''],
    ],
  },
  {
    name: 'statement',
    read: statementQuery,
    around: [
      ['SELECT ', ''],
      ['SELECT * FROM ', ''],
      ['SELECT * FROM t', ' LIMIT 5'],
      ['SELECT * FROM "t" WHERE ', 'x LIMIT 5'],
    ],
  },
  {
    name: 'address',
    read: parseResource,
    around: [
      ['https://h.test/', ''],
      [`${API}?resource_id=x&q=`, ''],
      [`${API}?resource_id=x&filters={"a":"`, '"}'],
      [`${API}?resource_id=x&sort=`, ''],
      [`${API}?resource_id=x&fields=`, ''],
      [`${API}?resource_id=x&`, ''],
      ['https://', ''],
      ['https://h.test/dataset/', '/resource/x'],
      ['https://h.test/api/', ''],
      ['(https://h.test/', ')'],
    ],
  },
  { name: 'address of a call', read: (text) => queryFromUrl(new URL(`${API}?resource_id=x&${text}`)) },
  {
    name: 'draft',
    read: (text) => {
      expandPastedCall({ ...EMPTY_DRAFT, resource: text });
      readDraft({ ...EMPTY_DRAFT, resource: 'x', q: text, filterMode: 'json', filterJson: text }, [], DRAFT_WORDS);
    },
    around: [['curl ', '']],
  },
  {
    name: 'sort',
    read: parseSort,
    around: [
      ['a ', ''],
      ['"a', 'desc nulls last'],
    ],
  },
  {
    name: 'sort clause',
    read: (text) => parseClauses([text]),
    around: [
      ['a', ' desc'],
      ['"a', '" nulls'],
    ],
  },
  { name: 'search', read: beginningsOf },
  { name: 'search from an address', read: (text) => searchFromWire(text, false), around: [['a:* & ', ':*']] },
  { name: 'filters', read: parseFilters, around: IN_JSON },
  { name: 'condition', read: (text) => conditionWith('a', text), around: IN_JSON },
  { name: 'value of a filter', read: (text) => readValue({ type: 'auto', text }, 'numeric') },
  {
    name: 'secrets',
    read: (text) => new Redactor().redact(text),
    around: [
      ['curl ', ''],
      ['a("', ''],
    ],
  },
  { name: 'secrets in what is kept', read: (text) => withoutSecrets({ a: text }), around: [['curl ', '']] },
  { name: 'secret name', read: isSecretName },
  { name: 'address for people', read: addressText },
  { name: 'token', read: checkToken },
  { name: 'facts of a token', read: readTokenFacts, around: [['eyJ.', '.x']] },
  {
    name: 'PostgreSQL address',
    read: readPostgresUrl,
    around: [
      ['postgresql://', ''],
      ['postgresql://h/', ''],
    ],
  },
  {
    name: 'Trino address',
    read: readTrinoUrl,
    around: [
      ['trino://', ''],
      ['trino://h/', ''],
    ],
  },
  {
    name: 'words for a catalog',
    read: (text) => datasetSearchBody({ words: text, isTyping: true }, { start: 0, rows: 1 }, ['prefixes']),
    around: [['AND ', ' OR']],
  },
  {
    name: 'geometry',
    read: (text) => [geometryJson(text), pointOfPair(text, false)],
    around: [
      ['POINT (', ')'],
      ['MULTIPOINT (', ')'],
      ['SRID=', ''],
    ],
  },
  {
    name: 'SQL document',
    isOfFiles: true,
    read: readSqlDocument,
    around: [
      ['select ', ''],
      ["select e'", ''],
      ['select $a$', ''],
      ['/* ', ''],
      ['-- @source ', ''],
      ['-- @source "', '" = a'],
      ['-- @source a = ', ''],
      ['-- @source a = "', '"'],
      ['-- @source a = b {', ''],
      ['-- @source a = b {"null": ["', '"]}'],
    ],
  },
  {
    name: 'words of a statement',
    isOfFiles: true,
    read: (text) => unknownTables(text, new Set()),
    around: [
      ['select * from ', ''],
      ["select e'", ''],
      ['select $a$', ''],
      ['/* ', ''],
      ['with a as (', ''],
    ],
  },
  {
    name: 'completion in a SQL document',
    read: (text) => completionContext(text, readSqlDocument(text), text.length),
    around: [['-- @source a = b\nselect * from a join ', '.']],
  },
  { name: 'place of a source', read: (text) => sourcePlace(text), around: [['https://h.test/', '']] },
  // These readers get answers of servers.
  { name: 'JSON', isOfFiles: true, read: parseExact, around: IN_JSON },
  { name: 'rounded JSON', read: parseRounded, around: IN_JSON },
  { name: 'JSON in slices', isOfFiles: true, read: (text) => parseInSlices([text], {}, signal), around: IN_JSON },
  { name: 'JSON that breaks off', isOfFiles: true, read: (text) => breaksOff([text], signal), around: IN_JSON },
  {
    name: 'answer',
    isOfFiles: true,
    read: (text) => readResult(answer(text), false, {}, signal),
    around: [
      ...IN_JSON,
      ['<html><title', '>'],
      ['<html><title>', ''],
      ['{"success":false,"error":{"message":"', '"}}'],
      ['{"success":false,"error":{"query":["', '"]}}'],
    ],
  },
  {
    name: 'words of a refusal',
    read: async (text) => {
      try {
        await readResult(answer(text, 409), false, {}, signal);
      } catch (error) {
        describeError(error);
      }
    },
    around: [
      ['{"success":false,"error":{"__type":"Validation Error","message":"', '"}}'],
      ['<title>', '</title>'],
    ],
  },
  {
    name: 'charset',
    read: (text) => answerText([Buffer.from('a')], text, signal),
    around: [
      ['text/html;', ''],
      ['a; charset', ''],
    ],
  },
  { name: 'text of an answer', isOfFiles: true, read: (text) => answerText([Buffer.from(text)], undefined, signal) },
  {
    name: 'Retry-After',
    read: (text) =>
      retryAfterMs(
        new Map([
          ['retry-after', text],
          ['date', text],
        ]),
      ),
    around: [['', ' GMT']],
  },
  { name: 'host', read: isPrivate },
  { name: 'address of a redirect', read: (text) => sentAddress(text, API) },
  {
    name: 'facet',
    read: (text) =>
      readFacet(
        { search_facets: { tags: { items: pieces(text).map((name) => ({ name, display_name: name, count: 1 })) } } },
        'tags',
      ),
  },
  { name: 'tags', read: (text) => readFacetList(pieces(text)) },
  {
    name: 'dataset',
    read: (text) =>
      readDatasetDetails({
        id: 'x',
        name: text,
        title: text,
        notes: text,
        license_url: text,
        metadata_modified: text,
        tags: pieces(text).map((name) => ({ name })),
        resources: pieces(text).map((id) => ({ id, name: id, url: id })),
      }),
  },
  { name: 'line', read: oneLine },
  { name: 'line of a log', read: printable },
  { name: 'plain text', read: plain },
  { name: 'plain label', read: plainLabel },
  { name: 'link', read: linkTarget, around: [['https://h.test/', '']] },
  { name: 'file name', read: (text) => safeFileName(text, 'csv') },
  {
    name: 'ending of a file',
    read: (text) => [fileEnding({ head: text, names: [text], format: text, contentType: text }), kindOfHead(text)],
    around: [
      ['<?xml ', ''],
      ['<!--', ''],
      ['a/', '.gz'],
      ['', ';'],
    ],
  },
  {
    name: 'Markdown',
    read: (text) => markdownView(text, () => undefined),
    around: [
      ['- ', ''],
      ['[a](', ''],
      ['<div ', ''],
      ['| a |\n|-|\n', ''],
    ],
  },
  {
    name: 'type of a field',
    read: fieldKind,
    around: [
      ['numeric(', ')'],
      ['', '[]'],
    ],
  },
  {
    name: 'type of Trino',
    read: trinoType,
    around: [
      ['decimal(', ')'],
      ['array(', ')'],
    ],
  },
  {
    name: 'journal of an export',
    read: (text) => journalOf(text, { baseUrl: '', query: { resourceId: 'x' }, format: 'csv' }),
    around: IN_JSON,
  },
  ...FILE_READERS,
];
