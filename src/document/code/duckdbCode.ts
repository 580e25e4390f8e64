import { quotedName, quotedText } from '../../base/quotes.ts';
import { type CodeRequest, PAGE_SIZE } from './codeRequest.ts';
import { parametersOf } from '../../datastore/wire/request.ts';

/** Types of DuckDB by the names of CKAN's. All other values stay texts. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'BIGINT'],
  ['int4', 'BIGINT'],
  ['int8', 'BIGINT'],
  ['bool', 'BOOLEAN'],
  ['date', 'DATE'],
  ['timestamp', 'TIMESTAMP'],
]);

/** SQL for DuckDB, which asks by GET. Its JSON reader keeps 17 digits of a decimal. */
export function duckdbCode({ url, body, limit, fields = [] }: CodeRequest): string {
  const asked = `${url}?${String(parametersOf(body))}`;
  const total = "(content::JSON->>'/result/total')::BIGINT";
  const last = limit === undefined ? total : `least(${total}, ${String(limit)})`;
  const size = limit === undefined ? 'size' : `least(size, ${String(limit)} - place)`;
  const columns = fields.map(({ id, type }) => {
    const value = `record->>${quotedText(pointerOf(id))}`;
    const sqlType = TYPES.get(type);
    return `${sqlType === undefined ? value : `(${value})::${sqlType}`} AS ${quotedName(id)}`;
  });
  return `INSTALL httpfs;
LOAD httpfs;
SET VARIABLE query = ${quotedText(asked)};
-- Servers limit each answer: the first one tells how many records they give at most, and how many there are.
SET VARIABLE pages = (
  SELECT list(getvariable('query') || '&limit=' || ${size} || '&offset=' || place ORDER BY place)
  FROM (
    SELECT unnest(range(0, greatest(last, 1), size)) AS place, size
    FROM (
      SELECT ${last} AS last, greatest(json_array_length(content::JSON, '/result/records'), 1)::BIGINT AS size
      FROM read_text(getvariable('query') || '&limit=${String(Math.min(limit ?? PAGE_SIZE, PAGE_SIZE))}')
    )
  )
);
SELECT ${columns.length === 0 ? 'record' : columns.join(',\n  ')}
FROM (
  SELECT unnest(from_json(content::JSON->'/result/records', '["JSON"]')) AS record
  FROM read_text(getvariable('pages'))
);
`;
}

/** A JSON pointer to a member of any name (RFC 6901). */
function pointerOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
