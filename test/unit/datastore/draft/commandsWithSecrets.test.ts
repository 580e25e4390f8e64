/** Pasted texts with a password, a token or a cookie (docs/security.md 9). */
import assert from 'node:assert/strict';
import { Redactor } from '../../../../src/base/secretText.ts';
import { addressText, hideSecrets, holdsSecret, withoutSecrets } from '../../../../src/base/secretText.ts';
import { readsAsCommand } from '../../../../src/base/commandText.ts';
import { readSearchOptions } from '../../../../src/cli/search.ts';
import { parseResource } from '../../../../src/datastore/wire/address.ts';
import { readPastedCall } from '../../../../src/datastore/draft/pastedCall.ts';
import { DRAFT_WORDS } from '../../../../src/datastore/draft/draftWords.ts';
import { readDraft, expandPastedCall } from '../../../../src/datastore/draft/readDraft.ts';
import { EMPTY_DRAFT } from '../../../../src/datastore/query/draft.ts';
import { pastedProblemText, readAddress, readResource } from '../../../../src/sources/web/pastedResource.ts';
import { entryOf, savedForm } from '../../../../src/webview/form/formEntry.ts';
import { CANARY, COMMANDS_WITH_SECRETS } from './commandsWithSecrets.ts';

/** All values that are derived from a text, as one text. */
function traces(text: string): Readonly<Record<string, unknown>> {
  const resource = { ...EMPTY_DRAFT, resource: text };
  const portal = { ...EMPTY_DRAFT, baseUrl: text };
  const read = readResource(text);
  return {
    'the state of the form': [savedForm(entryOf(resource), 'r'), savedForm(entryOf(portal), 'r')],
    'the drafts of the window': withoutSecrets({ ...EMPTY_DRAFT, resource: text, q: text, filterJson: text }),
    'a text without secrets': [hideSecrets(text), addressText(text), new Redactor().redact(`At ${text}`)],
    'the call': readPastedCall(text),
    'the resource': [read, parseResource(text)],
    'the portal': readAddress(text),
    'the question of the form': [resource, portal].map((draft) => readDraft(draft, [], DRAFT_WORDS)),
    'the form afterwards': [expandPastedCall(resource), expandPastedCall(portal)],
    'the message of an input box': 'problem' in read ? pastedProblemText(read, text) : '',
    'the command line': refusalOfCommandLine(text),
  };
}

function refusalOfCommandLine(text: string): unknown {
  try {
    return readSearchOptions(['--resource', text], {});
  } catch (error) {
    return String(error);
  }
}

describe('a command with a secret', () => {
  for (const command of COMMANDS_WITH_SECRETS)
    it(`leaves none of it anywhere: ${JSON.stringify(command).slice(0, 120)}`, () => {
      for (const [where, trace] of Object.entries(traces(command)))
        assert.doesNotMatch(JSON.stringify([trace]), CANARY, where);
      assert.ok(holdsSecret(command));
    });

  it('is not kept when it holds none that can be seen either', () => {
    for (const command of [
      'curl -d @query.json https://data.example.org/api/3/action/datastore_search',
      "requests.get('https://data.example.org')",
      'wget https://data.example.org/x.csv',
      '$ http data.example.org/api',
    ])
      assert.equal(withoutSecrets({ resource: command }).resource, '', command);
  });

  it('is no alias of a resource', () => {
    for (const text of ['curl -u ann:pw', 'http -a ann:pw host', 'wget --password=pw host'])
      assert.ok('problem' in parseResource(text), text);
  });
});

describe('what people type', () => {
  const texts = [
    ...['http status', 'curl', 'wget and curl', 'python', 'https', 'fetch quest', 'oak -ash', '(oak | ash) & tree:*'],
    ...['2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f', 'trees-2024', 'data.example.org', 'https://data.example.org/dataset/x'],
    ...['https://h/api/3/action/datastore_search?resource_id=x&filters={"a":"b"}&sort=a desc', '{"stage": ["a", "b"]}'],
    ...["l'eau (potable)", 'get well', 'post office', 'DELETE me', 'a = b', 'key: value'],
  ];
  for (const text of texts)
    it(`is no command: ${text}`, () => {
      assert.ok(!readsAsCommand(text));
      assert.equal(withoutSecrets(text), text);
    });
});
