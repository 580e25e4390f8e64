import { env } from 'vscode';

export function percentText(fraction: number): string {
  return new Intl.NumberFormat(env.language, { style: 'percent' }).format(fraction);
}
