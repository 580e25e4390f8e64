/** What translators get: the texts of `l10n.t` in the sources, and the tables of words. */
import fs from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import type { WordTable } from '../src/base/words.ts';
import { ERROR_WORDS, NO_REASON } from '../src/datastore/client/errorWords.ts';
import { NOTICE_WORDS } from '../src/datastore/client/notice.ts';
import { DRAFT_WORDS } from '../src/datastore/query/draftWords.ts';
import {
  COPY_WORDS,
  FIRST_ROW_WORDS,
  IMPORT_OPTION_WORDS,
  IMPORT_WORDS,
  LOCAL_NOTICE_WORDS,
  OPENING_WORDS,
  OPTION_VALUE_WORDS,
  REMOVAL_WORDS,
} from '../src/local/localWords.ts';
import { FORM_STRINGS } from '../src/messages/formStrings.ts';
import { GRID_STRINGS } from '../src/messages/gridStrings.ts';
import { PLATFORM_WORDS } from '../src/platform/platformWords.ts';
import { PORTAL_WORDS } from '../src/portals/portalWords.ts';
import { QUERY_WORDS } from '../src/query/queryWords.ts';
import { EXPORT_WORDS } from '../src/records/export/exportWords.ts';
import {
  CHANGE_WORDS,
  PANEL_WORDS,
  RECORD_WORDS,
  SELECTION_WORDS,
  STATISTICS_WORDS,
  STATUS_WORDS,
  SUMMARY_WORDS,
  WAY_ON_WORDS,
} from '../src/records/recordsWords.ts';
import { REASONS } from '../src/service/resource/reasons.ts';
import { TREE_WORDS } from '../src/tree/treeWords.ts';

const TABLES: readonly WordTable[] = [
  DRAFT_WORDS,
  FORM_STRINGS,
  GRID_STRINGS,
  NOTICE_WORDS,
  REASONS,
  PLATFORM_WORDS,
  PORTAL_WORDS,
  TREE_WORDS,
  OPENING_WORDS,
  IMPORT_WORDS,
  LOCAL_NOTICE_WORDS,
  COPY_WORDS,
  REMOVAL_WORDS,
  IMPORT_OPTION_WORDS,
  FIRST_ROW_WORDS,
  QUERY_WORDS,
  PANEL_WORDS,
  WAY_ON_WORDS,
  STATUS_WORDS,
  CHANGE_WORDS,
  STATISTICS_WORDS,
  RECORD_WORDS,
  SELECTION_WORDS,
  SUMMARY_WORDS,
  EXPORT_WORDS,
  ...Object.values(OPTION_VALUE_WORDS),
];

export async function translatableTexts(root: string): Promise<Record<string, unknown>> {
  const sources = fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'));
  const calls = [
    ...TABLES.flatMap((table) => Object.values(table)),
    ...Object.values(ERROR_WORDS).flat(),
    NO_REASON,
  ].map(callOf);
  return getL10nJson([
    ...sources.map((file) => ({
      extension: '.ts' as const,
      contents: fs.readFileSync(path.join(root, 'src', file), 'utf8'),
    })),
    { extension: '.ts', contents: ["import { l10n } from 'vscode';", ...calls].join('\n') },
  ]);
}

/** As a source has it: the parser sees no members whose names are in quotes. */
function callOf(word: WordTable[string]): string {
  const { message, comment } = typeof word === 'string' ? { message: word, comment: [] } : word;
  return `l10n.t({ message: ${JSON.stringify(message)}, comment: ${JSON.stringify(comment)} });`;
}
