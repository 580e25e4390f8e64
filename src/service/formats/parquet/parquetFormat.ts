import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../base/quotes.ts';
import {
  binaryReading,
  inspectTable,
  plainPath,
  type FileFormatReader,
  type ReadableFile,
} from '../fileFormatReader.ts';
import { withEngine } from '../../engine/duckdb/table/engineInspection.ts';
import { engineColumn, engineSource, type EngineTable } from '../../engine/duckdb/table/engineTable.ts';
import { readFooter, type ParquetColumn, type ParquetFooter } from './parquetFooter.ts';
import { refuseCutInt96, withPlainTimes } from './parquetTimes.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import type { ValueKind } from '../../engine/duckdb/table/typedText.ts';

/** DuckDB's decimals have at most 38 digits; it would return longer ones as doubles. */
const MAX_PRECISION = 38;

export const parquetFormat: FileFormatReader = {
  // A sample may show nanoseconds as microseconds, because showing them would take a copy of the file.
  inspect: (file, choices) =>
    withEngine(file, async (connection) => {
      const { columns } = await checkedFooter(file);
      const table = tableOf(await plainPath(file.path, file), columns);
      try {
        return { reading: binaryReading('parquet', choices), ...(await inspectTable(connection, table, choices)) };
      } catch (error) {
        throw inWords(file, error);
      }
    }),
  read: async (connection, file) => {
    const footer = await checkedFooter(file);
    try {
      const { size } = await stat(file.path);
      return await engineSource(connection, await wholeTable(connection, file, footer), size);
    } catch (error) {
      throw inWords(file, error);
    }
  },
};

async function checkedFooter(file: ReadableFile): Promise<ParquetFooter> {
  const footer = await readFooter(file.path, file.name);
  if (footer.columns.length === 0) throw new UnreadableFile(file.name, reason('noFields'));
  for (const column of footer.columns) refuseChanged(file.name, column, true);
  return footer;
}

/** Refuses what DuckDB would change silently. */
function refuseChanged(file: string, { name, children, precision, cut }: ParquetColumn, isTop: boolean): void {
  const refuse = (why: Reason, field = name): never => {
    throw new UnreadableFile(file, why, { field });
  };
  if (precision > MAX_PRECISION) refuse(reason('decimalDigits', String(precision), String(MAX_PRECISION)));
  if (cut !== undefined && !isTop) refuse(reason('nestedNanoseconds'));
  const seen = new Set<string>();
  for (const child of children) {
    if (seen.has(child.name.toLowerCase())) refuse(reason('sameMember'), child.name);
    seen.add(child.name.toLowerCase());
    refuseChanged(file, child, false);
  }
}

async function wholeTable(connection: DuckDBConnection, file: ReadableFile, footer: ParquetFooter) {
  await refuseCutInt96(connection, file, footer);
  const kinds = new Map(
    footer.columns.flatMap(({ cut }, index): [number, ValueKind][] => {
      if (cut === undefined || cut.kind === 'int96') return [];
      return [[index, cut.kind === 'time' ? 'plainTime' : 'plainInstant']];
    }),
  );
  const { columns, units } = footer;
  if (kinds.size === 0) return { ...tableOf(await plainPath(file.path, file), columns), units };
  return { ...tableOf(await withPlainTimes(file, footer), columns), kinds, units };
}

/** Names come from the file's schema, because DuckDB changes equal and empty ones. */
function tableOf(path: string, columns: readonly ParquetColumn[]): EngineTable {
  const list = columns.map((_, index) => engineColumn(index)).join(', ');
  const relation = `read_parquet(${quotedText(path)}, hive_partitioning = false) as t(${list})`;
  return { relation, names: columns.map(({ name }) => name) };
}

function inWords(file: ReadableFile, error: unknown): unknown {
  const isEncrypted = error instanceof Error && /encrypt/i.test(error.message);
  return isEncrypted ? new UnreadableFile(file.name, reason('encrypted')) : error;
}
