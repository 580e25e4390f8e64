/** The tools for language models in package.json and package.nls.json, generated from their own table. */
import { agentTools } from '../src/agents/agentTool.ts';

/** The part of package.json that is written here. */
export interface ToolContributions {
  readonly contributes: object;
}

/** VS Code must not offer a tool twice. */
const WHEN = '!config.datastoreExplorer.agents.mcp';

/** The manifest with these tools. Models read English, people the titles. */
export function withTools<M extends ToolContributions>(manifest: M): M {
  const languageModelTools = agentTools.map(({ name, description, inputSchema }) => ({
    ...{ name, tags: ['datastore'], toolReferenceName: referenceOf(name), canBeReferencedInPrompt: true },
    ...{ displayName: `%${titleKey(name)}%`, modelDescription: description, icon: '$(table)', when: WHEN, inputSchema },
  }));
  return { ...manifest, contributes: { ...manifest.contributes, languageModelTools } };
}

export function withToolTitles(words: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(words).filter(([key]) => !key.startsWith('tool.'));
  return Object.fromEntries([...others, ...agentTools.map(({ name, title }) => [titleKey(name), title] as const)]);
}

function titleKey(name: string): string {
  return `tool.${name}.title`;
}

/** The name behind `#` in a prompt. */
function referenceOf(name: string): string {
  return name.replaceAll(/_./g, (part) => part.slice(1).toUpperCase());
}
