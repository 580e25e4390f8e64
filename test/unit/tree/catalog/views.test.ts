import assert from 'node:assert/strict';
import { typeName } from '../../../../src/base/field.ts';
import { catalogItem } from '../../../../src/tree/catalog/catalogItem.ts';
import { nodeOfTable, nodeOfTables } from '../../../../src/tree/catalog/catalogNode.ts';

describe('tables and views of a database', () => {
  for (const [format, description, spoken] of [
    ['VIEW', 'view', 'totals, resource, view'],
    ['', '', 'totals, resource'],
  ] as const)
    it(`are told apart: ${description === '' ? 'a table' : 'a view'}`, () => {
      const node = nodeOfTable(nodeOfTables('p'), { id: 't', name: 'totals', format });
      const item = catalogItem(node, () => false);
      assert.equal(item.description, description);
      assert.equal(item.accessibilityInformation?.label, spoken);
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
