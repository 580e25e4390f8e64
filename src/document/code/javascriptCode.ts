import { bodyLiteral, type CodeRequest, type Literals, PAGE_SIZE, jsonLiteral, TOKEN_VARIABLE } from './codeRequest.ts';

const LITERALS: Literals = {
  constants: { true: 'true', false: 'false', null: 'null' },
  number: (digits) => (isExactDouble(digits) ? digits : `JSON.rawJSON(${jsonLiteral(digits)})`),
  // In a literal, this name without brackets would set the object's prototype.
  key: (name) => (name === '__proto__' ? '["__proto__"]' : jsonLiteral(name)),
};

function isExactDouble(digits: string): boolean {
  return String(Number(digits)) === digits;
}

/** JavaScript with fetch, a module for Node.js 22 and newer. */
export function javascriptCode(request: CodeRequest): string {
  const { url, limit, tokenHeader } = request;
  const token = `process.env.${TOKEN_VARIABLE}`;
  const header = tokenHeader === undefined ? '' : `if (${token}) headers[${jsonLiteral(tokenHeader)}] = ${token};\n`;
  return `// A module for Node.js 22 and newer: save it as records.mjs.
const url = ${jsonLiteral(url)};
const query = ${bodyLiteral(request, LITERALS, '  ')};
const limit = ${limit === undefined ? 'Infinity' : String(limit)};
const headers = { "Content-Type": "application/json" };
${header}
// Numbers with more digits than JavaScript can hold stay texts.
const exact = (name, value, context) =>
  typeof value === "number" && context.source.replace(/\\D/g, "").length > 15 ? context.source : value;

// Yields all records. Servers limit each answer, so that they come page by page.
async function* records() {
  for (let offset = 0; offset < limit; ) {
    const body = JSON.stringify({ ...query, limit: Math.min(${String(PAGE_SIZE)}, limit - offset), offset });
    const answer = await fetch(url, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
    const page = JSON.parse(await answer.text(), exact).result.records;
    if (page.length === 0) return;
    yield* page;
    offset += page.length;
  }
}

for await (const record of records()) console.log(JSON.stringify(record));
`;
}
