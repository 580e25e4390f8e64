/** Writes proposed expectations into a query, each behind a comment with its evidence. */
import { type Language, ENGLISH, countedSentence } from '../../base/words.ts';
import { queryMember, UneditableDocument } from '../kept/editQueryDocument.ts';
import { jsonText } from '../kept/jsonText.ts';
import { memberNode, treeMembers } from '../kept/jsonTree.ts';
import type { TextChange } from '../kept/keptQuery.ts';
import { addedItems, styleOf, type TextStyle } from '../kept/objectChanges.ts';
import { type ProposalEvidence, EVIDENCE_WORDS, type Proposal } from './proposedExpectations.ts';

/**
 * Adds the members that the query's `expect` doesn't have yet. All that people wrote stays byte for byte. Throws
 * UneditableDocument.
 */
export function expectChanges(
  text: string,
  name: string,
  proposals: readonly Proposal[],
  language: Language = ENGLISH,
): readonly TextChange[] {
  const { value: query } = queryMember(text, name);
  const style = styleOf(text);
  const expect = memberNode(query, 'expect');
  if (expect === undefined) {
    const write = (indent: string): string => {
      const deeper = indent + style.unit;
      const members = proposals.map((each) => proposalText(each, style, language, deeper));
      const line = style.newline + deeper;
      return `"expect": {${line}${members.join(`,${line}`)}${style.newline}${indent}}`;
    };
    return addedItems(query, [write], { text, style });
  }
  if (expect.type !== 'object') throw new UneditableDocument('broken');
  const written = new Set(treeMembers(expect).map((each) => each.name));
  const missing = proposals.filter(({ member }) => !written.has(member));
  const writes = missing.map((each) => (indent: string) => proposalText(each, style, language, indent));
  return addedItems(expect, writes, { text, style });
}

function proposalText(proposal: Proposal, style: TextStyle, language: Language, indent: string): string {
  const line = style.newline + indent;
  const name = JSON.stringify(proposal.member);
  if ('json' in proposal)
    return `${comment(proposal.evidence, language)}${line}${name}: ${jsonText(proposal.json, style, indent)}`;
  const deeper = line + style.unit;
  const fields = proposal.fields.map(({ field, json, evidence }) => {
    const value = jsonText(json, style, indent + style.unit);
    return `${comment(evidence, language)}${deeper}${JSON.stringify(field)}: ${value}`;
  });
  return `${name}: {${deeper}${fields.join(`,${deeper}`)}${line}}`;
}

/** A comment that stays one wherever it stands, also in an object of one line. */
function comment({ word, details }: ProposalEvidence, language: Language): string {
  return `/* ${countedSentence(language, EVIDENCE_WORDS[word], details).replaceAll('*/', '* /')} */`;
}
