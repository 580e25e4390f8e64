/** What CKAN's data dictionary says of a field (`fields[].info`, CKAN 2.7+): free JSON that anybody may have written. */
import type { ExactValue } from '../../base/cells.ts';
import { member } from '../../base/exactObject.ts';

export interface FieldInfo {
  /** A name for people. */
  readonly label?: string;
  /** A description; lines are kept. */
  readonly notes?: string;
  readonly unit?: string;
}

const MAX_LABEL = 200;
const MAX_NOTES = 4000;

/** Only texts with something in them; longer ones are cut. */
export function fieldInfo(info: ExactValue | undefined): FieldInfo {
  const label = textOf(info, 'label', MAX_LABEL);
  const notes = textOf(info, 'notes', MAX_NOTES);
  const unit = textOf(info, 'unit', MAX_LABEL);
  return { ...(label !== '' && { label }), ...(notes !== '' && { notes }), ...(unit !== '' && { unit }) };
}

function textOf(info: ExactValue | undefined, key: string, most: number): string {
  const text = member(info, key);
  if (typeof text !== 'string') return '';
  const lines = text.slice(0, most).replaceAll('\r\n', '\n').trim();
  return Array.from(lines).filter(isWhole).join('');
}

/** Not the half of a character that was cut in two. */
function isWhole(character: string): boolean {
  return !/^[\ud800-\udfff]$/.test(character);
}
