import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { toolQuestion } from '../../../src/agents/agentInput.ts';
import { agentTools } from '../../../src/agents/agentTool.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

interface SkillManifest {
  readonly contributes: { readonly chatSkills: readonly { readonly path: string }[] };
}

describe('the skill for language models', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as SkillManifest;
  const [skill] = manifest.contributes.chatSkills;
  const file = path.join(projectRoot, skill?.path ?? '');
  const text = fs.readFileSync(file, 'utf8');
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const properties = new Set(agentTools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties)));

  it('has a name, that of its folder, and a short description', () => {
    const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
    assert.equal(/^name: (.+)$/m.exec(head)?.[1], path.basename(path.dirname(file)));
    assert.ok((/^description: (.+)$/m.exec(head)?.[1]?.length ?? 2000) <= 1024);
    assert.ok(text.length < 5000, String(text.length));
  });

  it('names the six tools, and no other', () => {
    const names = [...new Set(text.match(/datastore_\w+/g))];
    assert.deepEqual(names.sort(), agentTools.map(({ name }) => name).sort());
  });

  it('names parameters that tools have, measures that they take and words of their answers', () => {
    const words = spans.filter((span) => /^[a-z]+$/.test(span));
    const unknown = words.filter((word) => !properties.has(word) && !['count', 'share', 'next', 'null'].includes(word));
    assert.deepEqual(unknown, []);
    assert.ok(words.length > 10);
  });

  for (const span of spans.filter((each) => each.startsWith('{')))
    it(`has filters that tools take: ${span}`, () => {
      const { filters } = toolQuestion({ filters: parseExact(span) }, 'r', false);
      assert.ok(filters !== undefined && filters.length > 0);
    });

  for (const span of spans.filter((each) => /^[a-z]+:/.test(each) && !each.includes(': ')))
    it(`has a measure, or a part of a field, that tools take: ${span}`, () => {
      const whole = span.endsWith(':') ? `${span}amount` : span;
      const isMeasure = /^(?:sum|mean|median|min|max|distinct):/.test(span);
      const input = isMeasure ? { measures: [whole] } : { by: [whole] };
      const { summary } = toolQuestion(input, 'r', true);
      const [group] = summary?.groups ?? [];
      assert.ok(isMeasure ? summary?.measures.length === 1 : (group?.unit ?? group?.width) !== undefined);
    });
});
