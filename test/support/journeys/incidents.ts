/** Incidents of cantons, and what a summary of them by canton and year must say. */

interface Incident {
  readonly canton: string;
  readonly reported: string;
  /** In hundredths. Undefined where nothing was reported. */
  readonly damage: number | undefined;
}

const CANTONS = ['Zürich', 'Bern', 'Vaud', 'Uri', 'Jura'];
export const INCIDENT_COUNT = 600;
export const INCIDENT_FIELDS = [
  { id: 'canton', type: 'text' },
  { id: 'reported', type: 'date' },
  { id: 'damage', type: 'numeric' },
] as const;

/** The incident of a number from 0 on. */
function incident(number: number): Incident {
  return {
    canton: CANTONS[(number * 7 + (number >> 3)) % CANTONS.length] ?? '',
    reported: `${String(2021 + (number % 4))}-0${String(1 + (number % 9))}-1${String(number % 10)}`,
    damage: number % 11 === 0 ? undefined : (number * 3737) % 100_000,
  };
}

export const INCIDENTS: readonly Incident[] = Array.from({ length: INCIDENT_COUNT }, (_, number) => incident(number));

/** A number of hundredths as a decimal without zeros at the end. */
function decimal(hundredths: number): string {
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  return rest === 0 ? String(whole) : `${String(whole)}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
}

export function incidentsCsv(): string {
  const lines = INCIDENTS.map(
    ({ canton, reported, damage }) => `${canton},${reported},${damage === undefined ? '' : decimal(damage)}`,
  );
  return ['canton,reported,damage', ...lines, ''].join('\n');
}

/** Statements that make a table of them. */
export function incidentsSql(table: string): string {
  const rows = INCIDENTS.map(
    ({ canton, reported, damage }) =>
      `('${canton}', '${reported}', ${damage === undefined ? 'null' : decimal(damage)})`,
  );
  return `create table ${table} (canton text, reported date, damage numeric); insert into ${table} values ${rows.join(', ')};`;
}

export interface IncidentGroup {
  readonly canton: string;
  readonly year: string;
  readonly count: number;
  readonly sum: string;
}

/** The groups by canton and year; the greatest sum comes first. */
export function groupsBySum(): readonly IncidentGroup[] {
  const groups = Map.groupBy(INCIDENTS, ({ canton, reported }) => `${canton} ${reported.slice(0, 4)}`);
  const sumOf = (incidents: readonly Incident[]) => incidents.reduce((sum, { damage = 0 }) => sum + damage, 0);
  return [...groups.values()]
    .sort((one, other) => sumOf(other) - sumOf(one))
    .map((incidents) => ({
      canton: incidents[0]?.canton ?? '',
      year: incidents[0]?.reported.slice(0, 4) ?? '',
      count: incidents.length,
      sum: decimal(sumOf(incidents)),
    }));
}
