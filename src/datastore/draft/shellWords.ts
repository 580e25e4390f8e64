/** Splits a command line like its shell. */

export type Shell = 'bash' | 'cmd' | 'powershell';

/** Recognizes the shell by characters outside of quotes that only one of them uses. */
export function shellOf(line: string): Shell {
  const bare = line.replace(/'[^']*(?:'|$)|"[^"\\]*(?:\\[^][^"\\]*)*(?:["\\]|$)/g, "''");
  if (/^\s*(?:PS [^>]*>|curl\.exe\b|Invoke-|i(?:rm|wr)\b)|\s`\s/i.test(bare)) return 'powershell';
  return /\s\^/.test(bare) ? 'cmd' : 'bash';
}

/** The first command's words, without pipes and redirections. A lost line break of a single-line input ends a word. */
export function shellWords(line: string, shell = shellOf(line)): readonly string[] {
  // Carets escape any character, and cmd removes them before it reads quotes.
  const text = shell === 'cmd' ? line.replace(/\^(\r?\n|[^])/g, (_, next: string) => next.replace(/\r?\n/, ' ')) : line;
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + 2);
    const [character = ''] = rest;
    if (isBreak(rest, shell)) {
      at += /^[\\`]\r\n/.test(text.slice(at, at + 3)) ? 3 : 2;
      if (word !== undefined && shell === 'powershell') words.push(word);
      if (shell === 'powershell') word = undefined;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else if (word === undefined && /[|;<>]/.test(character)) return words;
    else {
      const piece = pieceAt(text, at, shell);
      word = (word ?? '') + piece.text;
      at = piece.end;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** A continued line, or one whose break was lost. */
function isBreak(rest: string, shell: Shell): boolean {
  if (shell === 'bash') return /^\\[\r\n ]/.test(rest);
  return shell === 'powershell' && /^`\s/.test(rest);
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(text: string, at: number, shell: Shell): Piece {
  const character = text.charAt(at);
  if (character === "'" && shell !== 'cmd') return singleQuoted(text, at + 1, shell);
  if (character === '"') return doubleQuoted(text, at + 1, shell);
  if (shell === 'bash' && text.startsWith("$'", at)) return ansiQuoted(text, at + 2);
  if (shell === 'bash' && character === '\\') return { text: text.charAt(at + 1), end: at + 2 };
  if (shell === 'powershell' && character === '`') return { text: text.charAt(at + 1), end: at + 2 };
  return { text: character, end: at + 1 };
}

function singleQuoted(text: string, from: number, shell: Shell): Piece {
  const inner = shell === 'powershell' ? /[^']*(?:''[^']*)*/y : /[^']*/y;
  inner.lastIndex = from;
  const [whole = ''] = inner.exec(text) ?? [];
  const value = shell === 'powershell' ? whole.replaceAll("''", "'") : whole;
  return { text: value, end: from + whole.length + 1 };
}

/** Escapes inside double quotes. A backslash before any other character stays. */
const ESCAPED: Readonly<Record<Shell, RegExp>> = {
  bash: /\\(["\\$`]|\r?\n)/g,
  cmd: /(?:\\|")(")/g,
  powershell: /[`"](["`$]|\r?\n)|\\(")/g,
};
const INNER: Readonly<Record<Shell, RegExp>> = {
  bash: /[^"\\]*(?:\\[^][^"\\]*)*/y,
  cmd: /[^"\\]*(?:(?:\\[^]|"")[^"\\]*)*/y,
  powershell: /[^"`\\]*(?:(?:[`\\][^]|"")[^"`\\]*)*/y,
};

function doubleQuoted(text: string, from: number, shell: Shell): Piece {
  const inner = INNER[shell];
  inner.lastIndex = from;
  const [whole = ''] = inner.exec(text) ?? [];
  const value = whole.replace(ESCAPED[shell], (_, one: string | undefined, other: string | undefined) => {
    const kept = one ?? other ?? '';
    return /[\r\n]/.test(kept) ? '' : kept;
  });
  return { text: value, end: from + whole.length + 1 };
}

const ANSI: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function ansiQuoted(text: string, from: number): Piece {
  const inner = /[^'\\]*(?:\\[^][^'\\]*)*/y;
  inner.lastIndex = from;
  const [whole = ''] = inner.exec(text) ?? [];
  const value = whole.replace(
    /\\(?:u([0-9a-f]{1,4})|U([0-9a-f]{1,6})|x([0-9a-f]{1,2})|([^]))/gi,
    (_, short?: string, long?: string, byte?: string, other?: string) => {
      const code = Number.parseInt(short ?? long ?? byte ?? '', 16);
      if (Number.isNaN(code)) return ANSI[other ?? ''] ?? other ?? '';
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  return { text: value, end: from + whole.length + 1 };
}
