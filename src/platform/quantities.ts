/** Counts, sizes, shares and times in the window's language. */
import * as vscode from 'vscode';
import { numberText } from '../base/words.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

export function countText(count: number): string {
  return numberText(count, vscode.env.language);
}

type Amount = 'Record' | 'Dataset' | 'Resource';

function amountText(count: number, one: `one${Amount}`, many: `${Lowercase<Amount>}s`): string {
  return count === 1 ? translate(PLATFORM_WORDS[one]) : translate(PLATFORM_WORDS[many], { count: countText(count) });
}

export function recordsText(records: number): string {
  return amountText(records, 'oneRecord', 'records');
}

export function datasetsText(datasets: number): string {
  return amountText(datasets, 'oneDataset', 'datasets');
}

export function resourcesText(resources: number): string {
  return amountText(resources, 'oneResource', 'resources');
}

/** The number of a dataset's resources that have records to search, in words. */
export function searchableText(resources: number): string {
  return resources === 0
    ? translate(PLATFORM_WORDS.nothingToSearch)
    : translate(PLATFORM_WORDS.withRecords, { count: countText(resources) });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function unitText(value: number, unit: string, digits = 0): string {
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(vscode.env.language, format).format(value);
}

/** A size like `1.2 MB`, in powers of 1000 like file managers show. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat(vscode.env.language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

/** An estimated duration like `3 min`. */
export function aboutText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 100) return unitText(seconds, 'second');
  return seconds < 6000 ? unitText(Math.round(seconds / 60), 'minute') : unitText(Math.round(seconds / 3600), 'hour');
}

/** A measured duration like `0.4 s` or `75 s`. */
export function spentText(milliseconds: number): string {
  return unitText(milliseconds / 1000, 'second', milliseconds < 10_000 ? 1 : 0);
}

/** How long a query took: `82 ms` or `1.2 s`. */
export function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? unitText(milliseconds, 'millisecond') : unitText(milliseconds / 1000, 'second', 1);
}

const AGES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago a time is, like `2 hours ago`. */
export function agoText(milliseconds: number): string {
  const age = Math.max(0, Date.now() - milliseconds);
  const [unit, length] = AGES.find(([, each]) => age >= each) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}

export function timeText(milliseconds: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(vscode.env.language, format).format(milliseconds);
}

/** The date of a time, in UTC. */
export function dateText(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(milliseconds);
}

export function percentText(fraction: number): string {
  return new Intl.NumberFormat(vscode.env.language, { style: 'percent' }).format(fraction);
}

/** The date of a portal's time text, which is in UTC without saying so. Undefined for an invalid date. */
export function dayText(iso: string): string | undefined {
  const day = Date.parse(`${iso.slice(0, 10)}T00:00Z`);
  return Number.isNaN(day) ? undefined : dateText(day);
}
