/** Parses types of Trino's information_schema, such as `decimal(12,2)` and `array(row(a integer))`. */

export interface TrinoType {
  /** Lower-case name without parentheses: `timestamp with time zone`. */
  readonly name: string;
  /** Contents of the parentheses: `12` and `2`, the fields of a row, the types in a list or a map. */
  readonly arguments: readonly string[];
}

export function trinoType(text: string): TrinoType {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return { name: text.trim().toLowerCase(), arguments: [] };
  const name = `${text.slice(0, open).trim()} ${text.slice(close + 1).trim()}`;
  return { name: name.trim().toLowerCase(), arguments: partsOf(text.slice(open + 1, close)) };
}

/** Splits at commas outside of quotes and parentheses. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin).trim()];
}

const JSON_KEYS = ['boolean', 'tinyint', 'smallint', 'integer', 'bigint', 'real', 'double', 'decimal', 'varchar'];
const JSON_SCALARS = new Set([...JSON_KEYS, 'json', 'date', 'timestamp']);

/** Whether Trino can make JSON of the type's values. */
export function hasJson({ name, arguments: parts }: TrinoType): boolean {
  if (JSON_SCALARS.has(name)) return true;
  const [first = '', second = ''] = parts;
  if (name === 'array') return hasJson(trinoType(first));
  if (name === 'map') return JSON_KEYS.includes(trinoType(first).name) && hasJson(trinoType(second));
  return name === 'row' && parts.every((part) => suffixesOf(part).some((type) => hasJson(trinoType(type))));
}

/** A row's field is a name (unquoted, perhaps with blanks) and a type, or just a type. */
function suffixesOf(part: string): readonly string[] {
  const words = part.split(' ');
  return words.map((_, at) => words.slice(at).join(' '));
}
