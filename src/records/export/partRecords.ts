/** Exports of some of a panel's records instead of all that match. */
import { setImmediate } from 'node:timers/promises';
import type { RecordRow } from '../../base/cells.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import type { RecordBatch } from '../../export/records.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import { Problem } from '../../platform/problem.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { ExportedPart } from '../recordsPorts.ts';
import { selectedRows, SELECTED_AT_ONCE } from '../selection/selectedRows.ts';
import { SAMPLE } from './exportEstimate.ts';
import { EXPORT_WORDS } from './exportWords.ts';

/** The records loaded at this moment. Undefined if these are all. */
export function loadedPart(result: ResultSet): ExportedPart | undefined {
  const stretches = [...result.loadedRows()];
  const records = stretches.reduce((sum, { rows }) => sum + rows.length, 0);
  if (records === 0 || (result.rowCountIsFinal && records >= result.rowCount)) return undefined;
  const { fields, notices } = result;
  const sample = stretches[0]?.rows.slice(0, SAMPLE) ?? [];
  async function* batches(): AsyncGenerator<readonly RecordRow[], void, undefined> {
    for (const { rows } of stretches)
      for (let first = 0; first < rows.length; first += SELECTED_AT_ONCE) {
        yield rows.slice(first, first + SELECTED_AT_ONCE);
        // Other work gets its turn, for example a Cancel.
        await setImmediate();
      }
  }
  return { kind: 'loaded', fields, records, notices, sample, batches };
}

/** The selected records, which are requested if they aren't loaded. Undefined if one cell or everything is selected. */
export function selectedPart(result: ResultSet, range: SelectedRange | undefined): ExportedPart | undefined {
  if (range === undefined) return undefined;
  const { firstRow, fields: places } = range;
  const lastRow = Math.min(range.lastRow, result.rowCount);
  const records = lastRow - firstRow;
  const isEverything = firstRow === 0 && lastRow >= result.rowCount && places.length >= result.fields.length;
  if (records * places.length <= 1 || isEverything) return undefined;
  const ofPlaces = (row: RecordRow): RecordRow => places.map((place) => row[place] ?? null);
  const [head] = result.loadedRows();
  const sample = head?.rows.slice(0, SAMPLE).map(ofPlaces) ?? [];
  async function* batches(signal: AbortSignal): AsyncGenerator<readonly RecordRow[], void, undefined> {
    try {
      for await (const rows of selectedRows(result, { firstRow, lastRow }, signal)) yield rows.map(ofPlaces);
    } catch (error) {
      // The panel's result was replaced.
      if (signal.aborted || !(error instanceof DOMException)) throw error;
      throw new Problem(translate(EXPORT_WORDS.partGone), translate(EXPORT_WORDS.nothingExported));
    }
  }
  const fields = places.flatMap((place) => result.fields.slice(place, place + 1));
  return {
    ...{ kind: 'selected', fields, records, sample, batches },
    get notices() {
      return result.notices;
    },
  };
}

/** Yields batches like `allRecords`. They have no state, because a part can't be resumed. */
export async function* partRecords(
  part: ExportedPart,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): AsyncGenerator<RecordBatch, void, undefined> {
  const { fields, records: expected, batches } = part;
  let records = 0;
  yield { fields, rows: [] };
  for await (const rows of batches(signal)) {
    signal.throwIfAborted();
    records += rows.length;
    onProgress({ records, expected, notices: part.notices });
    yield { fields, rows };
  }
}
