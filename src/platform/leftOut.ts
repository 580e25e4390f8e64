import type { PastedCall } from '../datastore/draft/pastedCall.ts';
import { showMessage } from './messages.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { translate } from './windowLanguage.ts';

/** The parts of a pasted API call that were dropped. */
export type LeftOut = Partial<Pick<PastedCall, 'leftOut' | 'hadSecret'>>;

export function showLeftOut({ leftOut = [], hadSecret = false }: LeftOut): void {
  const texts = [
    ...(hadSecret ? [translate(PLATFORM_WORDS.secretLeftOut)] : []),
    ...(leftOut.length > 0 ? [translate(PLATFORM_WORDS.leftOut, { names: leftOut.join(', ') })] : []),
  ];
  if (texts.length > 0) void showMessage('information', texts.join(' '));
}
