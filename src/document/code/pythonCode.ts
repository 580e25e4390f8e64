import { bodyLiteral, type CodeRequest, type Literals, PAGE_SIZE, jsonLiteral, TOKEN_VARIABLE } from './codeRequest.ts';

const LITERALS: Literals = {
  constants: { true: 'True', false: 'False', null: 'None' },
  number: (digits) => digits,
  key: jsonLiteral,
};

/** Python with requests and pandas. Numbers with a point are decimals with all digits. */
export function pythonCode(request: CodeRequest): string {
  const { url, limit, tokenHeader } = request;
  const header = tokenHeader === undefined ? '' : sessionToken(tokenHeader);
  return `import json
${tokenHeader === undefined ? '' : 'import os\n'}from decimal import Decimal

import pandas
import requests

URL = ${jsonLiteral(url)}
QUERY = ${bodyLiteral(request, LITERALS, '    ')}
LIMIT = ${limit === undefined ? 'None' : String(limit)}

session = requests.Session()
${header}

def records():
    """Yields all records. Servers limit each answer, so that they come page by page."""
    offset = 0
    while LIMIT is None or offset < LIMIT:
        size = ${String(PAGE_SIZE)} if LIMIT is None else min(${String(PAGE_SIZE)}, LIMIT - offset)
        answer = session.post(URL, json={**QUERY, "limit": size, "offset": offset}, timeout=300)
        answer.raise_for_status()
        page = json.loads(answer.content, parse_float=Decimal)["result"]["records"]
        if not page:
            return
        yield from page
        offset += len(page)


data = pandas.DataFrame(list(records()), dtype=object)
print(data)
`;
}

/** Python with ckanapi, which reads decimals as floats, so that the answer's text is read again. */
export function ckanapiCode(request: CodeRequest): string {
  const { baseUrl, limit, tokenHeader } = request;
  const header = tokenHeader === undefined ? '' : sessionToken(tokenHeader);
  return `import json
${tokenHeader === undefined ? '' : 'import os\n'}from decimal import Decimal

import ckanapi
import requests

QUERY = ${bodyLiteral(request, LITERALS, '    ')}
LIMIT = ${limit === undefined ? 'None' : String(limit)}

answers = []
session = requests.Session()
session.hooks["response"].append(lambda answer, **_: answers.append(answer.content))
${header}portal = ckanapi.RemoteCKAN(${jsonLiteral(baseUrl)}, session=session)


def records():
    """Yields all records. Servers limit each answer, so that they come page by page."""
    offset = 0
    while LIMIT is None or offset < LIMIT:
        size = ${String(PAGE_SIZE)} if LIMIT is None else min(${String(PAGE_SIZE)}, LIMIT - offset)
        portal.action.datastore_search(**QUERY, limit=size, offset=offset)
        # ckanapi reads decimals as floats. The answer's text has all their digits.
        page = json.loads(answers.pop(), parse_float=Decimal)["result"]["records"]
        if not page:
            return
        yield from page
        offset += len(page)


for record in records():
    print(record)
`;
}

/** The token is sent only where the variable is set. requests drops the header at another host. */
function sessionToken(header: string): string {
  const variable = jsonLiteral(TOKEN_VARIABLE);
  return `if ${variable} in os.environ:
    session.headers[${jsonLiteral(header)}] = os.environ[${variable}]
`;
}
