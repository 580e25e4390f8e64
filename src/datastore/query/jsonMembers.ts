/** A JSON object's text as its members, each as it stands: what is not touched keeps every character. */

export type JsonMember = readonly [name: string, json: string];

/** In their order, names that come twice included. `json` must be a valid JSON object. */
export function jsonMembers(json: string): readonly JsonMember[] {
  const inside = json.trim().slice(1, -1);
  return splitAt(inside, ',').map((member) => {
    const [name = '', ...value] = splitAt(member, ':');
    return [JSON.parse(name) as string, value.join(':').trim()];
  });
}

export function membersJson(members: readonly JsonMember[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** Of a valid JSON array. */
export function jsonItems(json: string): readonly string[] {
  return splitAt(json.trim().slice(1, -1), ',').map((item) => item.trim());
}

/** At a sign that stands in no string, array or object. */
function splitAt(text: string, sign: ',' | ':'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') at = endOfString(text, at);
    else if ('[{'.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    else if (character === sign && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  const last = text.slice(start);
  return parts.length === 0 && last.trim() === '' ? [] : [...parts, last];
}

/** Of its closing quote. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
