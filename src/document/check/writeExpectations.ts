/** Writes proposed expectations into a query, each behind a comment with its evidence. */
import type { Node } from 'jsonc-parser';
import { type Language, ENGLISH, fillIn, numberText } from '../../base/words.ts';
import { UneditableDocument } from '../kept/editQueryDocument.ts';
import { jsonText } from '../kept/jsonText.ts';
import { jsonTree, memberNode, treeMembers } from '../kept/jsonTree.ts';
import type { TextChange } from '../kept/keptQuery.ts';
import { itemChanges, styleOf, type TextStyle } from '../kept/objectChanges.ts';
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
  const { root, fault } = jsonTree(text);
  if (fault !== undefined) throw new UneditableDocument('broken');
  const query = treeMembers(memberNode(root, 'queries')).findLast((each) => each.name === name)?.value;
  if (query?.type !== 'object') throw new UneditableDocument('noQuery');
  const style = styleOf(text);
  const expect = memberNode(query, 'expect');
  if (expect === undefined) {
    const write = (indent: string): string => {
      const deeper = indent + style.unit;
      const members = proposals.map((each) => proposalText(each, style, language, deeper));
      const line = style.newline + deeper;
      return `"expect": {${line}${members.join(`,${line}`)}${style.newline}${indent}}`;
    };
    return added(query, [write]);
  }
  if (expect.type !== 'object') throw new UneditableDocument('broken');
  const written = new Set(treeMembers(expect).map((each) => each.name));
  const missing = proposals.filter(({ member }) => !written.has(member));
  return added(
    expect,
    missing.map((each) => (indent: string) => proposalText(each, style, language, indent)),
  );

  function added(object: Node, writes: readonly ((indent: string) => string)[]): readonly TextChange[] {
    if (writes.length === 0) return [];
    const additions = new Map([[(object.children?.length ?? 0) - 1, writes]]);
    return itemChanges(object, { isRemoved: () => false, additions }, { text, style });
  }
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
  const texts = Object.entries(details).map(([name, detail]) => {
    return [name, typeof detail === 'number' ? numberText(detail, language.tag) : detail] as const;
  });
  const text = fillIn(language.translate(EVIDENCE_WORDS[word]), Object.fromEntries(texts));
  return `/* ${text.replaceAll('*/', '* /')} */`;
}
