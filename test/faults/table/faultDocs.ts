/** The faults in docs/network.md, generated from the table that test/faults plays. */
import { ERROR_WORDS } from '../../../src/datastore/wire/errorWords.ts';
import { NOTICE_WORDS } from '../../../src/datastore/result/notice.ts';
import { RULES_OF_KINDS } from '../../../src/http/retry.ts';
import { FAULT_TABLE } from './faultTable.ts';
import type { FaultAction, NetworkFault } from './networkFault.ts';
import { ruleForAnswer } from '../../../src/http/retry.ts';

const BEGIN = '<!-- npm run manifest writes this table -->\n<!-- prettier-ignore-start -->\n';
const END = '<!-- prettier-ignore-end -->';

const ACTIONS: Readonly<Record<FaultAction, string>> = {
  repeat: 'Repeated',
  fewer: 'A search asks for fewer records',
  plain: 'Repeated uncompressed',
  wait: 'Waited for',
  read: 'Read',
  stop: 'Not repeated',
};

/** The text with the current table. */
export function withFaults(text: string): string {
  const [before, after] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  const rows = FAULT_TABLE.map((fault) => `| ${cells(fault).map(escaped).join(' | ')} |\n`);
  const head = '| # | Fault | What is done | What people read | What is kept |\n| --- | --- | --- | --- | --- |\n';
  return `${text.slice(0, before)}\n${head}${rows.join('')}\n${text.slice(after)}`;
}

/** The text that people read, by its key in the tables of errors and notices. */
export function wordsOf(key: string): string | undefined {
  if (Object.hasOwn(ERROR_WORDS, key)) return ERROR_WORDS[key as keyof typeof ERROR_WORDS][0];
  return Object.hasOwn(NOTICE_WORDS, key) ? NOTICE_WORDS[key as keyof typeof NOTICE_WORDS] : undefined;
}

function cells(fault: NetworkFault): readonly string[] {
  const { number, what, words, never, kept } = fault;
  if (never !== undefined) return [String(number), what, `Can't happen: ${never}`, '–', '–'];
  const said = words.map((key) => wordsOf(key) ?? '').join(' / ');
  return [String(number), what, doneAbout(fault), said || '–', kept];
}

function doneAbout({ action, seen, note }: NetworkFault): string {
  const rules = seen.map((each) =>
    typeof each === 'string' ? RULES_OF_KINDS[each] : ruleForAnswer(each, each < 300 && action === 'repeat'),
  );
  const tries = [...new Set(rules.map((rule) => rule.tries))].filter((count) => count > 1);
  const times =
    tries.length === 0 ? '' : `${action === 'fewer' ? '; otherwise' : ','} up to ${tries.sort().join(' or ')} tries`;
  return `${ACTIONS[action]}${times}. ${note ?? ''}`.trim();
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
