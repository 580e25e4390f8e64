import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds in a page or a part of it. `behind` names the colour that VS Code paints behind it,
 * which axe can't see.
 */
export async function violations(
  frame: Frame | Page,
  behind?: 'sideBar' | 'editor',
  part = 'html',
): Promise<readonly string[]> {
  // The page's policy would refuse a script element, but not an evaluation.
  await frame.evaluate(`${axeSource};0`);
  return frame.evaluate(
    async ([name, selector]) => {
      if (name) document.documentElement.style.background = `var(--vscode-${name}-background)`;
      const { axe } = window as unknown as { axe: { run(part: string): Promise<AxeResults> } };
      const found = await axe.run(selector);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
      );
    },
    [behind, part] as const,
  );
}
