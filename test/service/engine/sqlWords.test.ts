/** Compares the words that are offered for statements with those of the engine. */
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import { SQL_FUNCTIONS, SQL_KEYWORDS } from '../../../src/service/resource/sqlWords.ts';

/** DuckDB's parser makes expressions of these functions. */
const FORMS = ['coalesce', 'ifnull'];

describe('words of SQL', () => {
  const listed = async (sql: string): Promise<ReadonlySet<unknown>> => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(sql)).getRows();
    connection.disconnectSync();
    instance.closeSync();
    return new Set(rows.map(([name]) => name));
  };

  it('names functions that the engine has', async () => {
    const functions = await listed('select function_name from duckdb_functions()');
    assert.deepEqual(
      SQL_FUNCTIONS.filter((name) => !functions.has(name)),
      FORMS,
    );
  });

  it('names keywords that the engine has, and all that SQL reserves in a SELECT', async () => {
    const keywords = await listed('select keyword_name from duckdb_keywords()');
    assert.deepEqual(
      SQL_KEYWORDS.filter((name) => !keywords.has(name)),
      [],
    );
    assert.deepEqual(
      [...SQL_KEYWORDS, ...SQL_FUNCTIONS].filter((name) => name !== name.toLowerCase()),
      [],
    );
  });
});
