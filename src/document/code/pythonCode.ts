import { bodyLiteral, type CodeRequest, jsonLiteral, type Literals, PAGE_SIZE, TOKEN_VARIABLE } from './codeRequest.ts';

const LITERALS: Literals = {
  constants: { true: 'True', false: 'False', null: 'None' },
  number: (digits) => digits,
  key: jsonLiteral,
};

/** The lines in which programs with different libraries differ. */
interface PythonParts {
  readonly library: 'pandas' | 'ckanapi';
  /** Lines behind those that make the session. */
  readonly prepare: string;
  /** Asks for a page, whose bytes are then in `answer`. */
  readonly ask: string;
  readonly end: string;
}

/** Python with requests and pandas. */
export function pythonCode(request: CodeRequest): string {
  return pythonProgram(request, {
    library: 'pandas',
    prepare: `url = ${jsonLiteral(request.url)}`,
    ask: `response = session.post(url, json={**QUERY, "limit": size, "offset": offset}, timeout=300)
        response.raise_for_status()
        answer = response.content`,
    end: `data = pandas.DataFrame(list(records()), dtype=object)
print(data)`,
  });
}

/** Python with ckanapi, on a session of requests. */
export function ckanapiCode(request: CodeRequest): string {
  return pythonProgram(request, {
    library: 'ckanapi',
    prepare: `answers = []
session.hooks["response"].append(lambda response, **_: answers.append(response.content))
portal = ckanapi.RemoteCKAN(${jsonLiteral(request.baseUrl)}, session=session)`,
    ask: `portal.action.datastore_search(**QUERY, limit=size, offset=offset)
        # ckanapi reads decimals as floats. The answer itself has all their digits.
        answer = answers.pop()`,
    end: `for record in records():
    print(record)`,
  });
}

/** The token is sent only where the variable is set. requests drops its header at another host. */
function pythonProgram(request: CodeRequest, { library, prepare, ask, end }: PythonParts): string {
  const { limit, tokenHeader } = request;
  const variable = jsonLiteral(TOKEN_VARIABLE);
  const token =
    tokenHeader === undefined
      ? ''
      : `if ${variable} in os.environ:
    session.headers[${jsonLiteral(tokenHeader)}] = os.environ[${variable}]
`;
  const size = String(PAGE_SIZE);
  return `import json
${token === '' ? '' : 'import os\n'}from decimal import Decimal

import ${library}
import requests

QUERY = ${bodyLiteral(request, LITERALS, '    ')}
LIMIT = ${limit === undefined ? 'None' : String(limit)}

session = requests.Session()
${token}${prepare}


def records():
    """Yields all records. Servers limit each answer, so that they come page by page."""
    offset = 0
    while LIMIT is None or offset < LIMIT:
        size = ${size} if LIMIT is None else min(${size}, LIMIT - offset)
        ${ask}
        page = json.loads(answer, parse_float=Decimal)["result"]["records"]
        if not page:
            return
        yield from page
        offset += len(page)


${end}
`;
}
