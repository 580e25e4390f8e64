import assert from 'node:assert/strict';
import { typeName } from '../../../../src/base/field.ts';
import { catalogItem } from '../../../../src/tree/catalog/catalogItem.ts';
import { nodeOfTable, nodeOfTables } from '../../../../src/tree/catalog/catalogNode.ts';
import { aboutResource } from '../../../../src/tree/resourceNode.ts';

describe('tables and views of a database', () => {
  for (const [what, facts, description, spoken] of [
    ['a view', { format: 'VIEW' }, 'view', 'totals, resource, view'],
    ['a table', { format: '' }, '', 'totals, resource'],
    [
      'a table of a known size',
      { format: '', estimatedRecords: 12_345 },
      'about 12,345 records',
      'totals, resource, about 12,345 records',
    ],
    [
      'a materialized view of a known size',
      { format: 'VIEW', estimatedRecords: 1 },
      'view · about 1 record',
      'totals, resource, view, about 1 record',
    ],
  ] as const)
    it(`show what they are: ${what}`, () => {
      const node = nodeOfTable(nodeOfTables('p'), { id: 't', name: 'totals', ...facts });
      const item = catalogItem(node, () => false);
      assert.equal(item.description, description);
      assert.equal(item.accessibilityInformation?.label, spoken);
    });

  it('have their comment in their tooltip, under their name', () => {
    const facts = { format: '', description: 'All sales, by month' };
    const node = nodeOfTable(nodeOfTables('p'), { id: 't', name: 'totals', ...facts });
    assert.deepEqual(aboutResource(node), ['totals', 'All sales, by month', 'Resource ID: t']);
  });

  for (const [type, name] of [
    ['_text', 'text[]'],
    ['_int4', 'int4[]'],
    ['text', 'text'],
    ['varchar[]', 'varchar[]'],
  ] as const)
    it(`have columns of the type ${name}, which servers call ${type}`, () => {
      assert.equal(typeName(type), name);
    });
});
