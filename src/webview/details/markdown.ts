/** Catalogs' descriptions: Markdown, parsed by `marked`. HTML, and links to anything but the web, remain plain text. */
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly content: readonly Inline[] };

type Row = readonly (readonly Inline[])[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly start?: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly header: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'code'; readonly text: string };

/** Number of UTF-16 units that are read. */
const LONGEST = 20_000;
/**
 * Most marks and line breaks in a text that is parsed as Markdown. `marked` takes quadratic time for them: 1.4 s for
 * 10,000 lines of one list item, 0.6 s for 20,000 exclamation marks. A text with more of them is shown unparsed.
 */
const MOST_MARKS = 1000;

export function readMarkdown(text: string): readonly Block[] {
  const read = text.slice(0, LONGEST).toWellFormed();
  const marked = withoutTags(read);
  try {
    if ((marked.match(/[_*!>\n]/g)?.length ?? 0) <= MOST_MARKS) return blocksOf(Lexer.lex(marked));
  } catch {
    // Thousands of nested lists overflow the stack.
  }
  return [{ kind: 'paragraph', content: [{ kind: 'text', text: read }] }];
}

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): readonly Block[] => {
    switch (token.type) {
      case 'heading':
        return written({ kind: 'heading', level: token.depth, content: inlineOf(token.tokens) });
      case 'list':
        return [{ kind: 'list', ...(token.start !== '' && { start: token.start }), items: token.items.map(itemOf) }];
      case 'table':
        return [{ kind: 'table', header: rowOf(token.header), rows: token.rows.map(rowOf) }];
      case 'code':
        return [{ kind: 'code', text: token.text }];
      case 'blockquote':
        return blocksOf(token.tokens);
      case 'paragraph':
      case 'text':
        return written({ kind: 'paragraph', content: inlineOf(token.tokens ?? [token]) });
      case 'space':
      case 'hr':
      case 'def':
        return [];
      default:
        return written({ kind: 'paragraph', content: [textOf(token.raw.trim())] });
    }
  });
}

/** Drops blocks that would be empty lines. */
function written(block: Extract<Block, { readonly content: readonly Inline[] }>): readonly Block[] {
  const isBlank = block.content.every((part) => part.kind === 'text' && part.text.trim() === '');
  return isBlank ? [] : [block];
}

function itemOf({ tokens, task, checked }: Tokens.ListItem): readonly Block[] {
  const blocks = blocksOf(tokens.filter(({ type }) => type !== 'checkbox'));
  if (!task) return blocks;
  const [first, ...others] = blocks;
  const content = first?.kind === 'paragraph' ? first.content : [];
  const mark = textOf(checked === true ? '☑ ' : '☐ ');
  return [{ kind: 'paragraph', content: [mark, ...content] }, ...(content.length > 0 ? others : blocks)];
}

function rowOf(cells: readonly Tokens.TableCell[]): Row {
  return cells.map(({ tokens }) => inlineOf(tokens));
}

function inlineOf(tokens: readonly Token[]): readonly Inline[] {
  return (tokens as readonly MarkedToken[]).map((token): Inline => {
    switch (token.type) {
      case 'strong':
        return { kind: 'strong', content: inlineOf(token.tokens) };
      case 'em':
        return { kind: 'emphasis', content: inlineOf(token.tokens) };
      case 'codespan':
        return { kind: 'code', text: token.text.trim() };
      case 'link':
        return linkTo(token, inlineOf(token.tokens));
      case 'image':
        return linkTo(token, token.text === '' ? [] : [textOf(token.text)]);
      case 'br':
        return { kind: 'text', text: '\n' };
      case 'text':
      case 'escape':
        return textOf(token.text);
      default:
        return textOf(token.raw);
    }
  });
}

/** Replaces HTML's entities, which occur in any text. */
function textOf(text: string): Inline {
  return {
    kind: 'text',
    text: text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  };
}

function linkTo({ href, raw }: Tokens.Link | Tokens.Image, label: readonly Inline[]): Inline {
  if (!/^https?:\/\/[^/]/i.test(href) || !URL.canParse(href)) return textOf(raw);
  // A link inside a link becomes text.
  const content = label.map((part) => (part.kind === 'link' ? textOf(part.url) : part));
  return { kind: 'link', url: href, content: content.length > 0 ? content : [textOf(href)] };
}

/** Tags for which Markdown has signs. Other simple tags are dropped. */
const TAGS: Readonly<Record<string, string>> = {
  ...{ p: '\n\n', '/p': '\n\n', div: '\n', '/div': '\n', br: '\n', hr: '\n\n' },
  ...{ ul: '\n\n', ol: '\n\n', '/ul': '\n\n', '/ol': '\n\n', li: '\n- ' },
  ...{ b: '**', '/b': '**', strong: '**', '/strong': '**', i: '*', '/i': '*', em: '*', '/em': '*' },
  ...{ h1: '\n\n# ', h2: '\n\n## ', h3: '\n\n### ', h4: '\n\n#### ', '/h1': '\n\n', '/h2': '\n\n' },
  ...{ '/h3': '\n\n', '/h4': '\n\n' },
};
const TAG = /<(\/?(?:p|div|br|hr|ul|ol|li|b|strong|i|em|h[1-4]|span|font|u))(?:\s[^<>]{0,500})?\s{0,9}\/?>/gi;
const LINK_TAG =
  /<a\s[^<>]{0,500}?href\s{0,9}=\s{0,9}["'](https?:[^"'<>\s]{1,2000})["'][^<>]{0,500}>([^<>[\]]{0,500})<\/a>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' },
};

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(LINK_TAG, (_, url: string, label: string) => `[${label.replace(/\s+/g, ' ')}](${url})`)
    .replace(TAG, (_, name: string) => TAGS[name.toLowerCase()] ?? '');
}
