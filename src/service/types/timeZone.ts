/** Abbreviations that PostgreSQL knows, those that people use; in hours. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['utc', 0],
  ['gmt', 0],
  ['wet', 0],
  ['bst', 1],
  ['cet', 1],
  ['west', 1],
  ['cest', 2],
  ['eet', 2],
  ['eest', 3],
  ['msk', 3],
  ['jst', 9],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
]);

const NUMERIC = /^([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/;

/** Seconds east of Greenwich, at a local time (ms since 1970, read as if it were UTC). Undefined for no zone. */
export function zoneOffset(zone: string, localTime: number): number | undefined {
  const numeric = NUMERIC.exec(zone);
  if (numeric !== null) {
    const [, sign, hours, minutes = '0', seconds = '0'] = numeric;
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return sign === '-' ? -offset : offset;
  }
  const hours = ABBREVIATIONS.get(zone.toLowerCase());
  return hours === undefined ? namedOffset(zone, localTime) : hours * 3600;
}

/** Twice, because the offset at the local time read as UTC may be that of before a change of clocks. */
function namedOffset(zone: string, localTime: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const first = offsetAt(format, localTime);
    return offsetAt(format, localTime - first * 1000);
  } catch {
    return undefined;
  }
}

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}
