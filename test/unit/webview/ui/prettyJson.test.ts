import assert from 'node:assert/strict';
import fc from 'fast-check';
import { prettyJson } from '../../../../src/webview/ui/prettyJson.ts';

describe('Pretty JSON', () => {
  it('indents as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        assert.equal(prettyJson(json), JSON.stringify(JSON.parse(json), null, 2));
      }),
    );
  });

  it('keeps every digit', () => {
    assert.equal(
      prettyJson('{"a":[9007199254740993,1.50,1e400]}'),
      '{\n  "a": [\n    9007199254740993,\n    1.50,\n    1e400\n  ]\n}',
    );
  });

  it('keeps brackets and quotes inside texts', () => {
    const json = String.raw`["a \"b\" {c: [d,e]} \\"]`;
    assert.equal(
      prettyJson(json),
      String.raw`[
  "a \"b\" {c: [d,e]} \\"
]`,
    );
  });

  it('takes a text of megabytes', () => {
    const text = 'x\\n'.repeat(500_000);
    assert.equal(prettyJson(`["${text}"]`).length, text.length + 8);
  });
});
