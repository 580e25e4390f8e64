import assert from 'node:assert/strict';
import { AGENT_TOOLS, agentTools } from '../../../src/agents/agentTool.ts';

describe('The tools of agents', () => {
  it('are six, and cost at most 12,000 characters', () => {
    assert.deepEqual(
      agentTools.map(({ name }) => name),
      AGENT_TOOLS,
    );
    assert.ok(JSON.stringify(agentTools).length <= 12_000);
  });

  for (const { name, title, description, inputSchema } of agentTools)
    it(`${name} says what it takes, and takes nothing else`, () => {
      const { type, properties, required = [], additionalProperties } = inputSchema;
      assert.deepEqual([type, additionalProperties], ['object', false]);
      assert.ok(title !== '' && description.length > 50);
      assert.deepEqual(
        required.filter((member) => !(member in properties)),
        [],
      );
      for (const [member, schema] of Object.entries(properties))
        assert.ok('type' in schema && 'description' in schema, `${member} needs a type and a description`);
    });
});
