/** Some of a panel's records to export, in place of all that match. */
import { setImmediate } from 'node:timers/promises';
import type { RecordRow } from '../../base/cells.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import type { RecordBatch } from '../../export/records.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import { Problem } from '../../platform/problem.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { ExportedPart } from '../recordsPorts.ts';
import { SAMPLE } from './exportEstimate.ts';
import { EXPORT_WORDS } from './exportWords.ts';

/** Records at once. */
const STEP = 1000;

/** What is here already, as it is now. Undefined where that is all there is. */
export function loadedPart(result: ResultSet): ExportedPart | undefined {
  const stretches = [...result.loadedRows()];
  const records = stretches.reduce((sum, { rows }) => sum + rows.length, 0);
  if (records === 0 || (result.rowCountIsFinal && records >= result.rowCount)) return undefined;
  const { fields, notices } = result;
  const sample = stretches[0]?.rows.slice(0, SAMPLE) ?? [];
  async function* batches(): AsyncGenerator<readonly RecordRow[], void, undefined> {
    for (const { rows } of stretches)
      for (let first = 0; first < rows.length; first += STEP) {
        yield rows.slice(first, first + STEP);
        // Others get their turn, a Cancel among them.
        await setImmediate();
      }
  }
  return { kind: 'loaded', fields, records, notices, sample, batches };
}

/** What is selected; records that aren't loaded are asked for. Undefined where that is one cell, or everything. */
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
    for (let row = firstRow; row < lastRow; row += STEP) {
      const end = Math.min(row + STEP, lastRow);
      const rows = await result.rows(row, end, signal).catch(unlessReplaced(signal));
      yield rows.map(ofPlaces);
      if (rows.length < end - row) return;
    }
  }
  const fields = places.flatMap((place) => result.fields.slice(place, place + 1));
  return { kind: 'selected', fields, records, notices: result.notices, sample, batches };
}

/** The panel shows other records by now, or none. */
function unlessReplaced(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    if (signal.aborted || !(error instanceof DOMException)) throw error;
    throw new Problem(translate(EXPORT_WORDS.partGone), translate(EXPORT_WORDS.nothingExported));
  };
}

/** Like `allRecords`. What isn't asked for by pages of its own can't be continued: no batch has a state. */
export async function* partRecords(
  { fields, records: expected, notices, batches }: ExportedPart,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): AsyncGenerator<RecordBatch, void, undefined> {
  let records = 0;
  yield { fields, rows: [] };
  for await (const rows of batches(signal)) {
    signal.throwIfAborted();
    records += rows.length;
    onProgress({ records, expected, notices });
    yield { fields, rows };
  }
}
