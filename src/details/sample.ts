/** Fields and first records in the form that the page shows. */
import { fieldInfo, fieldKind, typeName } from '../base/field.ts';
import { toWire } from '../base/wireCell.ts';
import type { Page } from '../datastore/wire/model.ts';
import type { DetailsRecords } from '../messages/detailsProtocol.ts';
import { countText, recordsText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { DETAILS_WORDS as WORDS } from './detailsWords.ts';

export const SAMPLED_RECORDS = 10;
const SAMPLED_FIELDS = 50;
/** Most fields in the list, in which each takes a row. */
const LISTED_FIELDS = 500;
/** Longest text of a cell in UTF-16 units. */
const LONGEST_CELL = 100;

export function sampleOf({ fields, rows, total, totalIsEstimate }: Page): DetailsRecords {
  return {
    state: 'shown',
    total: total === undefined ? '' : totalIsEstimate ? estimateText(total) : recordsText(total),
    fields: fields.slice(0, LISTED_FIELDS).map(({ id, type, info }) => ({
      ...{ id, type: typeName(type), isNumber: fieldKind(type) === 'number' },
      ...fieldInfo(info),
    })),
    fieldCount: countText(fields.length),
    hasMoreFields: fields.length > LISTED_FIELDS,
    sample: rows
      .slice(0, SAMPLED_RECORDS)
      .map((row) => row.slice(0, SAMPLED_FIELDS).map((value) => toWire(value, LONGEST_CELL))),
  };
}

function estimateText(total: number): string {
  return translate(WORDS.aboutRecords, { count: countText(total) });
}
