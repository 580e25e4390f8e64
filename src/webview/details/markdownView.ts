/** Catalogs' descriptions: Markdown, parsed by `marked`. HTML, and links to anything but the web, remain plain text. */
import { html, type TemplateResult } from 'lit-html';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { visibleText } from '../ui/visibleText.ts';

type OpenLink = (url: string) => void;

/** A line's texts, whose marks for invisible characters come last, and elements. */
type Inline = string | TemplateResult;

/** Number of UTF-16 units that are read. */
const LONGEST = 20_000;
/**
 * Most marks and line breaks in a text that is parsed as Markdown. `marked` takes quadratic time for them: 1.4 s for
 * 10,000 lines of one list item, 0.6 s for 20,000 exclamation marks. A text with more of them is shown unparsed.
 */
const MOST_MARKS = 1000;

export function markdownView(text: string, openLink: OpenLink): readonly TemplateResult[] {
  const read = text.slice(0, LONGEST).toWellFormed();
  const marked = withoutTags(read);
  try {
    if ((marked.match(/[_*!>\n]/g)?.length ?? 0) <= MOST_MARKS) return blocks(Lexer.lex(marked), openLink);
  } catch {
    // Thousands of nested lists overflow the stack.
  }
  return paragraph([read]);
}

/** A link, but no anchor, because only the host opens links, and no button, because its text should break like text. */
export function webLink(url: string, content: unknown, openLink: OpenLink): TemplateResult {
  return html`<span
    class="link"
    role="link"
    tabindex="0"
    title=${url}
    @click=${() => {
      // A click also ends a selection of the link's text.
      if (document.getSelection()?.isCollapsed !== false) openLink(url);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter') openLink(url);
    }}
    >${content}</span
  >`;
}

function blocks(tokens: readonly Token[], openLink: OpenLink): readonly TemplateResult[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): readonly TemplateResult[] => {
    switch (token.type) {
      case 'heading': {
        const content = inline(token.tokens, openLink);
        // The page has two heading levels of its own.
        return isBlank(content) ? [] : [html`<h3 dir="auto">${lines(content)}</h3>`];
      }
      case 'list': {
        const items = token.items.map((item) => listItem(item, openLink));
        const { start } = token;
        return [
          start === ''
            ? html`<ul>
                ${items}
              </ul>`
            : html`<ol start=${start}>
                ${items}
              </ol>`,
        ];
      }
      case 'table':
        return [table(token, openLink)];
      case 'code':
        return [
          html`<pre tabindex="0"><code>${token.text.split('\n').map((line) => `${visibleText(line)}\n`)}</code></pre>`,
        ];
      case 'blockquote':
        return blocks(token.tokens, openLink);
      case 'paragraph':
      case 'text':
        return paragraph(inline(token.tokens ?? [token], openLink));
      case 'space':
      case 'hr':
      case 'def':
        return [];
      default:
        return paragraph([withoutEntities(token.raw.trim())]);
    }
  });
}

function paragraph(content: readonly Inline[]): readonly TemplateResult[] {
  return isBlank(content) ? [] : [html`<p dir="auto">${lines(content)}</p>`];
}

function isBlank(content: readonly Inline[]): boolean {
  return content.every((part) => typeof part === 'string' && part.trim() === '');
}

/** The first paragraph of an item is beside its mark. */
function listItem({ tokens, task, checked }: Tokens.ListItem, openLink: OpenLink): TemplateResult {
  const [first, ...others] = tokens.filter(({ type }) => type !== 'checkbox' && type !== 'space');
  const isText = first?.type === 'text' || first?.type === 'paragraph';
  const beside = isText ? inline((first as Tokens.Text).tokens ?? [first], openLink) : [];
  const mark = task ? (checked === true ? '☑ ' : '☐ ') : '';
  const below = isText || first === undefined ? others : [first, ...others];
  return html`<li dir="auto">${lines([mark, ...beside])}${blocks(below, openLink)}</li>`;
}

function table({ header, rows }: Tokens.Table, openLink: OpenLink): TemplateResult {
  const content = ({ tokens }: Tokens.TableCell): unknown => lines(inline(tokens, openLink));
  const row = (cells: readonly TemplateResult[]): TemplateResult =>
    html`<tr>
      ${cells}
    </tr>`;
  return html`<div class="table-frame" tabindex="0">
    <table>
      <thead>
        ${row(header.map((cell) => html`<th scope="col" dir="auto">${content(cell)}</th>`))}
      </thead>
      <tbody>
        ${rows.map((cells) => row(cells.map((cell) => html`<td dir="auto">${content(cell)}</td>`)))}
      </tbody>
    </table>
  </div>`;
}

/** A link inside a link becomes text. */
function inline(tokens: readonly Token[], openLink: OpenLink, isInLink = false): readonly Inline[] {
  const within = (inner: readonly Token[]): unknown => lines(inline(inner, openLink, isInLink));
  const link = ({ href, raw }: Tokens.Link | Tokens.Image, label: readonly Inline[]): Inline => {
    if (!/^https?:\/\/[^/]/i.test(href) || !URL.canParse(href)) return withoutEntities(raw);
    const url = withoutEntities(href);
    return isInLink ? url : webLink(href, lines(label.length > 0 ? label : [url]), openLink);
  };
  return (tokens as readonly MarkedToken[]).map((token): Inline => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${within(token.tokens)}</strong>`;
      case 'em':
        return html`<em>${within(token.tokens)}</em>`;
      case 'codespan':
        return html`<code>${visibleText(token.text.trim())}</code>`;
      case 'link':
        return link(token, inline(token.tokens, openLink, true));
      case 'image':
        return link(token, token.text === '' ? [] : [withoutEntities(token.text)]);
      case 'br':
        return '\n';
      case 'text':
      case 'escape':
        return withoutEntities(token.text);
      default:
        return withoutEntities(token.raw);
    }
  });
}

/** Keeps line breaks, because publishers who don't use Markdown rely on them. */
function lines(content: readonly Inline[]): readonly unknown[] {
  return content.map((part) => {
    if (typeof part !== 'string') return part;
    return part.split('\n').map((line, place) => (place === 0 ? visibleText(line) : html`<br />${visibleText(line)}`));
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' },
};

/** Replaces HTML's entities, which occur in any text. */
function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
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

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(LINK_TAG, (_, url: string, label: string) => `[${label.replace(/\s+/g, ' ')}](${url})`)
    .replace(TAG, (_, name: string) => TAGS[name.toLowerCase()] ?? '');
}
