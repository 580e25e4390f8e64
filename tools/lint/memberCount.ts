// A local ESLint plugin: what a class gets from outside has few members, or the class has too many jobs.
import type { ESLint, Rule } from 'eslint';

const MOST_MEMBERS = 8;

/** Names of interfaces that hand a class what it needs. */
const HANDED = /(?:Deps|Parts|Ports|Context|Services)$/;

/** The part of the parser's node that the rule reads; ESLint's own types know JavaScript alone. */
interface InterfaceNode {
  readonly id: { readonly name: string };
  readonly body: { readonly body: readonly unknown[] };
}

const few: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    TSInterfaceDeclaration: (node: Rule.Node) => {
      const { id, body } = node as unknown as InterfaceNode;
      const members = body.body.length;
      if (!HANDED.test(id.name) || members <= MOST_MEMBERS) return;
      const message = `${id.name} has ${members} members, at most ${MOST_MEMBERS} are allowed: split what takes it.`;
      context.report({ node, message });
    },
  }),
};

export const memberPlugin: ESLint.Plugin = { rules: { few } };
