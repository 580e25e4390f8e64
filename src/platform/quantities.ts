/** Counts, sizes, shares and times, in the language of the window. */
import * as vscode from 'vscode';
import { numberText } from '../base/words.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

export function countText(count: number): string {
  return numberText(count, vscode.env.language);
}

export function recordsText(records: number): string {
  return records === 1
    ? translate(PLATFORM_WORDS.oneRecord)
    : translate(PLATFORM_WORDS.records, { count: countText(records) });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** `1.2 MB`, by powers of 1000 as file managers do. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat(vscode.env.language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

export function timeText(milliseconds: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(vscode.env.language, format).format(milliseconds);
}

export function percentText(fraction: number): string {
  return new Intl.NumberFormat(vscode.env.language, { style: 'percent' }).format(fraction);
}
