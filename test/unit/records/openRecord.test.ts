import assert from 'node:assert/strict';
import { memberColumns, recordJson } from '../../../src/export/jsonWriter.ts';
import { ExactNumber, type RecordRow } from '../../../src/base/cells.ts';

const fields = (...ids: readonly string[]) => ids.map((id) => ({ id, type: 'text' }));

describe('A record as JSON', () => {
  const table: readonly [name: string, ids: readonly string[], record: RecordRow, text: string][] = [
    ['in field order, digits as they are', ['b', 'a'], [new ExactNumber('1.50'), 9], '{\n  "b": 1.50,\n  "a": 9\n}\n'],
    [
      'with members laid out',
      ['j'],
      [{ x: [new ExactNumber('1e400')] }],
      '{\n  "j": {\n    "x": [\n      1e400\n    ]\n  }\n}\n',
    ],
    ['with null and an empty text', ['n', 'e'], [null, ''], '{\n  "n": null,\n  "e": ""\n}\n'],
    ['with a field named __proto__', ['__proto__', ''], ['x', 'y'], '{\n  "__proto__": "x",\n  "": "y"\n}\n'],
    ['with a field that came twice, once', ['a', 'a'], ['x', 'x'], '{\n  "a": "x"\n}\n'],
    ['without fields', [], [], '{}\n'],
  ];
  for (const [name, ids, record, text] of table)
    it(name, () => {
      assert.equal(`${recordJson(memberColumns(fields(...ids)), record)}\n`, text);
    });
});
